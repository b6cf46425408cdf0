import { Client, Connection } from '@temporalio/client';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { apiTest } from '../../support/api-test.ts';
import {
  api,
  authorized,
  call,
  item,
  merchant,
  openCheckout,
  person,
  shopper,
  until,
} from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';

/** An API and a worker of its own, for the worker is killed. */
const service = apiTest({ own: 'clock_faults', check: 'after each test' });
const { books } = service;
let receiver: WebhookReceiver;
let shop: Merchant;
let buyer: Person;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  buyer = await shopper({ funds: 1_000_000 });
}, 120_000);
beforeEach(async () => {
  shop = await merchant();
  await call('PUT', `/orgs/${shop.orgId}/webhook`, { session: shop.session, body: { url: receiver.url } });
});
afterAll(() => receiver.stop());

const advance = (body: object) => api('POST', '/sandbox/clock/advance', { key: shop.key, body });
const now = async (): Promise<number> =>
  Date.parse((await call('GET', '/sandbox/clock', { key: shop.key })).now);
const iso = (at: number): string => new Date(at).toISOString();
const stillDue = async () =>
  (await books.query('select kind, id from due_things where org_id = $1', [shop.orgId])).rows;

/** More than one batch of what falls due: expiries, and webhooks that make each other due. */
async function muchToDo(): Promise<void> {
  for (let made = 0; made < 6; made++) {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        openCheckout(shop, { cart: { expires_in_secs: 60 + made * 600 + index } }),
      ),
    );
    await authorized(shop, buyer);
  }
}

interface FiredThing {
  readonly kind: string;
  readonly due_at: string;
}

function expectAllFired(fired: readonly FiredThing[]): void {
  const count = (kind: string) => fired.filter((thing) => thing.kind === kind).length;
  expect([count('checkout_expiry'), count('hold_lapse'), count('webhook_retry')]).toEqual([60, 6, 30]);
  const dueTimes = fired.map(({ due_at }) => Date.parse(due_at));
  expect(dueTimes).toEqual(dueTimes.toSorted((one, other) => one - other));
}

test('a move on which 20,000 things happen answers with all of them', async () => {
  const count = 20_000;
  const hour = iso((await now()) + 3600_000);
  // Expired checkouts as rows alone, without their carts: made by calls they would take minutes.
  const unchecked = (statement: string) =>
    books.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  await unchecked(
    `insert into checkouts (id, org_id, env, terminal_id, status, created_at, expires_at)
     select gen_random_uuid(), '${shop.orgId}', 'sandbox', gen_random_uuid(), 'EXPIRED', now(), '${hour}'::timestamptz + n * interval '1 ms'
     from generate_series(1, ${count}) n`,
  );
  const { status, body } = await advance({ seconds: 7200 });
  await unchecked(`delete from checkouts where org_id = '${shop.orgId}'`);
  expect([status, body.fired?.length]).toEqual([200, count]);
  expect(Date.parse(body.fired.at(-1).due_at) - Date.parse(hour)).toBe(count);
}, 30_000);

test('rows whose workflows fail do not stop the clock: they stay due, and are done once they are repaired', async () => {
  const cart = { expires_in_secs: 600 };
  const checkouts = await Promise.all(Array.from({ length: 4 }, () => openCheckout(shop, { cart })));
  const [running, ended, ...sound] = checkouts.map(({ id }) => id) as [string, string, ...string[]];
  const statusOf = async (id: string) => (await call('GET', `/checkouts/${id}`, { key: shop.key })).status;
  await books.query(
    `create function break_expiry() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
     create trigger break_expiry before update on checkouts
     for each row when (new.id in ('${running}', '${ended}')) execute function break_expiry()`,
  );
  const before = await now();
  const moved = await advance({ seconds: 3600 });
  const temporal = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' });
  await new Client({ connection: temporal }).workflow
    .getHandle(workflowId.checkout(ended))
    .terminate('it failed');
  await temporal.close();
  await books.query('drop function break_expiry cascade');
  expect(moved.status).toBe(200);
  expect(Date.parse(moved.body.now) - before).toBeGreaterThanOrEqual(3600_000);
  expect(moved.body.fired.map(({ id }: { id: string }) => id).toSorted()).toEqual(sound.toSorted());
  // The clock is past its time, and its workflow goes on trying.
  await until(
    () => statusOf(running),
    (status) => status === 'EXPIRED',
    30_000,
  );
  // The step of the terminated workflow may have been under way. Otherwise the next move has the row done.
  expect((await advance({ seconds: 60 })).status).toBe(200);
  expect([await statusOf(ended), await stillDue()]).toEqual(['EXPIRED', []]);
}, 120_000);

test('an award that cannot land does not stop the clock: it stays due, and lands once it is repaired', async () => {
  const friend = await person();
  await call('POST', '/buy-list', {
    session: friend.session,
    body: { merchant_id: shop.orgId, product_id: 'tea' },
  });
  for (let sale = 0; sale < 2; sale++) {
    const cart = { items: [item({ cashback_rate: 1000 })], total: 1000 };
    const { authId } = await authorized(shop, buyer, { cart });
    await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  }
  const { rows } = await books.query<{ id: string }>(
    `select id from awards where org_id = $1 and status = 'PENDING' order by pending_until`,
    [shop.orgId],
  );
  expect(rows).toHaveLength(2);
  const [broken, other] = rows.map(({ id }) => id);
  await books.query(
    `alter table awards add constraint planted check (id <> '${broken}' or status <> 'LANDED')`,
  );
  const days31 = { seconds: 31 * 24 * 3600 };
  const landed = ({ fired }: { fired: { kind: string; id: string }[] }) =>
    fired.filter(({ kind }) => kind === 'award_landing').map(({ id }) => id);
  expect(landed((await advance(days31)).body)).toEqual([other]);
  expect(await stillDue()).toEqual([{ kind: 'award_landing', id: broken }]);
  await books.query('alter table awards drop constraint planted');
  await advance({ seconds: 1 });
  expect(await stillDue()).toEqual([]);
});

test('a worker killed in the middle of a move over several batches: all of it is done, reported in due order, and it ends at the same time', async () => {
  const from = receiver.received.length;
  receiver.answer = () => ({ status: 500, delayMs: 200 });
  await muchToDo();
  const before = await now();
  const moving = advance({ seconds: 8 * 24 * 3600 });
  await until(
    async () => receiver.received.length - from,
    (requests) => requests > 6 + 3,
  );
  await service.applications.worker.kill();
  await service.applications.restartWorker();
  const { status, body } = await moving;
  expect(status).toBe(200);
  expectAllFired(body.fired);
  expect(await stillDue()).toEqual([]);
  expect((await now()) - before).toBeLessThan(8 * 24 * 3600_000 + 120_000);
  // An attempt that was broken off counts as one: never is anything sent more than six times.
  const sent = Map.groupBy(receiver.received.slice(from), ({ headers }) => headers['x-service-delivery']);
  for (const requests of sent.values()) expect(requests.length).toBeLessThanOrEqual(6);
}, 150_000);

test('a worker that is away: the call answers 503 in time', async () => {
  await service.applications.worker.stop();
  const began = performance.now();
  const { status, body } = await advance({ seconds: 60 });
  expect([status, body]).toEqual([503, { error: 'temporarily unavailable' }]);
  expect(performance.now() - began).toBeLessThan(6000);
  await service.applications.restartWorker();
  const again = await until(
    () => advance({ seconds: 60 }),
    (answer) => answer.status !== 503,
    60_000,
  );
  expect(again.status).toBe(200);
}, 120_000);
