import { join } from 'node:path';
import { DATA } from '../../../stack/places.ts';
import { startPostgresql } from '../../../stack/postgresql.ts';
import type { Postgresql } from '../../../stack/postgresql.ts';
import { startTemporalServer } from '../../../stack/temporal-server.ts';
import type { TemporalServer } from '../../../stack/temporal-server.ts';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { migrate } from '../../../src/migrations/migrate.ts';
import { startApplications } from '../../support/applications.ts';
import type { Applications } from '../../support/applications.ts';
import {
  api,
  authorized,
  bookkeeping,
  call,
  expectIntegrity,
  GOLDEN_CART,
  item,
  merchant,
  openCheckout,
  shopper,
  until,
} from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';

/** A stack of its own, to be broken. */
const directory = join(DATA, `faults-${process.pid}`);
const logDirectory = join(directory, 'logs');
const temporalAt = { logDirectory, databaseFile: join(directory, 'temporal.db') };
const postgresqlAt = { directory: join(directory, 'postgresql'), logDirectory };

let postgresql: Postgresql;
let temporal: TemporalServer;
let applications: Applications;
let receiver: WebhookReceiver;
let base: string;
let shop: Merchant;
let buyer: Person;
let books: ReturnType<typeof bookkeeping>;

beforeAll(async () => {
  [postgresql, temporal, receiver] = await Promise.all([
    startPostgresql(postgresqlAt),
    startTemporalServer(temporalAt),
    startWebhookReceiver(),
  ]);
  await migrate(postgresql.url, postgresql.applicationUrl);
  const addresses = { DATABASE_URL: postgresql.applicationUrl, TEMPORAL_ADDRESS: temporal.address };
  applications = await startApplications('faults', addresses, { CRASH_POINT: 'capture.committed' });
  base = applications.apiUrl;
  [shop, buyer] = await Promise.all([merchant({ base }), shopper({ base, funds: 1_000_000 })]);
  await call(
    'PUT',
    `/orgs/${shop.orgId}/webhook`,
    { session: shop.session, body: { url: receiver.url } },
    base,
  );
  books = bookkeeping(postgresql.url);
  books.on('error', () => undefined); // The server is stopped under it.
}, 120_000);

afterAll(async () => {
  await books.end();
  await applications.stop();
  await Promise.all([postgresql.stop(), temporal.stop(), receiver.stop()]);
});

/** The answer and how long it took. */
async function timed(ask: () => Promise<Answer>): Promise<Answer & { ms: number }> {
  const began = performance.now();
  const answer = await ask();
  return { ...answer, ms: performance.now() - began };
}

const capture = (authId: string) => api('POST', `/charges/${authId}/capture`, { key: shop.key }, base);
const create = () =>
  api('POST', '/checkouts', { key: shop.key, body: { items: [item()], total: 1000 } }, base);

function expectUnavailable(answer: Answer & { ms: number }): void {
  expect([answer.status, answer.body]).toEqual([503, { error: 'temporarily unavailable' }]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.ms).toBeLessThan(5000);
}

/** The internal listener says within five seconds that the API is not ready, and which part is away. */
async function expectNotReady(away: 'postgresql' | 'temporal'): Promise<void> {
  const answer = await fetch(applications.readyUrl, { signal: AbortSignal.timeout(5000) });
  const { status, parts } = (await answer.json()) as { status: string; parts: Record<string, string> };
  expect([answer.status, status]).toEqual([503, 'unavailable']);
  expect(parts).toEqual({ postgresql: 'ok', temporal: 'ok', [away]: expect.stringMatching(/^(?!ok$)./) });
  const metrics = await fetch(applications.readyUrl.replace('/readyz', '/metrics'));
  const text = await metrics.text();
  expect(text).toContain(`dependency_up{part="${away}"} 0`);
  expect(text.match(/^dependency_up\{.*\} 1$/gm)).toHaveLength(1);
}

/** Everything that money calls change. Sign-in and last use of keys are not among it. */
async function snapshot(): Promise<unknown> {
  const tables = [
    'checkouts',
    'charges',
    'captures',
    'journals',
    'entries',
    'awards',
    'events',
    'deliveries',
    'accounts',
  ];
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
  const { rows } = await books.query(
    `select ${counts.join(', ')}, (select sum(held) from accounts) as held from (select) x`,
  );
  return rows[0];
}

