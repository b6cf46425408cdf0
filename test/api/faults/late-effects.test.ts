import { join } from 'node:path';
import { DATA } from '../../../stack/places.ts';
import { startTemporalServer } from '../../../stack/temporal-server.ts';
import type { TemporalServer } from '../../../stack/temporal-server.ts';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, item, merchant, shopper, until } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';

let temporal: TemporalServer;
const service = apiTest({
  own: 'late',
  settings: async () => {
    temporal = await startTemporalServer({ logDirectory: join(DATA, `late-${process.pid}`, 'logs') });
    return { TEMPORAL_ADDRESS: temporal.address };
  },
});
const { books } = service;
afterAll(() => temporal.stop());

test('a call that answered 503 without a worker has no late effect: no second refund, no cart in place of a newer one', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper()]);
  const { id: terminal } = await call('POST', '/terminals', { key: shop.key, body: { title: 'Till' } });
  const { authId } = await authorized(shop, buyer, { cart: { items: [item({ qty: 3 })], total: 3000 } });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });

  const giveBack = () =>
    api('POST', `/charges/${authId}/return`, {
      key: shop.key,
      body: { items: [{ product_id: 'tea', qty: 1 }] },
    });
  const create = (price: number) =>
    api('POST', '/checkouts', {
      key: shop.key,
      body: { items: [item({ unit_price: price })], total: price, terminal_id: terminal },
    });
  await service.applications.worker.stop();
  const unanswered = [...(await Promise.all([giveBack(), create(111)])), await giveBack()];
  expect(unanswered.map(({ status }) => status)).toEqual([503, 503, 503]);
  await service.applications.restartWorker();

  const insist = (ask: () => Promise<Answer>) => until(ask, ({ status }) => status !== 503, 30_000);
  expect((await insist(giveBack)).body).toMatchObject({ refund: 1000 });
  const newer = await insist(() => create(222));
  // The openings and returns that Temporal still held have come to their end by the time a later one of each
  // has.
  const { rows } = await books.query('select refund::int from returns where charge_id = $1', [authId]);
  expect(rows).toEqual([{ refund: 1000 }]);
  expect(await call('GET', `/terminals/${terminal}/checkout`, { key: shop.key })).toMatchObject({
    id: newer.body.id,
    total: 222,
  });
}, 120_000);
