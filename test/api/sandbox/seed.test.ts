import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { freePort } from '../../../stack/ports.ts';
import { startPostgresql } from '../../../stack/postgresql.ts';
import { booksOf } from '../../../stack/seed/books.ts';
import { SHOPS } from '../../../stack/seed/catalogue.ts';
import type { Shop } from '../../../stack/seed/catalogue.ts';
import { ConsentMissing, requireConsent } from '../../../stack/seed/consent.ts';
import { FULL_SIZE, planShop } from '../../../stack/seed/plan.ts';
import type { SeedSize } from '../../../stack/seed/plan.ts';
import { retireDemoData } from '../../../stack/seed/retire.ts';
import { makeDemoData } from '../../../stack/seed/run.ts';
import { seedFile } from '../../../stack/seed/state.ts';
import type { SeedFile } from '../../../stack/seed/state.ts';
import { apiTest } from '../../support/api-test.ts';
import { api, call } from '../../support/people.ts';

const apiUrl = process.env['TEST_API_URL'] ?? '';
/** Forty days, so that cashback lands. */
const SMALL: SeedSize = { shoppers: 2, steps: 11, daysPerStep: 4, salesPerStep: 1.2 };
/** Has, small as it is, some of everything. */
const SEED = 253;
/** In the middle of the merchants' days. */
const CALLS_BEFORE_THE_CUT = 150;

const { books } = apiTest();
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'seed-'));
});
afterAll(() => rm(directory, { recursive: true }));

const optionsOf = (name: string) => ({
  apiUrl,
  inboxUrl: process.env['TEST_INBOX_URL'] ?? '',
  file: seedFile(directory, name),
  seed: SEED,
  size: SMALL,
  say: () => undefined,
});

/** A network that takes so many calls, loses the answer of one more, and is gone. */
function cutAfter(calls: number): typeof fetch {
  let left = calls;
  return async (...request) => {
    left -= 1;
    if (left < 0) throw new TypeError('the process is gone');
    const answer = await fetch(...request);
    if (left === 0) throw new TypeError('the answer is lost');
    return answer;
  };
}

/** A disk that is gone when this step of the only merchant is to be written down. */
const lostAt = (step: number, file: SeedFile): SeedFile => ({
  ...file,
  write: (state) =>
    state.shops[0]?.step === step + 1
      ? Promise.reject(new TypeError('the process is gone'))
      : file.write(state),
});

test('a run that was cut short while an endpoint was away is taken up with the endpoint away', async () => {
  const shops = SHOPS.filter(({ webhook }) => webhook === 'fails for a while');
  const step = planShop(shops[0] as Shop, SEED, SMALL).findIndex(({ outage }) => outage);
  const options = { ...optionsOf('away'), shops };
  await expect(makeDemoData({ ...options, file: lostAt(step, options.file) })).rejects.toThrow(
    'the process is gone',
  );
  const resumed = await makeDemoData(options);
  expect(await webhooksOf(resumed.shops[0]?.kept)).toEqual({ DELIVERED: true, FAILED: true, PENDING: false });
}, 120_000);

test('demo data has the totals of the ledger, the same in every run, and a run that was cut short doubles nothing', async () => {
  const [whole, cut] = [optionsOf('whole'), optionsOf('cut')];
  const [alone] = await Promise.all([
    makeDemoData({ ...whole, shops: SHOPS.filter(({ country }) => country === 'GB') }),
    expect(makeDemoData({ ...cut, fetch: cutAfter(CALLS_BEFORE_THE_CUT) })).rejects.toThrow(
      'the process is gone',
    ),
  ]);
  const halfway = await cut.file.read();
  expect(halfway?.shops.map(({ step }) => step > 0 && step < SMALL.steps)).toEqual([true, true, true]);
  const resumed = await makeDemoData(cut);

  expect(resumed.isNew).toBe(true);
  for (const { figures } of [...resumed.shops, ...alone.shops])
    expect(figures.map(({ booked }) => booked)).toEqual(figures.map(({ expected }) => expected));
  const totalsOf = ({ shops }: typeof resumed, wanted: string) =>
    shops.find(({ shop }) => shop.country === wanted)?.kept.totals;
  expect(totalsOf(resumed, 'GB')).toEqual(totalsOf(alone, 'GB'));

  // The API reports the same figures.
  for (const { shop, kept } of resumed.shops) {
    expect(kept.totals.returns).toBeGreaterThan(0);
    expect(kept.totals.held_minor).toBeGreaterThan(0);
    const { currencies } = await call('GET', `/orgs/${kept.org_id}/cashback/summary`, { key: kept.api_key });
    expect(currencies).toEqual([
      expect.objectContaining({
        currency: shop.currency,
        captured_count: kept.totals.captured,
        captured_minor: kept.totals.captured_minor,
      }),
    ]);
    const { payouts } = await call('GET', `/payouts?org_id=${kept.org_id}`, { session: kept.owner.session });
    expect(payouts.map(({ status }: { status: string }) => status).toReversed()).toEqual([
      'SETTLED',
      'FAILED',
      'RETURNED',
      'PENDING',
    ]);
  }
  expect(await webhooksOf(resumed.shops[1]?.kept)).toEqual({ DELIVERED: true, FAILED: true, PENDING: false });

  const again = await makeDemoData(cut);
  expect([again.isNew, totalsOf(again, 'DE')]).toEqual([false, totalsOf(resumed, 'DE')]);
}, 180_000);

