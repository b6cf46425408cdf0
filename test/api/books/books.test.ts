import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, GOLDEN_CART, item, merchant, person, shopper } from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';
import { balanceOf, order, registerAch } from '../../support/payouts.ts';

apiTest();

const DAY = 24 * 60 * 60;
const advance = (shop: Merchant, to: string | Date) =>
  call('POST', '/sandbox/clock/advance', { key: shop.key, body: { to } });
const clockOf = async (shop: Merchant): Promise<Date> =>
  new Date((await call('GET', '/sandbox/clock', { key: shop.key })).now);
const giveBack = (shop: Merchant, authId: string, body: object = {}) =>
  call('POST', `/charges/${authId}/return`, { key: shop.key, body });
const payOut = async (shop: Merchant, amount: number): Promise<string> =>
  (await call('POST', '/payouts', { key: shop.key, body: order(amount) })).instruction_id;
const nudge = (shop: Merchant, payoutId: string, to: string) =>
  call('POST', `/sandbox/payouts/${payoutId}/${to}`, { key: shop.key });
const entriesOf = (shop: Merchant, query = '') =>
  call('GET', `/orgs/${shop.orgId}/balance/entries${query}`, { key: shop.key });
const statementOf = (shop: Merchant, month: string, query = '') =>
  call('GET', `/orgs/${shop.orgId}/statements/${month}${query}`, { key: shop.key });
const reasonOf = async (shop: Merchant, path: string): Promise<unknown[]> => {
  const { status, body } = await api('GET', `/orgs/${shop.orgId}${path}`, { key: shop.key });
  return [status, body.error];
};

async function capture(shop: Merchant, buyer: Person, cart: { total?: number; cart?: object }) {
  const { authId, checkoutId } = await authorized(shop, buyer, cart);
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  return { authId, checkoutId };
}

/** The month after so many others. */
function monthAfter(at: Date, months = 0): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString().slice(0, 7);
}

/** Moves the clock to noon of the second day of the next month. */
async function toNextMonth(shop: Merchant): Promise<string> {
  const month = monthAfter(await clockOf(shop), 1);
  await advance(shop, `${month}-02T12:00:00.000Z`);
  return month;
}

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly amount_minor: number;
  readonly created_at: string;
}
const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, entry) => sum + entry.amount_minor, 0);

const NOTHING = {
  captured_minor: 0,
  fees_minor: 0,
  cashback_minor: 0,
  returned_minor: 0,
  cashback_cut_minor: 0,
  paid_out_minor: 0,
  reversed_minor: 0,
  adjusted_minor: 0,
};

