import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { DATA } from '../../stack/places.ts';
import { startTemporalServer } from '../../stack/temporal-server.ts';
import type { TemporalServer } from '../../stack/temporal-server.ts';
import { workflowId } from '../../workflows/messages.ts';
import { apiTest } from '../support/api-test.ts';
import { api, authorized, call, merchant, shopper, until } from '../support/people.ts';
import type { Merchant, Person } from '../support/people.ts';

/** A rollout and a rollback, as docs/deploying.md describes them. */
const DEPLOYMENT = { WORKER_DEPLOYMENT: 'payments' };
const logDirectory = join(DATA, `versions-${process.pid}`, 'logs');
let temporal: TemporalServer;
const service = apiTest({
  own: 'versions',
  settings: async () => {
    temporal = await startTemporalServer({ logDirectory });
    return { TEMPORAL_ADDRESS: temporal.address };
  },
});
let client: Client;
let shop: Merchant;
let buyer: Person;
beforeAll(async () => {
  const connection = await Connection.connect({ address: temporal.address });
  client = new Client({ connection });
  [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 1_000_000 })]);
}, 60_000);
afterAll(async () => {
  await client.connection.close();
  await temporal.stop();
});

/** Sets a version current once the server knows it, as the command of docs/deploying.md does. */
const setCurrent = (buildId: string): Promise<unknown> =>
  until(
    () =>
      client.workflowService
        .setWorkerDeploymentCurrentVersion({
          namespace: 'default',
          deploymentName: 'payments',
          buildId,
        })
        .then(
          () => 'done',
          (error: unknown) => String(error),
        ),
    (answer) => answer === 'done',
    30_000,
  );

/** The build that last continued a workflow, and how its workflow chooses a version. Null for no version. */
async function versionOf(id: string): Promise<{ behavior: string; build: string | null }> {
  const { raw } = await client.workflow.getHandle(id).describe();
  const info = raw.workflowExecutionInfo?.versioningInfo;
  const behavior = ['UNSPECIFIED', 'PINNED', 'AUTO_UPGRADE'][info?.behavior ?? 0] as string;
  return { behavior, build: info?.deploymentVersion?.buildId ?? null };
}

const capture = (authId: string) => api('POST', `/charges/${authId}/capture`, { key: shop.key });

test('checkouts move to a new version with their next step and back again, and no call fails', async () => {
  // Before any version: the worker of an installation that begins to use them.
  const first = await authorized(shop, buyer);
  const { worker: unversioned } = service.applications;
  await service.applications.restartWorker({ ...DEPLOYMENT, WORKER_BUILD_ID: 'one' });
  const one = service.applications.worker;
  await setCurrent('one');
  await unversioned.stop();
  expect((await capture(first.authId)).status).toBe(200);

  const [rolledOut, rolledBack] = [await authorized(shop, buyer), await authorized(shop, buyer)];
  expect(await versionOf(workflowId.checkout(rolledOut.checkoutId))).toEqual({
    behavior: 'AUTO_UPGRADE',
    build: 'one',
  });

  await service.applications.restartWorker({ ...DEPLOYMENT, WORKER_BUILD_ID: 'two' });
  // A worker whose version is not current takes nothing.
  const before = await authorized(shop, buyer);
  expect((await versionOf(workflowId.checkout(before.checkoutId))).build).toBe('one');
  await setCurrent('two');
  expect((await capture(rolledOut.authId)).status).toBe(200);
  expect((await versionOf(workflowId.checkout(rolledOut.checkoutId))).build).toBe('two');
  const { return_id: returned } = await call('POST', `/charges/${rolledOut.authId}/return`, {
    key: shop.key,
    body: { reason: 'broken' },
  });
  expect(await versionOf(workflowId.chargeReturn(returned))).toEqual({ behavior: 'PINNED', build: 'two' });

  await setCurrent('one');
  expect((await capture(rolledBack.authId)).status).toBe(200);
  expect((await versionOf(workflowId.checkout(rolledBack.checkoutId))).build).toBe('one');
  await one.stop();
}, 90_000);
