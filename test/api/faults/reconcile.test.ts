import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { DATA, ROOT } from '../../../stack/places.ts';
import { startTemporalServer } from '../../../stack/temporal-server.ts';
import { startApplications } from '../../support/applications.ts';
import { cloneDatabase } from '../../support/database.ts';
import {
  authorized,
  bookkeeping,
  call,
  expectIntegrity,
  item,
  merchant,
  openCheckout,
  person,
  shopper,
  until,
} from '../../support/people.ts';

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, work));

test('after the loss of Temporal’s store the reconciliation gives a hundred open obligations their workflows back, and each ends once', async () => {
  const logDirectory = join(DATA, `reconcile-${process.pid}`, 'logs');
  const lost = await startTemporalServer({ logDirectory });
  const database = await cloneDatabase(`reconcile_${process.pid}`);
  const applications = await startApplications('reconcile', { DATABASE_URL: database, TEMPORAL_ADDRESS: lost.address });
  const base = applications.apiUrl;
  const books = bookkeeping(database);
  const receiver = await startWebhookReceiver({ answer: () => ({ status: 500 }) });

  const [shop, buyer, friend] = await Promise.all([merchant({ base }), shopper({ base, funds: 10_000_000 }), person(base)]);
  await call('POST', '/buy-list', { session: friend.session, body: { merchant_id: shop.orgId, product_id: 'tea' } }, base);
  await times(30, () => openCheckout(shop, { base }));
  await times(30, () => authorized(shop, buyer, { base }));
  const cart = { items: [item({ cashback_rate: 1000 })], total: 1000 };
  const bought = await times(30, () => authorized(shop, buyer, { base, cart }));
  await Promise.all(bought.map(({ authId }) => call('POST', `/charges/${authId}/capture`, { key: shop.key }, base)));
  await call('PUT', `/orgs/${shop.orgId}/webhook`, { session: shop.session, body: { url: receiver.url } }, base);
  const noticed = await times(15, () => authorized(shop, buyer, { base }));
  await until(
    async () => receiver.received.length,
    (count) => count >= 15,
    30_000,
  );

  await lost.kill();
  const found = await startTemporalServer({ logDirectory, port: lost.port });
  const environment = { ...process.env, DATABASE_URL: database, TEMPORAL_ADDRESS: found.address, TASK_QUEUE: 'reconcile' };
  const run = () => spawnSync(process.execPath, [join(ROOT, 'stack', 'reconcile.ts')], { env: environment, encoding: 'utf8' });
  const first = run();
  expect(first.stdout + first.stderr).toContain('120 open rows, 120 workflows started for them, 0 workflows without an open row');
  expect(run().stdout).toContain('120 open rows');

  receiver.answer = () => ({ status: 200 });
  const { fired } = await call('POST', '/sandbox/clock/advance', { key: shop.key, body: { seconds: 31 * 24 * 3600 } }, base);
  const kinds = (kind: string) => fired.filter((thing: { kind: string }) => thing.kind === kind).length;
  expect([kinds('checkout_expiry'), kinds('hold_lapse'), kinds('award_landing'), kinds('webhook_retry')]).toEqual([30, 45, 30, 15]);
  const { rows } = await books.query<{ count: number }>(`select count(*)::int from deliveries where status = 'DELIVERED'`);
  expect(rows[0]?.count).toBe(15);
  expect(noticed).toHaveLength(15);
  await expectIntegrity(books);

  await Promise.all([applications.stop(), books.end(), receiver.stop()]);
  await found.stop();
}, 240_000);
