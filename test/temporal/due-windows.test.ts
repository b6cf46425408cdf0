import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { ENVIRONMENTS } from '../../src/domain/environment.ts';
import { dataConverterOf } from '../../src/temporal/data-converter.ts';
import { reconcile, reconcileAll } from '../../src/temporal/reconcile.ts';
import type { ReconciliationProgress } from '../../src/temporal/reconcile.ts';
import { taskQueues } from '../../workflows/messages.ts';
import * as scenes from '../echo/scenes.ts';
import { startWorld } from '../echo/world.ts';
import { until } from '../support/people.ts';
import type { World } from '../echo/world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Each test has a database of its own, of which nothing is due. Its queue has no worker: workflows only
 * begin.
 */
let world: World;
let tests = 0;
beforeEach(async () => {
  world = await startWorld(`due_windows_${++tests}`);
});
afterEach(async () => {
  await reconcileAll(deps(), null);
  const query = `TaskQueue = "${world.settings.taskQueue}" and ExecutionStatus = "Running"`;
  for await (const { workflowId } of world.client.workflow.list({ query }))
    await world.client.workflow.getHandle(workflowId).terminate('the test is over');
  await world.stop();
});

const deps = () => ({
  client: world.client,
  environments: ENVIRONMENTS,
  database: world.database,
  startSettings: { queues: taskQueues(world.settings.taskQueue) },
});
const statusOf = (workflowId: string): Promise<string> =>
  world.client.workflow
    .getHandle(workflowId)
    .describe()
    .then(
      ({ status }) => status.name,
      () => 'LOST',
    );

test('a hold that lost its workflow is looked at when its end is near, and gets the workflow back before', async () => {
  const { checkoutId } = await scenes.held(world, await scenes.newShop(world));
  expect(await reconcile(deps())).toEqual({ due: 0, started: 0 });
  await world.letTimePass(7 * DAY - 31 * MINUTE);
  expect(await reconcile(deps())).toEqual({ due: 0, started: 0 });
  await world.letTimePass(2 * MINUTE);
  expect(await reconcile(deps())).toEqual({ due: 1, started: 1 });
  expect(await statusOf(`checkout:${checkoutId}`)).toBe('RUNNING');
}, 60_000);

test('cashback is looked at when it is about to land, and its workflow waits for what is left', async () => {
  const shop = await scenes.newShop(world);
  const entryId = await scenes.teaRecommendation(world, shop, await scenes.newUser(world));
  await world.steps.recommendProduct({ entryId });
  const { chargeId } = await scenes.captured(world, shop);
  const { rows } = await world.database.pool.query(
    `select id from awards where charge_id = $1 and status = 'PENDING'`,
    [chargeId],
  );
  await world.letTimePass(30 * DAY - 31 * MINUTE);
  expect(await reconcile(deps())).toEqual({ due: 0, started: 0 });
  await world.letTimePass(6 * MINUTE);
  expect(await reconcile(deps())).toEqual({ due: 1, started: 1 });
  const history = await world.client.workflow.getHandle(`award:${rows[0].id}`).fetchHistory();
  const started = history.events?.[0]?.workflowExecutionStartedEventAttributes;
  expect(Number(started?.firstWorkflowTaskBackoff?.seconds)).toBe(25 * 60);
}, 60_000);

test('a row that is due by the moved clock of its sandbox is looked at', async () => {
  const shop = await scenes.newShop(world);
  const { checkoutId } = await scenes.held(world, shop);
  await scenes.clockTo(world, shop, (await scenes.endOf(world, { checkoutId })) - 40 * MINUTE);
  expect(await reconcile(deps())).toEqual({ due: 0, started: 0 });
  await scenes.clockTo(world, shop, (await scenes.endOf(world, { checkoutId })) - 20 * MINUTE);
  expect(await reconcile(deps())).toEqual({ due: 1, started: 1 });
  expect(await statusOf(`checkout:${checkoutId}`)).toBe('RUNNING');
}, 60_000);

test('an overdue row is looked at until it has ended', async () => {
  const { checkoutId } = await scenes.opened(world, await scenes.newShop(world));
  await world.letTimePass(30 * DAY);
  expect(await reconcile(deps())).toEqual({ due: 1, started: 1 });
  await world.client.workflow.getHandle(`checkout:${checkoutId}`).terminate('lost');
  await world.run('closeOverdue', { checkoutId, orgId: await orgOf(checkoutId), at: world.now });
  expect(await reconcile(deps())).toEqual({ due: 0, started: 0 });
}, 60_000);

test('a pass over all open rows goes on after an interruption, and starts each workflow once', async () => {
  const shop = await scenes.newShop(world);
  const holds = [];
  for (let count = 0; count < 3; count++) holds.push(await scenes.held(world, shop));
  await scenes.opened(world, shop);
  const reports: ReconciliationProgress[] = [];
  const interrupted = reconcileAll(deps(), null, (progress) => {
    reports.push(progress);
    if (progress.place?.kind === 'checkouts') throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  const { place } = reports.at(-1) as ReconciliationProgress;
  expect(await reconcileAll(deps(), place)).toMatchObject({ open: 3, started: 3 });
  for (const { checkoutId } of holds) expect(await statusOf(`checkout:${checkoutId}`)).toBe('RUNNING');
}, 60_000);

async function orgOf(checkoutId: string): Promise<string> {
  const { rows } = await world.database.pool.query('select org_id from checkouts where id = $1', [
    checkoutId,
  ]);
  return rows[0].org_id;
}

test('a running workflow with a memo under a payload key that is gone stops no pass', async () => {
  const gone = dataConverterOf({ PAYLOAD_KEYS: [{ id: 'gone', key: randomBytes(32) }] });
  const stranger = new Client({ connection: world.client.connection, dataConverter: gone });
  const workflow = await stranger.workflow.start('checkout', {
    workflowId: `checkout:${randomUUID()}`,
    taskQueue: `${world.settings.taskQueue}-of-a-stranger`,
    args: [],
    memo: { note: 'sealed' },
  });
  await until(
    () => stranger.workflow.count(`WorkflowId = "${workflow.workflowId}" and ExecutionStatus = "Running"`),
    ({ count }) => count === 1,
  );
  expect(await reconcileAll(deps(), null)).toMatchObject({ open: 0, started: 0 });
  await workflow.terminate('the test is over');
});
