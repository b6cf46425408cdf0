import { apiTest } from '../../support/api-test.ts';
import { authorized, call, merchant, openCheckout, shopper } from '../../support/people.ts';

apiTest();

test('a move to the time of the last listed thing fires all listed things, in the same order', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper()]);
  const { authId } = await authorized(shop, buyer);
  const { id: checkoutId } = await openCheckout(shop);

  const { now, due } = await call('GET', '/sandbox/clock/due', { session: shop.session });

  expect(due.map(({ kind, id }: { kind: string; id: string }) => [kind, id])).toEqual([
    ['checkout_expiry', checkoutId],
    ['hold_lapse', authId],
  ]);
  expect(Date.parse(now)).toBeLessThan(Date.parse(due[0].due_at));
  const { fired } = await call('POST', '/sandbox/clock/advance', {
    key: shop.key,
    body: { to: due[1].due_at },
  });
  expect(fired).toEqual(due);
  expect((await call('GET', '/sandbox/clock/due', { key: shop.key })).due).toEqual([]);
});
