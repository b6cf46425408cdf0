import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, GOLDEN_CART, item, merchant, person, shopper } from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';

const { books } = apiTest({ check: 'after each test' });
let shop: Merchant;
let buyer: Person;
let recommender: Person;

beforeAll(async () => {
  [shop, buyer, recommender] = await Promise.all([merchant(), shopper({ funds: 10_000_000 }), person()]);
  await call('POST', '/buy-list', {
    session: recommender.session,
    body: { merchant_id: shop.orgId, product_id: 'A' },
  });
});

async function captured(cart: object, by = buyer): Promise<string> {
  const { authId } = await authorized(shop, by, { cart });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  return authId;
}
const giveBack = (authId: string, body?: object): Promise<Answer> =>
  api('POST', `/charges/${authId}/return`, { key: shop.key, ...(body ? { body } : {}) });
const one = (productId: string, qty = 1) => ({ items: [{ product_id: productId, qty }] });
const available = async (someone: Person) =>
  (await call('GET', '/wallet', { session: someone.session })).wallets[0];
const reason = ({ status, body }: Answer) => [status, body.error];

describe('the golden numbers', () => {
  test('A×1, A×1 and the rest refund 2340, 2341 and 2928 and cut 75/75, 75/75 and 74/91', async () => {
    const authId = await captured(GOLDEN_CART);
    const answers = [
      await giveBack(authId, one('A')),
      await giveBack(authId, one('A')),
      await giveBack(authId),
    ];
    expect(
      answers.map(({ body }) => [body.refund, body.rec_cut, body.buyer_cut, body.award_adjusted]),
    ).toEqual([
      [2340, 75, 75, true],
      [2341, 75, 75, true],
      [2928, 74, 91, true],
    ]);
    expect(Object.keys(answers[0]?.body).toSorted()).toEqual([
      'award_adjusted',
      'buyer_cut',
      'rec_cut',
      'refund',
      'return_id',
    ]);
    const { rows } = await books.query<{ status: string; amount: number }>(
      'select status, amount::int from awards where charge_id = $1',
      [authId],
    );
    expect(rows.map(({ status, amount }) => [status, amount])).toEqual([
      ['VOIDED', 0],
      ['VOIDED', 0],
      ['VOIDED', 0],
    ]);
    expect(
      await call(
        'GET',
        `/checkouts/${(await books.query('select checkout_id from charges where id = $1', [authId])).rows[0].checkout_id}`,
        { key: shop.key },
      ),
    ).toMatchObject({ status: 'CAPTURED' });
  });

  test('shipping 100 and tax 50 over three pieces of 100 come back as 149, 150 and 151', async () => {
    const cart = {
      items: [item({ product_id: 'C', unit_price: 100, qty: 3 })],
      shipping_amount: 100,
      tax_amount: 50,
      total: 450,
    };
    const authId = await captured(cart);
    const refunds = [];
    for (let piece = 0; piece < 3; piece++) refunds.push((await giveBack(authId, one('C'))).body.refund);
    expect(refunds).toEqual([149, 150, 151]);
  });
});

