import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, merchant, shopper } from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';

/** The largest amount. Sums of amounts may pass it. */
const LARGEST = 9_007_199_254_740_991n;

/** Its totals are set to values that its rows do not add up to. */
const { books } = apiTest({ own: 'large_totals', check: 'never' });
let shop: Merchant;
let buyer: Person;

beforeAll(async () => {
  [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 1_000_000 })]);
  await books.query(
    `insert into merchant_totals (org_id, env, currency, slot, balance, captured_count, captured, funded, to_buyers, to_recommenders)
     select $1, 'sandbox', 'USD', slot, $2, 1, $2, $2, $2, $2 from generate_series(0, 15) slot`,
    [shop.orgId, LARGEST],
  );
});

/** The answer as it was sent: reading it as JSON would round it. */
async function textOf(path: string, session: string): Promise<string> {
  const answer = await fetch(`${process.env['TEST_API_URL']}${path}`, {
    headers: { authorization: `Bearer ${session}` },
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

test('a balance and a summary past the largest amount are answered in all their digits', async () => {
  const balance = `{"currencies":[{"currency":"USD","available_minor":${16n * LARGEST},"pending_payout_minor":0}]}`;
  expect(await textOf(`/orgs/${shop.orgId}/balance`, shop.session)).toBe(balance);
  const summary = await textOf(`/orgs/${shop.orgId}/cashback/summary`, shop.session);
  for (const field of ['captured_minor', 'funded_minor', 'to_buyers_minor', 'to_recommenders_minor'])
    expect(summary).toContain(`"${field}":${16n * LARGEST},`.slice(0, -1));
});

test('a merchant with such a balance goes on to sell and to be paid out', async () => {
  const account = {
    routing_number: '021000021',
    account_number: '123456789',
    name: 'Corner Shop LLC',
    org_id: shop.orgId,
  };
  await call('POST', '/bank/payout-ach', { session: shop.session, body: account });
  const { authId } = await authorized(shop, buyer);
  const captured = await api('POST', `/charges/${authId}/capture`, { key: shop.key });
  expect(captured.status).toBe(200);
  const order = { amount_minor: 100, currency: 'USD', country_code: 'US' };
  expect((await api('POST', '/payouts', { key: shop.key, body: order })).status).toBe(200);
});

test("a shopper's cashback past the largest amount is answered in all its digits", async () => {
  const { authId } = await authorized(shop, buyer);
  // Awards alone, without the sales that earned them.
  await books.query(
    `begin; set local session_replication_role = replica;
     insert into awards (id, charge_id, line, org_id, env, currency, product_id, beneficiary_id, kind, amount, original_amount, status, created_at)
     select gen_random_uuid(), '${authId}', n, '${shop.orgId}', 'sandbox', 'USD', 'tea', '${buyer.userId}', 'buyer', ${LARGEST}, ${LARGEST}, 'DEFERRED', now()
     from generate_series(1, 3) n;
     commit`,
  );
  expect(await textOf('/wallet', buyer.session)).toContain(`"deferred_cashback_minor":${3n * LARGEST}`);
});
