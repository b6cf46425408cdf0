import { readFile } from 'node:fs/promises';
import { COMBINATIONS } from '../../../tools/proof/fire/combinations.ts';
import { createGun } from '../../../tools/proof/fire/gun.ts';
import type { Gun } from '../../../tools/proof/fire/gun.ts';
import { fireAt } from '../../../tools/proof/fire/rounds.ts';
import { startApplications } from '../../support/applications.ts';
import type { Applications } from '../../support/applications.ts';
import { cloneDatabase } from '../../support/database.ts';
import {
  api,
  bookkeeping,
  call,
  expectIntegrity,
  item,
  merchant,
  openCheckout,
  shopper,
} from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';

/**
 * Two API processes and two workers on one database, with the number of updates in flight that every Temporal
 * server allows.
 */
let first: Applications;
let second: Applications;
let gun: Gun;
let shop: Merchant;
let buyer: Person;
let books: ReturnType<typeof bookkeeping>;

beforeAll(async () => {
  const name = `fire_${process.pid}`;
  const DATABASE_URL = await cloneDatabase(name);
  first = await startApplications(name, { DATABASE_URL });
  const { ENCRYPTION_KEYS, DIGEST_KEY } = first.environment;
  second = await startApplications(`${name}_b`, {
    DATABASE_URL,
    TASK_QUEUE: name,
    ENCRYPTION_KEYS,
    DIGEST_KEY,
  });
  books = bookkeeping(DATABASE_URL);
  [shop, buyer] = await Promise.all([
    merchant({ base: first.apiUrl }),
    shopper({ base: first.apiUrl, funds: 10_000_000 }),
  ]);
  const callers = { key: { 'x-api-key': shop.key }, session: { authorization: `Bearer ${buyer.session}` } };
  gun = createGun([first.apiUrl, second.apiUrl], callers);
}, 120_000);

afterAll(async () => {
  await gun.close();
  await books.end();
  await Promise.all([first.stop(), second.stop()]);
});
afterEach(() => expectIntegrity(books));

test.each(COMBINATIONS.map((combination) => [combination.name, combination] as const))(
  'a hundred commands at once on one charge, %s: every answer is true, and none is 429, 500 or 503',
  async (_name, combination) => {
    const { untruths } = await fireAt(gun, combination);
    expect(untruths).toEqual([]);
  },
);

test('a hundred authorizations of one cart at once, by ten shoppers: one shopper gets the charge, and the others are refused', async () => {
  const base = first.apiUrl;
  const shoppers = await Promise.all(Array.from({ length: 10 }, () => shopper({ base, funds: 1000 })));
  const { id } = await openCheckout(shop, { base });
  const asked = Array.from({ length: 100 }, (_, index) => shoppers[index % shoppers.length] as Person);
  const bases = [first.apiUrl, second.apiUrl];
  const answers = await Promise.all(
    asked.map(async ({ session, userId }, index) => {
      const { status, body } = await api('POST', `/checkouts/${id}/authorize`, { session }, bases[index % 2]);
      return { userId, status, said: status === 200 ? body.auth_id : body.error };
    }),
  );
  const paid = answers.filter(({ status }) => status === 200);
  expect([
    new Set(paid.map(({ userId }) => userId)).size,
    new Set(paid.map(({ said }) => said)).size,
  ]).toEqual([1, 1]);
  const payer = paid[0]?.userId;
  expect(answers.filter(({ userId }) => userId === payer).every(({ status }) => status === 200)).toBe(true);
  expect(new Set(answers.filter(({ userId }) => userId !== payer).map(({ said }) => said))).toEqual(
    new Set(['checkout authorized']),
  );
});

test('thirty checkouts at once on one terminal: each is opened, and one is left pending', async () => {
  const base = first.apiUrl;
  const { id: terminal } = await call(
    'POST',
    '/terminals',
    { key: shop.key, body: { title: 'Busy till' } },
    base,
  );
  const body = { items: [item()], total: 1000, terminal_id: terminal };
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      api('POST', '/checkouts', { key: shop.key, body }, [base, second.apiUrl][index % 2]),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await books.query(
    'select status, count(*)::int from checkouts where terminal_id = $1 group by 1 order by 1',
    [terminal],
  );
  expect(rows).toEqual([
    { status: 'PENDING', count: 1 },
    { status: 'SUPERSEDED', count: 29 },
  ]);
});

test('thirty payouts at once from a balance for ten: ten are reserved, and the others are refused for insufficient balance', async () => {
  const base = first.apiUrl;
  const owner = await merchant({ base });
  const account = {
    routing_number: '021000021',
    account_number: '123456789',
    name: 'Corner Shop LLC',
    org_id: owner.orgId,
  };
  await call('POST', '/bank/payout-ach', { session: owner.session, body: account }, base);
  const { id } = await openCheckout(owner, { base, total: 30_000 });
  const { auth_id: authId } = await call(
    'POST',
    `/checkouts/${id}/authorize`,
    { session: buyer.session },
    base,
  );
  await call('POST', `/charges/${authId}/capture`, { key: owner.key }, base);
  const balance = (await call('GET', `/orgs/${owner.orgId}/balance`, { key: owner.key }, base)).currencies[0]
    .available_minor as number;
  const body = { amount_minor: Math.floor(balance / 10), currency: 'USD', country_code: 'US' };
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      api('POST', '/payouts', { key: owner.key, body }, [base, second.apiUrl][index % 2]),
    ),
  );
  const count = (status: number, error?: string) =>
    answers.filter((answer) => answer.status === status && answer.body.error === error).length;
  expect([count(200), count(400, 'insufficient balance')]).toEqual([10, 20]);
});

test('a hundred advances at once of one clock add up, and what falls due on the way is in exactly one answer', async () => {
  const base = first.apiUrl;
  const owner = await merchant({ base });
  const opened = await Promise.all(
    [60, 120, 180].map((seconds) => openCheckout(owner, { base, cart: { expires_in_secs: seconds } })),
  );
  const { now: before } = await call('GET', '/sandbox/clock', { key: owner.key }, base);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      api(
        'POST',
        '/sandbox/clock/advance',
        { key: owner.key, body: { seconds: 10 } },
        [base, second.apiUrl][index % 2],
      ),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { now: after } = await call('GET', '/sandbox/clock', { key: owner.key }, base);
  expect(Date.parse(after) - Date.parse(before)).toBeGreaterThanOrEqual(1_000_000);
  const fired = answers.flatMap(({ body }) => body.fired as { id: string }[]).map(({ id }) => id);
  expect(fired.toSorted()).toEqual(opened.map(({ id }) => id).toSorted());
});

test('no worker has completed a task that its server no longer knew', async () => {
  const logs = await Promise.all([first, second].map(({ worker }) => readFile(worker.logFile, 'utf8')));
  expect(logs.join('\n')).not.toContain('Task not found when completing');
});