describe('a return', () => {
  test('of everything refunds the total to the wallet, and the merchant pays it less the cut cashback; the fee stays', async () => {
    const [own, someone] = await Promise.all([merchant(), shopper({ funds: 10_000 })]);
    const { authId } = await authorized(own, someone, {
      cart: { items: [item({ unit_price: 5000, cashback_rate: 1000 })], total: 5000 },
    });
    await call('POST', `/charges/${authId}/capture`, { key: own.key });
    const { body } = await api('POST', `/charges/${authId}/return`, {
      key: own.key,
      body: { reason: 'did not fit' },
    });
    expect(body).toMatchObject({ refund: 5000, buyer_cut: 500, rec_cut: 0, award_adjusted: true });
    expect(await available(someone)).toMatchObject({
      balance_minor: 10_000,
      held_minor: 0,
      deferred_cashback_minor: 0,
    });
    const { rows } = await books.query(
      `select a.kind, sum(e.amount)::int as amount from entries e join journals j on j.id = e.journal_id join accounts a on a.id = e.account_id
       where j.charge_id = $1 and (a.owner_id is null or a.owner_id in ($2, $3)) group by a.kind order by a.kind`,
      [authId, own.orgId, someone.userId],
    );
    expect(rows).toEqual([
      { kind: 'cashback', amount: 0 },
      { kind: 'fees', amount: 90 },
      { kind: 'merchant', amount: -90 },
      { kind: 'wallet', amount: 0 },
    ]);
  });

  test('is a new return at every call, and refused once more is asked for than is left', async () => {
    const authId = await captured({ items: [item({ product_id: 'D', qty: 2 })], total: 2000 });
    const [first, second] = [await giveBack(authId, one('D')), await giveBack(authId, one('D'))];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.return_id).not.toBe(second.body.return_id);
    expect(reason(await giveBack(authId, one('D')))).toEqual([400, 'return qty exceeds captured']);
    expect(reason(await giveBack(authId))).toEqual([400, 'return qty exceeds captured']);
  });

  test('adds repeated products up, uses lines of one product in cart order, and knows no product that was not bought', async () => {
    const items = [
      item({ product_id: 'E', unit_price: 100 }),
      item({ product_id: 'E', unit_price: 300 }),
      item({ product_id: 'F', unit_price: 500 }),
    ];
    const authId = await captured({ items, total: 900 });
    expect(reason(await giveBack(authId, one('ghost')))).toEqual([400, 'return qty exceeds captured']);
    expect(reason(await giveBack(authId, { items: [...one('E', 2).items, ...one('E').items] }))).toEqual([
      400,
      'return qty exceeds captured',
    ]);
    expect((await giveBack(authId, one('E'))).body.refund).toBe(100);
    expect((await giveBack(authId, { items: [...one('E').items, ...one('F').items] })).body.refund).toBe(800);
  });

  test('before capture and after void is refused before its items are looked at', async () => {
    const { authId } = await authorized(shop, buyer);
    expect(reason(await giveBack(authId, { items: [] }))).toEqual([400, 'charge not captured']);
    await call('POST', `/charges/${authId}/void`, { key: shop.key });
    expect(reason(await giveBack(authId))).toEqual([400, 'charge not captured']);
    expect(reason(await giveBack('00000000-0000-4000-8000-000000000000'))).toEqual([404, 'charge not found']);
    expect(reason(await api('POST', `/charges/${authId}/return`, { key: (await merchant()).key }))).toEqual([
      404,
      'charge not found',
    ]);
    expect(reason(await api('POST', `/charges/${authId}/return`, { session: buyer.session }))).toEqual([
      404,
      'charge not found',
    ]);
  });

  test('checks items before the reason', async () => {
    const authId = await captured({ items: [item({ product_id: 'G' })], total: 1000 });
    const bad: [object, string][] = [
      [{ items: [] }, 'empty items'],
      [{ items: [{ product_id: 'G', qty: 0 }], reason: 7 }, 'bad line'],
      [{ items: [{ product_id: 'G', qty: 1.5 }] }, 'bad line'],
      [{ items: [{ product_id: 'G', qty: '1' }] }, 'bad line'],
      [{ items: [{ qty: 1 }] }, 'bad line'],
      [{ items: ['G'] }, 'bad line'],
      [{ items: 'G' }, 'items: must be a list'],
      [{ items: [{ product_id: 'G', qty: 2 }], reason: 7 }, 'return qty exceeds captured'],
      [{ items: [{ product_id: 'ghost', qty: 1 }], reason: 7 }, 'return qty exceeds captured'],
      [{ items: [{ product_id: 'G', qty: 1 }], reason: 7 }, 'reason: must be text'],
      [{ reason: 7 }, 'reason: must be text'],
    ];
    for (const [body, error] of bad) expect(reason(await giveBack(authId, body))).toEqual([400, error]);
    expect((await giveBack(authId, { items: null, reason: null })).status).toBe(200);
    expect(reason(await giveBack(authId, { reason: 7 }))).toEqual([400, 'return qty exceeds captured']);
  });

  test('of goods that cost nothing gives shipping and tax back by pieces', async () => {
    const authId = await captured({
      items: [item({ product_id: 'H', unit_price: 0, qty: 3 })],
      shipping_amount: 100,
      tax_amount: 0,
      total: 100,
    });
    const refunds = [];
    for (let piece = 0; piece < 3; piece++) refunds.push((await giveBack(authId, one('H'))).body.refund);
    expect(refunds).toEqual([33, 33, 34]);
  });

  test('tells the merchant by charge.returned, once', async () => {
    const receiver = await startWebhookReceiver();
    const own = await merchant();
    await call('PUT', `/orgs/${own.orgId}/webhook`, { session: own.session, body: { url: receiver.url } });
    const { authId } = await authorized(own, buyer, {
      cart: { items: [item({ cashback_rate: 1000 })], total: 1000 },
    });
    await call('POST', `/charges/${authId}/capture`, { key: own.key });
    const answer = await call('POST', `/charges/${authId}/return`, { key: own.key });
    const { rawBody } = await receiver.next(
      ({ headers }) => headers['x-service-event'] === 'charge.returned',
    );
    expect(JSON.parse(rawBody.toString())).toEqual({ auth_id: authId, ...answer });
    await receiver.stop();
  });
});

