import { join } from 'node:path';
import { DATA } from '../../../stack/places.ts';
import { startTemporalServer } from '../../../stack/temporal-server.ts';
import { startApplications } from '../../support/applications.ts';
import { cloneDatabase } from '../../support/database.ts';
import { api, authorized, bookkeeping, call, expectIntegrity, item, merchant, shopper, until } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';

test('what was answered with 503 for want of a worker takes no effect later: no second refund, no cart in place of a newer one', async () => {
  const logDirectory = join(DATA, `late-${process.pid}`, 'logs');
  const temporal = await startTemporalServer({ logDirectory });
  const database = await cloneDatabase(`late_${process.pid}`);
  const applications = await startApplications('late', { DATABASE_URL: database, TEMPORAL_ADDRESS: temporal.address });
  const base = applications.apiUrl;
  const books = bookkeeping(database);
  const [shop, buyer] = await Promise.all([merchant({ base }), shopper({ base })]);
  const { id: terminal } = await call('POST', '/terminals', { key: shop.key, body: { title: 'Till' } }, base);
  const { authId } = await authorized(shop, buyer, { base, cart: { items: [item({ qty: 3 })], total: 3000 } });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key }, base);

  const giveBack = () =>
    api('POST', `/charges/${authId}/return`, { key: shop.key, body: { items: [{ product_id: 'tea', qty: 1 }] } }, base);
  const create = (price: number) =>
    api('POST', '/checkouts', { key: shop.key, body: { items: [item({ unit_price: price })], total: price, terminal_id: terminal } }, base);
  await applications.worker.stop();
  const unanswered = [...(await Promise.all([giveBack(), create(111)])), await giveBack()];
  expect(unanswered.map(({ status }) => status)).toEqual([503, 503, 503]);
  await applications.restartWorker();

  const insist = (ask: () => Promise<Answer>) => until(ask, ({ status }) => status !== 503, 30_000);
  expect((await insist(giveBack)).body).toMatchObject({ refund: 1000 });
  const newer = await insist(() => create(222));
  // The openings and returns that Temporal still held have come to their end by the time a later one of each has.
  const { rows } = await books.query('select refund::int from returns where charge_id = $1', [authId]);
  expect(rows).toEqual([{ refund: 1000 }]);
  expect(await call('GET', `/terminals/${terminal}/checkout`, { key: shop.key }, base)).toMatchObject({ id: newer.body.id, total: 222 });
  await expectIntegrity(books);
  await Promise.all([applications.stop(), books.end()]);
  await temporal.stop();
}, 120_000);
