import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, item, merchant, person, shopper } from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';

const DAY = 24 * 3600;
const { books } = apiTest({ check: 'after each test' });
let buyer: Person;

beforeAll(async () => {
  buyer = await shopper({ funds: 10_000_000 });
});

interface Sale {
  readonly shop: Merchant;
  readonly recommender: Person;
  readonly authId: string;
}

/** Something for 1000 with a pot of 100, half of which is its recommender's, pending from now on. */
async function bought(): Promise<Sale> {
  const [shop, recommender] = await Promise.all([merchant(), person()]);
  await call('POST', '/buy-list', {
    session: recommender.session,
    body: { merchant_id: shop.orgId, product_id: 'tea' },
  });
  const { authId } = await authorized(shop, buyer, {
    cart: { items: [item({ cashback_rate: 1000 })], total: 1000 },
  });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  return { shop, recommender, authId };
}

const advance = ({ shop }: Sale, seconds: number) =>
  call('POST', '/sandbox/clock/advance', { key: shop.key, body: { seconds } });
const giveBack = ({ shop, authId }: Sale) => call('POST', `/charges/${authId}/return`, { key: shop.key });
const walletOf = async ({ recommender }: Sale) =>
  (await call('GET', '/wallet', { session: recommender.session })).wallets[0];

test('a return on day 29 cuts pending cashback, and nothing lands', async () => {
  const sale = await bought();
  await advance(sale, 29 * DAY);
  expect(await giveBack(sale)).toMatchObject({
    refund: 1000,
    rec_cut: 50,
    buyer_cut: 50,
    award_adjusted: true,
  });
  const { fired } = await advance(sale, 2 * DAY);
  expect(fired).toEqual([]);
  expect(await walletOf(sale)).toBeUndefined();
});

test('a return on day 31 leaves what has landed, cuts what is deferred, and refunds in full', async () => {
  const sale = await bought();
  const { fired } = await advance(sale, 31 * DAY);
  expect(fired.map(({ kind }: { kind: string }) => kind)).toEqual(['award_landing']);
  expect(await giveBack(sale)).toMatchObject({
    refund: 1000,
    rec_cut: 0,
    buyer_cut: 50,
    award_adjusted: true,
  });
  expect(await walletOf(sale)).toMatchObject({ balance_minor: 50, pending_cashback_minor: 0 });
  expect(
    (await call('GET', `/orgs/${sale.shop.orgId}/cashback/summary`, { key: sale.shop.key })).currencies,
  ).toEqual([
    {
      currency: 'USD',
      captured_count: 1,
      captured_minor: 1000,
      funded_minor: 50,
      social_count: 1,
      to_buyers_minor: 0,
      to_recommenders_minor: 50,
    },
  ]);
});

test('of a return and the landing at once either comes first, and the award is cut or landed, never both', async () => {
  for (let round = 0; round < 6; round++) {
    const sale = await bought();
    const [, back] = await Promise.all([
      advance(sale, 30 * DAY),
      api('POST', `/charges/${sale.authId}/return`, { key: sale.shop.key }),
    ]);
    expect(back.status).toBe(200);
    const { rows } = await books.query<{ status: string }>(
      `select status from awards where charge_id = $1 and kind = 'recommender'`,
      [sale.authId],
    );
    if (back.body.rec_cut === 50) expect(rows).toEqual([{ status: 'VOIDED' }]);
    else
      expect([back.body.rec_cut, rows, (await walletOf(sale)).balance_minor]).toEqual([
        0,
        [{ status: 'LANDED' }],
        50,
      ]);
  }
});

test('the merchant’s balance is net of fee and cashback, and goes below zero when what was paid comes back', async () => {
  const sale = await bought();
  const balance = async () =>
    (await call('GET', `/orgs/${sale.shop.orgId}/balance`, { key: sale.shop.key })).currencies;
  expect(await balance()).toEqual([{ currency: 'USD', available_minor: 882, pending_payout_minor: 0 }]);
  await giveBack(sale);
  expect(await balance()).toEqual([{ currency: 'USD', available_minor: -18, pending_payout_minor: 0 }]);
});