describe('races', () => {
  test('twenty returns at once of a piece each give back the three that were bought, and no more', async () => {
    const authId = await captured({
      ...GOLDEN_CART,
      items: [item({ product_id: 'A', unit_price: 1999, qty: 3, cashback_rate: 750 })],
      total: 7108,
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => giveBack(authId, one('A'))));
    expect(
      answers.filter(({ status }) => status === 200).reduce((all, { body }) => all + body.refund, 0),
    ).toBe(7108);
    expect(answers.filter(({ status }) => status !== 200).map(reason)).toEqual(
      Array(17).fill([400, 'return qty exceeds captured']),
    );
  });

  test('of a recommendation and a return at once the award ends void and nothing is owed', async () => {
    for (let round = 0; round < 8; round++) {
      const product = `race-${round}`;
      const someone = await shopper();
      const authId = await captured(
        { items: [item({ product_id: product, cashback_rate: 1000 })], total: 1000 },
        someone,
      );
      const [, answer] = await Promise.all([
        call('POST', '/buy-list', {
          session: someone.session,
          body: { merchant_id: shop.orgId, product_id: product },
        }),
        giveBack(authId),
      ]);
      expect(answer.body).toMatchObject({ refund: 1000, buyer_cut: 100 });
      expect(await available(someone)).toMatchObject({
        pending_cashback_minor: 0,
        deferred_cashback_minor: 0,
      });
    }
  });

  test('of a recommendation and a capture at once the buyer’s award is pending in the end', async () => {
    for (let round = 0; round < 8; round++) {
      const product = `first-${round}`;
      const someone = await shopper();
      const { authId } = await authorized(shop, someone, {
        cart: { items: [item({ product_id: product, cashback_rate: 1000 })], total: 1000 },
      });
      await Promise.all([
        call('POST', '/buy-list', {
          session: someone.session,
          body: { merchant_id: shop.orgId, product_id: product },
        }),
        call('POST', `/charges/${authId}/capture`, { key: shop.key }),
      ]);
      expect(await available(someone)).toMatchObject({
        pending_cashback_minor: 100,
        deferred_cashback_minor: 0,
      });
    }
  });
});

test('recommending a bought product makes its deferred cashback pending, once, and taking the entry back takes nothing away', async () => {
  const someone = await shopper();
  await captured({ items: [item({ product_id: 'pan', cashback_rate: 1000 })], total: 1000 }, someone);
  expect(await available(someone)).toMatchObject({ pending_cashback_minor: 0, deferred_cashback_minor: 100 });
  const entry = await call('POST', '/buy-list', {
    session: someone.session,
    body: { merchant_id: shop.orgId, product_id: 'pan' },
  });
  expect(await available(someone)).toMatchObject({ pending_cashback_minor: 100, deferred_cashback_minor: 0 });
  await call('DELETE', `/buy-list/${entry.id}`, { session: someone.session });
  expect(await available(someone)).toMatchObject({ pending_cashback_minor: 100 });
});