describe("a merchant's books", () => {
  let shop: Merchant;
  let authId: string;
  let checkoutId: string;
  let returnId: string;
  let payouts: string[];
  let months: string[];

  // A sale and a payout in the first month, a return and a failed payout in the second, nothing in the third.
  // The recommender's cashback has landed by then: only the buyer's is cut.
  beforeAll(async () => {
    const [recommender, buyer] = await Promise.all([person(), shopper({ funds: 1_000_000 })]);
    shop = await merchant();
    const entry = { merchant_id: shop.orgId, product_id: 'A' };
    await call('POST', '/buy-list', { session: recommender.session, body: entry });
    await registerAch(shop);
    const first = await toNextMonth(shop);
    ({ authId, checkoutId } = await capture(shop, buyer, { total: 7609, cart: GOLDEN_CART }));
    const paid = await payOut(shop, 1000);
    const second = await toNextMonth(shop);
    const back = { items: [{ product_id: 'A', qty: 1 }], reason: 'broken' };
    ({ return_id: returnId } = await giveBack(shop, authId, back));
    const failed = await payOut(shop, 500);
    await nudge(shop, failed, 'fail');
    const third = await toNextMonth(shop);
    [months, payouts] = [
      [first, second, third],
      [paid, failed],
    ];
  });

  test('list each movement once, newest first, and sum to the balance', async () => {
    const { entries, next_cursor } = await entriesOf(shop);
    const row = (kind: string, amount: number, more: object = {}) => ({
      id: expect.any(String),
      kind,
      amount_minor: amount,
      currency: 'USD',
      charge_id: null,
      return_id: null,
      payout_id: null,
      created_at: expect.any(String),
      ...more,
    });
    expect(entries).toEqual([
      row('payout_reversal', 500, { payout_id: payouts[1] }),
      row('payout', -500, { payout_id: payouts[1] }),
      row('return', -2340 + 75, { charge_id: authId, return_id: returnId }),
      row('payout', -1000, { payout_id: payouts[0] }),
      row('capture', 7014, { charge_id: authId }),
    ]);
    expect(next_cursor).toBeNull();
    expect(sumOf(entries)).toBe((await balanceOf(shop)).available);
  });

  test('have the same entries page by page as in one', async () => {
    const { entries } = await entriesOf(shop);
    const paged: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { entries: Entry[]; next_cursor: string | null } = await entriesOf(
        shop,
        `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      paged.push(...page.entries);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(entries);
    const { next_cursor: cursor } = await entriesOf(shop, '?limit=1');
    expect(await reasonOf(shop, `/balance/entries?currency=EUR&cursor=${cursor}`)).toEqual([
      400,
      'bad cursor',
    ]);
  });

  test('hold in a period what was created from its beginning until before its end', async () => {
    const { entries } = await entriesOf(shop);
    const [, , returned, paid] = entries as Entry[];
    const [from, to] = [paid?.created_at ?? '', returned?.created_at ?? ''];
    expect((await entriesOf(shop, `?from=${from}&to=${to}`)).entries).toEqual([paid]);
    expect((await entriesOf(shop, `?from=${from.replace('Z', '0001Z')}&to=${to}`)).entries).toEqual([]);
    const shifted = new Date(Date.parse(from) + 2 * 60 * 60 * 1000).toISOString().replace('Z', '+02:00');
    for (const offset of [shifted, encodeURIComponent(shifted)])
      expect((await entriesOf(shop, `?from=${offset}&to=${to}`)).entries).toEqual([paid]);
    for (const query of ['?from=0000-01-01T00:00:00Z', '?to=9999-12-31T23:59:59-12:00'])
      expect((await entriesOf(shop, query)).entries).toEqual(entries);
  });

  test('have statements whose parts lead from the opening to the closing balance', async () => {
    const [first = '', second = '', third = ''] = months;
    expect(await statementOf(shop, first)).toEqual({
      ...NOTHING,
      currency: 'USD',
      month: first,
      opening_minor: 0,
      captured_minor: 7609,
      fees_minor: -130,
      cashback_minor: -465,
      paid_out_minor: -1000,
      closing_minor: 6014,
    });
    expect(await statementOf(shop, second, '?format=json&currency=USD')).toEqual({
      ...NOTHING,
      currency: 'USD',
      month: second,
      opening_minor: 6014,
      returned_minor: -2340,
      cashback_cut_minor: 75,
      paid_out_minor: -500,
      reversed_minor: 500,
      closing_minor: 3749,
    });
    const carried = { ...NOTHING, currency: 'USD', opening_minor: 3749, closing_minor: 3749 };
    for (const month of [third, '9998-12'])
      expect(await statementOf(shop, month)).toEqual({ ...carried, month });
    expect(await statementOf(shop, '1970-01')).toMatchObject({ opening_minor: 0, closing_minor: 0 });
    expect(await statementOf(shop, first, '?currency=JPY')).toEqual({
      ...NOTHING,
      currency: 'JPY',
      month: first,
      opening_minor: 0,
      closing_minor: 0,
    });
  });

  test('list the returns with what each gave back', async () => {
    const returns = (query = '') => call('GET', `/orgs/${shop.orgId}/returns${query}`, { key: shop.key });
    const [only] = (await returns()).returns;
    expect(only).toEqual({
      id: returnId,
      charge_id: authId,
      checkout_id: checkoutId,
      refund: 2340,
      buyer_cut: 75,
      rec_cut: 0,
      currency: 'USD',
      reason: 'broken',
      created_at: expect.stringMatching(`^${months[1]}-02T12:`),
    });
    const at = only.created_at;
    expect((await returns(`?from=${at}`)).returns).toEqual([only]);
    expect((await returns(`?to=${at}`)).returns).toEqual([]);
  });
});

test('a statement is refused for a month, a currency or a format that does not exist', async () => {
  const shop = await merchant();
  for (const month of ['2026-13', '2026-00', '2026-1', '0000-01', '9999-12', '2026-10-01', 'october'])
    expect(await reasonOf(shop, `/statements/${month}`)).toEqual([
      400,
      'month: must be a month from 1970-01 to 9998-12, such as 2026-10',
    ]);
  for (const format of ['xml', 'CSV', ''])
    expect(await reasonOf(shop, `/statements/2026-10?format=${format}`)).toEqual([400, 'bad format']);
  expect(await reasonOf(shop, '/statements/2026-10?currency=usd')).toEqual([400, 'bad currency']);
  const stranger = await merchant();
  const foreign = await api('GET', `/orgs/${stranger.orgId}/statements/october`, { key: shop.key });
  expect([foreign.status, foreign.body.error]).toEqual([404, 'org not found']);
});

test.each(['/balance/entries', '/returns'])(
  'a period of %s is refused with the end that is wrong',
  async (list) => {
    const shop = await merchant();
    const wrong = 'must be an RFC 3339 time, such as 2026-10-01T00:00:00Z';
    for (const text of ['yesterday', '2026-10-01', '2026-02-30T00:00:00Z', '2026-10-01T00:00:00', '1']) {
      expect(await reasonOf(shop, `${list}?from=${text}`)).toEqual([400, `from: ${wrong}`]);
      expect(await reasonOf(shop, `${list}?to=${text}`)).toEqual([400, `to: ${wrong}`]);
    }
    const twice = '?from=2026-10-01T00:00:00Z&from=2026-10-02T00:00:00Z';
    expect(await reasonOf(shop, `${list}${twice}`)).toEqual([400, `from: ${wrong}`]);
    expect(await reasonOf(shop, `${list}?from=2026-10-02T00:00:00Z&to=2026-10-01T00:00:00Z`)).toEqual([
      400,
      'to: must not lie before from',
    ]);
  },
);

test('a sale of which the merchant keeps nothing is an entry of 0', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 1000 })]);
  const cart = { items: [item({ cashback_rate: 10_000 })], total: 1000 };
  const { authId } = await capture(shop, buyer, { total: 1000, cart });
  const { entries } = await entriesOf(shop);
  expect(entries).toEqual([expect.objectContaining({ kind: 'capture', amount_minor: 0, charge_id: authId })]);
  const { created_at: at } = entries[0];
  expect(await statementOf(shop, at.slice(0, 7))).toMatchObject({
    captured_minor: 1000,
    cashback_minor: -1000,
    closing_minor: 0,
  });
});

test('sandbox and live have books of their own, and so has each currency', async () => {
  const [shop, buyer] = await Promise.all([merchant({ country: 'DE' }), shopper({ funds: 0 })]);
  await call('PATCH', '/me', { session: buyer.session, body: { country_code: 'DE' } });
  await call('POST', '/sandbox/wallet/topup', { session: buyer.session, body: { amount_minor: 5000 } });
  await capture(shop, buyer, { total: 1000, cart: { currency: 'EUR' } });
  const { entries } = await entriesOf(shop, '?currency=EUR');
  expect(entries).toHaveLength(1);
  expect((await entriesOf(shop)).entries).toEqual([]);
  const body = { org_id: shop.orgId, env: 'live', name: randomUUID() };
  const { key } = await call('POST', '/apikeys', { session: shop.session, body });
  const live = await call('GET', `/orgs/${shop.orgId}/balance/entries?currency=EUR`, { key });
  expect(live.entries).toEqual([]);
});

test('every month closes with what the next one opens with, whatever happens in them', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 10_000_000 })]);
  await registerAch(shop);
  const begun = await clockOf(shop);
  const charges: string[] = [];
  for (const step of [3, 40, 1, 25, 33, 7]) {
    await advance(shop, new Date((await clockOf(shop)).getTime() + step * DAY * 1000));
    charges.push((await capture(shop, buyer, { total: 7609, cart: GOLDEN_CART })).authId);
    if (charges.length % 2 === 0) await giveBack(shop, charges.at(-2) ?? '');
    const payout = await payOut(shop, 100 * charges.length);
    if (charges.length % 3 === 0) await nudge(shop, payout, 'settle');
    if (charges.length % 3 === 0) await nudge(shop, payout, 'return');
  }
  const { entries } = (await entriesOf(shop, '?limit=200')) as { entries: Entry[] };
  let opening = 0;
  for (let month = 0; month < 6; month++) {
    const name = monthAfter(begun, month);
    const { currency: _, month: __, ...amounts } = await statementOf(shop, name);
    const { opening_minor: opened, closing_minor: closed, ...parts } = amounts as Record<string, number>;
    expect(opened).toBe(opening);
    expect(closed).toBe(Object.values(parts).reduce((sum, part) => sum + part, opened ?? 0));
    const inMonth = entries.filter(({ created_at: at }) => at.startsWith(name));
    expect(closed).toBe(opening + sumOf(inMonth));
    opening = closed ?? 0;
  }
  expect([opening, sumOf(entries)]).toEqual([(await balanceOf(shop)).available, opening]);
});
