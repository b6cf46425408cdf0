import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { startWebhookReceiver } from '../../simulators/webhook-receiver.ts';
import { DATA, ROOT } from '../../stack/places.ts';
import { startTemporalServer } from '../../stack/temporal-server.ts';
import type { TemporalServer } from '../../stack/temporal-server.ts';
import { enginesOf, namespaceOf } from '../../src/temporal/engines.ts';
import { workflowId } from '../../workflows/messages.ts';
import { apiTest } from '../support/api-test.ts';
import { liveMerchant, payLive, sellLive } from '../support/live.ts';
import type { LiveMerchant } from '../support/live.ts';
import { OLGA } from '../support/operators.ts';
import { api, authorized, call, item, merchant, openCheckout, shopper, until } from '../support/people.ts';
import type { Merchant, Person } from '../support/people.ts';

/** Sandbox and live in namespaces of their own. Source: contract, section 19. */
const logDirectory = join(DATA, `namespaces-${process.pid}`, 'logs');
let temporal: TemporalServer;
const service = apiTest({
  own: 'namespaces',
  settings: async () => {
    temporal = await startTemporalServer({ logDirectory, namespaces: ['sandbox', 'live'] });
    return {
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: 'sandbox',
      TEMPORAL_LIVE_NAMESPACE: 'live',
    };
  },
});
const { books } = service;
let connection: Connection;
let shop: Merchant;
let buyer: Person;
let live: LiveMerchant;
beforeAll(async () => {
  connection = await Connection.connect({ address: temporal.address });
  [shop, buyer, live] = await Promise.all([
    merchant(),
    shopper({ funds: 1_000_000 }),
    liveMerchant(books, { base: service.applications.apiUrl, sales: 10_000 }),
  ]);
}, 60_000);
afterAll(async () => {
  await connection.close();
  await temporal.stop();
});

const of = (namespace: 'sandbox' | 'live') => new Client({ connection, namespace });

/** True when the namespace has a workflow of this id, running or ended. */
const has = (namespace: 'sandbox' | 'live', id: string): Promise<boolean> =>
  of(namespace)
    .workflow.getHandle(id)
    .describe()
    .then(
      () => true,
      () => false,
    );

/** The namespaces that have a workflow of this id. */
const placesOf = async (id: string) =>
  (await Promise.all([has('sandbox', id), has('live', id)]))
    .map((found, at) => found && ['sandbox', 'live'][at])
    .filter(Boolean);

/** The ids of a table's rows in this environment. */
const idsOf = async (table: string, env: 'sandbox' | 'live'): Promise<string[]> => {
  const { rows } = await books.query<{ id: string }>(`select id from ${table} where env = $1`, [env]);
  return rows.map(({ id }) => id);
};

test('one namespace serves both environments unless live has its own', () => {
  expect(enginesOf({ TEMPORAL_NAMESPACE: 'payments' })).toEqual([
    { namespace: 'payments', environments: ['sandbox', 'live'] },
  ]);
  const apart = { TEMPORAL_NAMESPACE: 'payments', TEMPORAL_LIVE_NAMESPACE: 'money' };
  expect(enginesOf(apart)).toEqual([
    { namespace: 'payments', environments: ['sandbox'] },
    { namespace: 'money', environments: ['live'] },
  ]);
  expect([namespaceOf(apart, 'sandbox'), namespaceOf(apart, 'live'), namespaceOf(apart, null)]).toEqual([
    'payments',
    'money',
    'money',
  ]);
});

test('every workflow runs in the namespace of its row, and those of no environment with live', async () => {
  const receiver = await startWebhookReceiver({ answer: () => ({ status: 500 }) });
  for (const { orgId, session } of [shop, { ...live, session: live.liveSession }])
    await call('PUT', `/orgs/${orgId}/webhook`, { session, body: { url: receiver.url } });
  const { authId } = await authorized(shop, buyer);
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  await call('POST', `/charges/${authId}/return`, { key: shop.key, body: { reason: 'broken' } });
  await call('POST', '/sandbox/clock/advance', { key: shop.key, body: { seconds: 5 } });
  await sellLive(live, 5000);
  expect((await payLive(live, 1000)).status).toBe(200);

  for (const env of ['sandbox', 'live'] as const) {
    const ids = [
      ...(await idsOf('checkouts', env)).map(workflowId.checkout),
      ...(await idsOf('returns', env)).map(workflowId.chargeReturn),
      ...(await idsOf('payouts', env)).map(workflowId.payout),
      ...(await idsOf('counterparties', env)).map(workflowId.counterparty),
    ];
    expect(ids.length).toBeGreaterThan(1);
    for (const id of ids) expect([id, await placesOf(id)]).toEqual([id, [env]]);
    const [delivery = ''] = (await idsOf('deliveries', env)).map(workflowId.webhook);
    await until(
      () => placesOf(delivery),
      (places) => places.length > 0,
    );
    expect([delivery, await placesOf(delivery)]).toEqual([delivery, [env]]);
  }
  const { rows } = await books.query<{ id: string }>('select id from sign_in_codes limit 1');
  expect(await placesOf(workflowId.signInMail(rows[0]?.id ?? ''))).toEqual(['live']);
  expect(await placesOf(workflowId.clock(shop.orgId))).toEqual(['sandbox']);
  await receiver.stop();
}, 60_000);