test('a worker killed between the commit of a capture and its answer: the row answers, and so does the repeat: one journal, one event', async () => {
  const { authId } = await authorized(shop, buyer, { cart: GOLDEN_CART, base });
  const found = await timed(() => capture(authId));
  expect([found.status, found.ms < 5000]).toEqual([200, true]);
  expect(await applications.worker.exited).toContain('SIGKILL');
  const journals = async () =>
    (await books.query<{ id: string }>('select id from journals where charge_id = $1', [authId])).rows.map(
      ({ id }) => id,
    );
  const [committed] = await journals();

  await applications.restartWorker();
  const again = await capture(authId);
  expect([again.status, again.body, again.body.journal_id]).toEqual([200, found.body, committed]);
  expect(await journals()).toHaveLength(1);
  const { rows } = await books.query(`select event from events where charge_id = $1 order by id`, [authId]);
  expect(rows).toEqual([{ event: 'checkout.authorized' }, { event: 'charge.captured' }]);
  const captured = await receiver.next(
    ({ headers, rawBody }) => headers['x-service-event'] === 'charge.captured' && rawBody.includes(authId),
    30_000,
  );
  expect(JSON.parse(captured.rawBody.toString())).toMatchObject({ auth_id: authId, mdr_fee: 130 });
  await expectIntegrity(books);
}, 120_000);

test('Temporal stopped: commands answer 503 within five seconds, reads go on, nothing is half done; back again, everything goes on', async () => {
  const { authId } = await authorized(shop, buyer, { base });
  // Another charge: a second command to the first would wait for its turn besides.
  const other = await authorized(shop, buyer, { base });
  const open = await openCheckout(shop, { base });
  const before = await snapshot();
  const { port } = temporal;
  await temporal.kill();

  const answers = await Promise.all([
    timed(() => capture(authId)),
    timed(create),
    timed(() => api('POST', `/checkouts/${open.id}/authorize`, { session: buyer.session }, base)),
    timed(() => api('POST', `/charges/${other.authId}/void`, { key: shop.key }, base)),
  ]);
  answers.forEach(expectUnavailable);
  await expectNotReady('temporal');
  expect((await api('GET', `/checkouts/${open.id}`, { key: shop.key }, base)).status).toBe(200);
  expect(await snapshot()).toEqual(before);

  temporal = await startTemporalServer({ ...temporalAt, port });
  const back = await until(
    () => capture(authId),
    ({ status }) => status !== 503,
    60_000,
  );
  expect([200, 400]).toContain(back.status);
  const paid = await until(
    () => api('POST', `/checkouts/${open.id}/authorize`, { session: buyer.session }, base),
    ({ status }) => status !== 503,
    60_000,
  );
  expect(paid.status).toBe(200);
  expect((await capture(paid.body.auth_id)).status).toBe(200);
  await expectIntegrity(books);
}, 180_000);

test('PostgreSQL stopped: every call answers 503 within five seconds, nothing is half done; back again, everything goes on', async () => {
  const { authId } = await authorized(shop, buyer, { base });
  const open = await openCheckout(shop, { base });
  const before = await snapshot();
  const { port } = postgresql;
  await postgresql.kill();

  const answers = await Promise.all([
    timed(() => capture(authId)),
    timed(create),
    timed(() => api('POST', `/checkouts/${open.id}/authorize`, { session: buyer.session }, base)),
    timed(() => api('GET', '/wallet', { session: buyer.session }, base)),
    timed(() => api('POST', '/auth/otp/request', { body: { email: 'someone@example.com' } }, base)),
  ]);
  answers.forEach(expectUnavailable);
  await expectNotReady('postgresql');
  expect((await api('GET', '/health', {}, base)).status).toBe(200);

  // An API that begins meanwhile answers the same, and waits with its callers.
  await applications.api.stop();
  const ready = applications.restartApi();
  const health = (): Promise<number> =>
    api('GET', '/health', {}, base)
      .then(({ status }) => status)
      .catch(() => 0);
  await Promise.race([ready, until(health, (status) => status === 200, 30_000)]);
  expectUnavailable(await timed(() => api('GET', '/wallet', { session: buyer.session }, base)));

  postgresql = await startPostgresql({ ...postgresqlAt, port });
  await ready;
  expect(await snapshot()).toEqual(before);
  expect((await capture(authId)).status).toBe(200);
  expect((await create()).status).toBe(200);
  await expectIntegrity(books);
}, 180_000);

test('a capture while the worker is away answers 503, and its repeat is the only capture', async () => {
  const { authId } = await authorized(shop, buyer, { base });
  await applications.worker.stop();
  expectUnavailable(await timed(() => capture(authId)));
  await applications.restartWorker();
  const answer = await until(
    () => capture(authId),
    ({ status }) => status !== 503,
    60_000,
  );
  expect(answer.status).toBe(200);
  expect((await books.query('select 1 from journals where charge_id = $1', [authId])).rowCount).toBe(1);
  await expectIntegrity(books);
}, 120_000);
