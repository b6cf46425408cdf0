import { apiTest } from '../../support/api-test.ts';
import {
  api,
  authorized,
  call,
  GOLDEN_CART,
  item,
  merchant,
  openCheckout,
  shopper,
} from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';

const { books } = apiTest({ check: 'after each test' });
let shop: Merchant;
let buyer: Person;

beforeAll(async () => {
  [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 10_000_000 })]);
});

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();

/** A caller who is told to come back does: 503 promises that asking again is safe. */
async function insist(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask();
    if (answer.status !== 503 || attempt === 5) return answer;
  }
}

test('fifty captures of one charge at once give one journal and fifty equal answers', async () => {
  const { authId } = await authorized(shop, buyer, { cart: GOLDEN_CART });
  const answers = await times(50, () =>
    insist(() => api('POST', `/charges/${authId}/capture`, { key: shop.key })),
  );
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  const { rows } = await books.query<{ kind: string }>(
    'select event as kind from events where charge_id = $1 union all select kind from journals where charge_id = $1',
    [authId],
  );
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual([
    'capture',
    'charge.captured',
    'checkout.authorized',
  ]);
});

test('of a capture and a void at once exactly one wins, and the other gets its reason', async () => {
  const winners = await times(12, async () => {
    const { authId, checkoutId } = await authorized(shop, buyer);
    const asked = [
      () => api('POST', `/charges/${authId}/capture`, { key: shop.key }),
      () => api('POST', `/charges/${authId}/void`, { key: shop.key }),
    ];
    const [captured, voided] = (await Promise.all(asked.map((ask) => ask()))) as [Answer, Answer];
    const { status } = await call('GET', `/checkouts/${checkoutId}`, { key: shop.key });
    if (captured.status === 200) {
      expect([voided.status, voided.body, status]).toEqual([400, { error: 'auth not voidable' }, 'CAPTURED']);
    } else {
      expect([captured.status, captured.body, voided.status, status]).toEqual([
        400,
        { error: 'auth not capturable' },
        200,
        'VOIDED',
      ]);
    }
    return status;
  });
  expect(winners).toHaveLength(12);
});

test('of two carts authorized at once with funds for one, one is', async () => {
  await times(6, async () => {
    const poor = await shopper({ funds: 1500 });
    const carts = await times(2, () => openCheckout(shop, { total: 1000 }));
    const answers = await Promise.all(
      carts.map(({ id }) => api('POST', `/checkouts/${id}/authorize`, { session: poor.session })),
    );
    expect(statuses(answers)).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({ error: 'insufficient balance' });
    expect((await call('GET', '/wallet', { session: poor.session })).wallets[0]).toMatchObject({
      balance_minor: 1500,
      held_minor: 1000,
    });
  });
});

test('one shopper who authorizes one cart ten times at once holds it once', async () => {
  const someone = await shopper({ funds: 5000 });
  const { id } = await openCheckout(shop);
  const answers = await times(10, () =>
    insist(() => api('POST', `/checkouts/${id}/authorize`, { session: someone.session })),
  );
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect((await call('GET', '/wallet', { session: someone.session })).wallets[0]).toMatchObject({
    held_minor: 1000,
  });
});

test('of two shoppers who authorize one cart at once, one pays', async () => {
  await times(6, async () => {
    const pair = await times(2, () => shopper({ funds: 1000 }));
    const { id } = await openCheckout(shop);
    const answers = await Promise.all(
      pair.map(({ session }) => api('POST', `/checkouts/${id}/authorize`, { session })),
    );
    expect(statuses(answers)).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({ error: 'checkout authorized' });
  });
});

test('twenty checkouts at once on one terminal leave one pending', async () => {
  const { id: terminal } = await call('POST', '/terminals', { key: shop.key, body: { title: 'Busy till' } });
  const body = { items: [item()], total: 1000, terminal_id: terminal };
  const answers = await times(20, () => insist(() => api('POST', '/checkouts', { key: shop.key, body })));
  expect(statuses(answers)).toEqual(Array(20).fill(200));
  const states = await Promise.all(
    answers.map(
      async (answer) => (await call('GET', `/checkouts/${answer.body.id}`, { key: shop.key })).status,
    ),
  );
  expect(states.toSorted()).toEqual(['PENDING', ...Array(19).fill('SUPERSEDED')]);
  const { id } = await call('GET', `/terminals/${terminal}/checkout`, { key: shop.key });
  expect(states[answers.findIndex((answer) => answer.body.id === id)]).toBe('PENDING');
});

test('of an authorize and a newer checkout on the same terminal, either order is legal and nothing in between', async () => {
  const { id: terminal } = await call('POST', '/terminals', { key: shop.key, body: { title: 'Raced till' } });
  for (let round = 0; round < 10; round++) {
    const cart = { items: [item()], total: 1000, terminal_id: terminal };
    const { id } = await openCheckout(shop, { cart });
    const [paid, newer] = await Promise.all([
      api('POST', `/checkouts/${id}/authorize`, { session: buyer.session }),
      api('POST', '/checkouts', { key: shop.key, body: cart }),
    ]);
    expect(newer.status).toBe(200);
    const { status } = await call('GET', `/checkouts/${id}`, { key: shop.key });
    if (paid.status === 200) expect(status).toBe('AUTHORIZED');
    else
      expect([paid.status, paid.body, status]).toEqual([400, { error: 'checkout superseded' }, 'SUPERSEDED']);
    expect((await call('GET', `/terminals/${terminal}/checkout`, { key: shop.key })).id).toBe(newer.body.id);
  }
});