test('both namespaces are reconciled, and live alone is compared with the bank', async () => {
  const queue = service.applications.environment['TASK_QUEUE'] ?? '';
  const schedulesIn = async (namespace: 'sandbox' | 'live') => {
    const ids: string[] = [];
    for await (const { scheduleId } of of(namespace).schedule.list()) ids.push(scheduleId);
    return ids.sort();
  };
  // Lists of schedules lag.
  await until(
    () => schedulesIn('live'),
    (ids) => ids.length === 2,
  );
  expect(await schedulesIn('live')).toEqual([
    workflowId.bankComparison(queue),
    workflowId.reconciliation(queue),
  ]);
  expect(await schedulesIn('sandbox')).toEqual([workflowId.reconciliation(queue)]);
});

test('lost workflows begin again in the namespace of their row', async () => {
  const { id } = await openCheckout(shop);
  const cart = { items: [item()], total: 1000, currency: 'EUR' };
  const opened = await call('POST', '/checkouts', { key: live.liveKey, body: cart });
  await of('sandbox').workflow.getHandle(workflowId.checkout(id)).terminate('lost');
  await of('live').workflow.getHandle(workflowId.checkout(opened.id)).terminate('lost');
  // Visibility lags: the reconciliation must not find the terminated ones running.
  const running = (namespace: 'sandbox' | 'live', checkout: string) =>
    of(namespace).workflow.count(
      `WorkflowId = '${workflowId.checkout(checkout)}' and ExecutionStatus = 'Running'`,
    );
  await until(
    () => running('sandbox', id),
    ({ count }) => count === 0,
  );
  await until(
    () => running('live', opened.id),
    ({ count }) => count === 0,
  );

  const run = (...words: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'stack', 'reconcile.ts'), ...words], {
      env: { ...process.env, ...service.applications.environment },
      encoding: 'utf8',
    });
    return stdout + stderr;
  };
  expect(run('--namespace=elsewhere')).toContain('--namespace: this installation has no namespace elsewhere');
  expect(run()).toMatch(
    /in the namespace sandbox:\n\d+ open rows, 1 workflows started.*\nin the namespace live:\n\d+ open rows, 1 workflows started/,
  );
  expect([await placesOf(workflowId.checkout(id)), await placesOf(workflowId.checkout(opened.id))]).toEqual([
    ['sandbox'],
    ['live'],
  ]);
}, 60_000);

test('an operator finds a workflow in its namespace', async () => {
  const [sandboxId = ''] = await idsOf('checkouts', 'sandbox');
  const [liveId = ''] = await idsOf('checkouts', 'live');
  const urlOf = async (id: string) =>
    (await call('GET', `/operator/find?id=${id}`, { headers: OLGA })).workflow_url as string;
  expect(await urlOf(sandboxId)).toContain('/namespaces/sandbox/workflows/');
  expect(await urlOf(liveId)).toContain('/namespaces/live/workflows/');
  expect(await urlOf(workflowId.clock(shop.orgId))).toContain('/namespaces/sandbox/workflows/');
});

test('a worker of live alone leaves the sandbox to another one', async () => {
  const { applications } = service;
  await applications.worker.stop();
  await applications.restartWorker({ WORKER_ENVIRONMENTS: 'live' });
  const ofLive = applications.worker;
  await sellLive(live, 3000);
  const cart = { items: [item()], total: 1000 };
  expect((await api('POST', '/checkouts', { key: shop.key, body: cart })).status).toBe(503);
  await applications.restartWorker({ WORKER_ENVIRONMENTS: 'sandbox' });
  await authorized(shop, buyer);
  await ofLive.stop();
  await authorized(shop, buyer);
}, 60_000);