/** Which ends its deliveries have come to. */
async function webhooksOf(
  shop: { org_id: string; api_key: string } | undefined,
): Promise<Record<string, boolean>> {
  const found: Record<string, boolean> = {};
  for (const status of ['DELIVERED', 'FAILED', 'PENDING']) {
    const { deliveries } = await call('GET', `/orgs/${shop?.org_id}/webhook/deliveries?status=${status}`, {
      key: shop?.api_key ?? '',
    });
    found[status] = deliveries.length > 0;
  }
  return found;
}

test('demo data in other books is put out of use, and its checkouts stay', async () => {
  const file = seedFile(directory, 'cut');
  const state = await file.read();
  expect(await retireDemoData({ apiUrl, file })).toBe(true);
  for (const { owner, shoppers, api_key: key } of state?.shops ?? []) {
    expect((await api('GET', '/apikeys/verify', { key })).status).toBe(401);
    for (const { session } of [owner, ...shoppers])
      expect((await api('GET', '/me', { session })).status).toBe(401);
  }
  expect(await retireDemoData({ apiUrl, file })).toBe(false);
  const { rows } = await books.query('select count(*)::int as count from checkouts where org_id = $1', [
    state?.shops[0]?.org_id,
  ]);
  expect(rows).toEqual([{ count: state?.shops[0]?.totals.sales }]);
});

test('the state of the demo data is found again where the server of the books has taken another port, and by other books it is not', async () => {
  const place = {
    directory: join(directory, 'server', 'postgresql'),
    logDirectory: directory,
    durable: false,
  };
  const first = await startPostgresql(place);
  const before = await booksOf(first.url);
  await first.stop();
  const again = await startPostgresql({ ...place, port: await freePort(first.port + 1) });
  try {
    expect(again.url).not.toBe(first.url);
    expect(await booksOf(again.url)).toBe(before);
    expect(await booksOf(again.adminUrl)).not.toBe(before);
    const state = { run: 'a', seed: SEED, size: SMALL, touched_at: 0, finished: false, shops: [] };
    await seedFile(directory, before).write(state);
    expect(await seedFile(directory, await booksOf(again.url)).read()).toEqual(state);
    expect(
      await seedFile(directory, await booksOf(process.env['TEST_DATABASE_URL'] ?? '')).read(),
    ).toBeNull();
  } finally {
    await again.stop();
  }
}, 60_000);

test('books that are in use get demo data after a question, or by --force', async () => {
  const asked = async (typed: string, { isForced = false, isTTY = true } = {}) => {
    const input = Object.assign(Readable.from([typed]), { isTTY });
    const output = new PassThrough();
    const consent = await requireConsent(apiUrl, { isForced, terminal: { input, output } }).then(
      () => true,
      (error: unknown) => error instanceof ConsentMissing && error.message,
    );
    return { consent, shown: String(output.read() ?? '') };
  };
  expect(await asked('y\n')).toEqual({
    consent: true,
    shown: expect.stringMatching(/would stay in them for good.*Write into them\? \[y\/N\] /s),
  });
  for (const typed of ['\n', 'n\n', ''])
    expect(await asked(typed)).toMatchObject({ consent: 'Nothing was written.' });
  expect(await asked('y\n', { isTTY: false })).toEqual({
    consent: expect.stringContaining('--force writes anyway'),
    shown: '',
  });
  expect(await asked('', { isForced: true, isTTY: false })).toEqual({ consent: true, shown: '' });
});

test('three months have a bit of everything, and another number makes others', () => {
  for (const shop of SHOPS) {
    const steps = planShop(shop, 1, FULL_SIZE);
    expect(steps.at(-1)?.day).toBe(91);
    const fates = new Set(steps.flatMap(({ sales }) => sales.map(({ fate }) => fate)));
    expect([...fates].toSorted()).toEqual([
      'abandoned',
      'captured',
      'captured later',
      'lapses',
      'stays held',
      'too dear',
      'voided',
    ]);
    const payouts = new Set(steps.flatMap(({ payout }) => payout ?? []));
    expect([...payouts].toSorted()).toEqual(['comes back', 'fails', 'is blocked', 'settles']);
    expect(steps.flatMap(({ recommends }) => recommends).length).toBeGreaterThan(20);
    expect(steps.flatMap(({ returns }) => returns).length).toBeGreaterThan(5);
    expect(planShop(shop, 1, FULL_SIZE)).toEqual(steps);
    expect(planShop(shop, 2, FULL_SIZE)).not.toEqual(steps);
  }
});
