import { createSharedWait } from '../../../src/http/shared-wait.ts';
import { checkoutStatuses } from '../../../src/store/checkouts.ts';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, merchant, openCheckout, shopper } from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';

const { books } = apiTest();

let shop: Merchant;
let buyer: Person;
beforeAll(async () => {
  [shop, buyer] = await Promise.all([merchant(), shopper()]);
});

const wait = (id: string, seconds: string, who: object = { key: shop.key }) =>
  api('GET', `/checkouts/${id}?wait=${seconds}`, who);

test('a waiting call answers when the checkout is paid, long before its time is over', async () => {
  const { id } = await openCheckout(shop);
  const began = performance.now();

  const waiting = [wait(id, '30'), wait(id, '30', { session: buyer.session })];
  await call('POST', `/checkouts/${id}/authorize`, { session: buyer.session, body: {} });

  for (const answer of await Promise.all(waiting)) expect(answer.body.status).toBe('AUTHORIZED');
  expect(performance.now() - began).toBeLessThan(15_000);
});

test('a waiting call without a change answers after its time', async () => {
  const { id } = await openCheckout(shop);
  const began = performance.now();

  expect(await wait(id, '1')).toMatchObject({ status: 200, body: { status: 'PENDING' } });

  expect(performance.now() - began).toBeGreaterThan(990);
});

test('a final status answers at once', async () => {
  const { checkoutId, authId } = await authorized(shop, buyer);
  await call('POST', `/charges/${authId}/void`, { key: shop.key });
  const began = performance.now();

  expect((await wait(checkoutId, '30')).body.status).toBe('VOIDED');

  expect(performance.now() - began).toBeLessThan(15_000);
});

test('a waiting shopper who may not see the checkout any more gets 404', async () => {
  const other = await shopper();
  const { id } = await openCheckout(shop);

  const waiting = wait(id, '30', { session: other.session });
  await call('POST', `/checkouts/${id}/authorize`, { session: buyer.session, body: {} });

  expect(await waiting).toMatchObject({ status: 404, body: { error: 'checkout not found' } });
});

test.each(['31', '-1', '1.5', 'soon', ''])('a wait of "%s" is refused', async (seconds) => {
  const { id } = await openCheckout(shop);
  expect(await wait(id, seconds)).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^wait: /) },
  });
});

test('two hundred waiting calls cost the database no more statements than one', async () => {
  const checkouts = await Promise.all([openCheckout(shop), openCheckout(shop)]);
  let statements = 0;
  const { untilChanged } = createSharedWait({
    read: async (ids) => {
      statements++;
      return new Map((await checkoutStatuses(books, { ids })).map(({ id, status }) => [id, status]));
    },
    stopping: new AbortController().signal,
  });

  const all = Array.from({ length: 200 }, (_, index) => ({
    id: checkouts[index % 2]?.id ?? '',
    seen: 'PENDING',
  }));
  await Promise.all(all.map((one) => untilChanged(one, 1000)));

  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThan(6);
});
