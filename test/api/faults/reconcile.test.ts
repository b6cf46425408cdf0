import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { DATA, ROOT } from '../../../stack/places.ts';
import { startTemporalServer } from '../../../stack/temporal-server.ts';
import type { TemporalServer } from '../../../stack/temporal-server.ts';
import { apiTest } from '../../support/api-test.ts';
import {
  authorized,
  call,
  item,
  merchant,
  openCheckout,
  person,
  shopper,
  until,
} from '../../support/people.ts';

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

const logDirectory = join(DATA, `reconcile-${process.pid}`, 'logs');
let temporal: TemporalServer;
const service = apiTest({
  own: 'reconcile',
  settings: async () => {
    temporal = await startTemporalServer({ logDirectory });
    return { TEMPORAL_ADDRESS: temporal.address };
  },
});
const { books } = service;
afterAll(() => temporal.stop());

test('after the loss of Temporal’s store the reconciliation gives a hundred open obligations their workflows back, and each ends once', async () => {
  const receiver = await startWebhookReceiver({ answer: () => ({ status: 500 }) });

  const [shop, buyer, friend] = await Promise.all([merchant(), shopper({ funds: 10_000_000 }), person()]);
  await call('POST', '/buy-list', {
    session: friend.session,
    body: { merchant_id: shop.orgId, product_id: 'tea' },
  });
  await times(30, () => openCheckout(shop));
  await times(30, () => authorized(shop, buyer));
  const cart = { items: [item({ cashback_rate: 1000 })], total: 1000 };
  const bought = await times(30, () => authorized(shop, buyer, { cart }));
  await Promise.all(
    bought.map(({ authId }) => call('POST', `/charges/${authId}/capture`, { key: shop.key })),
  );
  await call('PUT', `/orgs/${shop.orgId}/webhook`, { session: shop.session, body: { url: receiver.url } });
  const noticed = await times(15, () => authorized(shop, buyer));
  // Each first attempt failed, and its workflow was started: later, the worker itself would start some of
  // them.
  await until(
    async () =>
      (await books.query('select from deliveries where next_attempt_at is not null and not to_tell'))
        .rowCount,
    (count) => count === 15,
  );

  await temporal.kill();
  temporal = await startTemporalServer({ logDirectory, port: temporal.port });
  const environment = { ...process.env, ...service.applications.environment };
  const run = () =>
    spawnSync(process.execPath, [join(ROOT, 'stack', 'reconcile.ts')], {
      env: environment,
      encoding: 'utf8',
    });
  const first = run();
  expect(first.stdout + first.stderr).toContain(
    '120 open rows, 120 workflows started for them, 0 workflows without an open row',
  );
  expect(run().stdout).toContain('120 open rows');

  receiver.answer = () => ({ status: 200 });
  const { fired } = await call('POST', '/sandbox/clock/advance', {
    key: shop.key,
    body: { seconds: 31 * 24 * 3600 },
  });
  const kinds = (kind: string) => fired.filter((thing: { kind: string }) => thing.kind === kind).length;
  expect([
    kinds('checkout_expiry'),
    kinds('hold_lapse'),
    kinds('award_landing'),
    kinds('webhook_retry'),
  ]).toEqual([30, 45, 30, 15]);
  const { rows } = await books.query<{ count: number }>(
    `select count(*)::int from deliveries where status = 'DELIVERED'`,
  );
  expect(rows[0]?.count).toBe(15);
  expect(noticed).toHaveLength(15);
  await receiver.stop();
}, 240_000);
