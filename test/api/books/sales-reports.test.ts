import { parse } from 'csv-parse/sync';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, GOLDEN_CART, merchant, openCheckout, shopper } from '../../support/people.ts';
import type { Merchant } from '../../support/people.ts';

apiTest();

const FIELDS =
  'id,terminal_id,terminal_title,total_minor,currency,cashback_minor,status,created_at,order_id,store,shipping';
const DAY_MS = 24 * 60 * 60 * 1000;

const advance = (shop: Merchant, to: string) =>
  call('POST', '/sandbox/clock/advance', { key: shop.key, body: { to } });
const clockOf = async (shop: Merchant): Promise<Date> =>
  new Date((await call('GET', '/sandbox/clock', { key: shop.key })).now);
const salesOf = (shop: Merchant, query = '') =>
  call('GET', `/orgs/${shop.orgId}/sales${query}`, { key: shop.key });
const daysOf = async (shop: Merchant, query = '') =>
  (await call('GET', `/orgs/${shop.orgId}/sales/daily${query}`, { key: shop.key })).days;
const refusalOf = async (shop: Merchant, path: string): Promise<unknown[]> => {
  const { status, body } = await api('GET', `/orgs/${shop.orgId}${path}`, { key: shop.key });
  return [status, body.error];
};
const ids = ({ sales }: { sales: { id: string }[] }) => sales.map(({ id }) => id);
const dayAfter = (at: Date, days: number): string =>
  new Date(at.getTime() + days * DAY_MS).toISOString().slice(0, 10);

async function csvOf(shop: Merchant, query = ''): Promise<{ text: string; rows: Record<string, string>[] }> {
  const address = `${process.env['TEST_API_URL']}/orgs/${shop.orgId}/sales?format=csv${query}`;
  const response = await fetch(address, { headers: { 'x-api-key': shop.key } });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="sales.csv"');
  const text = await response.text();
  return { text, rows: parse(text, { columns: true }) };
}

test('sales of a period are those that were created from its beginning until before its end', async () => {
  const shop = await merchant();
  const made: string[] = [];
  for (let day = 0; day < 3; day++) {
    made.unshift((await openCheckout(shop, { cart: { order_id: `order-${day}` } })).id);
    await advance(shop, new Date((await clockOf(shop)).getTime() + DAY_MS).toISOString());
  }
  const { sales } = await salesOf(shop);
  const [last, middle, first] = sales.map(({ created_at: at }: { created_at: string }) => at);
  expect(ids(await salesOf(shop, `?from=${middle}`))).toEqual(made.slice(0, 2));
  expect(ids(await salesOf(shop, `?to=${middle}`))).toEqual(made.slice(2));
  expect(ids(await salesOf(shop, `?from=${first}&to=${last}`))).toEqual(made.slice(1));
  expect(ids(await salesOf(shop, `?from=${first}&to=${last}&status=EXPIRED`))).toEqual(made.slice(1));
  expect(ids(await salesOf(shop, `?from=${middle}&order_id=order-1`))).toEqual([made[1]]);
  expect(ids(await salesOf(shop, `?from=${last}&order_id=order-1`))).toEqual([]);
  expect(ids(await salesOf(shop, '?order_id=order'))).toEqual([]);
  expect((await csvOf(shop, `&from=${middle}`)).rows.map(({ id }) => id)).toEqual(made.slice(0, 2));
  expect(await refusalOf(shop, '/sales?from=today')).toEqual([
    400,
    'from: must be an RFC 3339 time, such as 2026-10-01T00:00:00Z',
  ]);
  expect(await refusalOf(shop, `/sales?from=${last}&to=${first}`)).toEqual([
    400,
    'to: must not lie before from',
  ]);
});

test('all sales of a filter come as one CSV, whose columns are the fields of a sale', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 10_000 })]);
  const order = 'Ärger, "quoted"\nand 東京';
  const cart = { ...GOLDEN_CART, order_id: order, store: { city: 'Łódź', n: [1, null] } };
  const { checkoutId } = await authorized(shop, buyer, { cart });
  for (let made = 0; made < 230; made += 10)
    await Promise.all(Array.from({ length: 10 }, () => openCheckout(shop)));
  const { text, rows } = await csvOf(shop, '&limit=5');
  expect(text.split('\n')[0]).toBe(FIELDS);
  expect(rows).toHaveLength(231);
  const [shown] = (await salesOf(shop, '?status=AUTHORIZED')).sales;
  const one = await csvOf(shop, '&status=AUTHORIZED');
  expect(one.rows).toEqual([
    {
      ...Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, String(value ?? '')])),
      store: JSON.stringify(shown.store),
    },
  ]);
  expect([one.rows[0]?.['id'], one.rows[0]?.['order_id']]).toEqual([checkoutId, order]);
  expect((await csvOf(shop, '&order_id=none')).text).toBe(`${FIELDS}\n`);
  expect(await refusalOf(shop, '/sales?format=pdf')).toEqual([400, 'bad format']);
  expect(await refusalOf(shop, '/sales?format=csv&status=PAID')).toEqual([400, 'bad status']);
});

test('a daily series has every day, and each amount on the day on which it moved', async () => {
  const [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 100_000 })]);
  const begun = await clockOf(shop);
  const at = (days: number) => `${dayAfter(begun, days)}T12:00:00.000Z`;
  await advance(shop, at(1));
  const { authId } = await authorized(shop, buyer, { total: 7609, cart: GOLDEN_CART });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  await advance(shop, at(3));
  const items = [{ product_id: 'A', qty: 1 }];
  await call('POST', `/charges/${authId}/return`, { key: shop.key, body: { items } });
  const empty = { captured_count: 0, captured_minor: 0, returned_minor: 0, fee_minor: 0, cashback_minor: 0 };
  const sold = {
    captured_count: 1,
    captured_minor: 7609,
    returned_minor: 0,
    fee_minor: 130,
    cashback_minor: 465,
  };
  const days = [
    { date: dayAfter(begun, 1), ...sold },
    { date: dayAfter(begun, 2), ...empty },
    { date: dayAfter(begun, 3), ...empty, returned_minor: 2340 },
  ];
  expect(await daysOf(shop, `?from=${dayAfter(begun, 1)}&to=${dayAfter(begun, 3)}`)).toEqual(days);
  expect(await daysOf(shop, `?from=${dayAfter(begun, 1)}&to=${dayAfter(begun, 1)}&currency=EUR`)).toEqual([
    { date: dayAfter(begun, 1), ...empty },
  ]);
  const usual = await daysOf(shop);
  expect(usual).toHaveLength(30);
  expect(usual.slice(-3)).toEqual(days);
});

test('a daily series is refused for an invalid date, and for more than 400 days', async () => {
  const shop = await merchant();
  const refused = (query: string) => refusalOf(shop, `/sales/daily?${query}`);
  for (const day of ['2026-02-30', '2026-1-1', '2026-01-01T00:00:00Z', ''])
    expect(await refused(`from=${day}&to=2026-03-01`)).toEqual([
      400,
      'from: must be a date, such as 2026-10-03',
    ]);
  expect(await refused('to=soon')).toEqual([400, 'to: must be a date, such as 2026-10-03']);
  expect(await refused('from=2026-03-02&to=2026-03-01')).toEqual([400, 'to: must not lie before from']);
  expect(await refused('from=2025-01-01&to=2026-02-05')).toEqual([400, 'to: at most 400 days are answered']);
  expect(await daysOf(shop, '?from=2025-01-01&to=2026-02-04')).toHaveLength(400);
  expect(await refused('currency=XXX')).toEqual([400, 'bad currency']);
});
