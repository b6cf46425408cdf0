import { parse } from 'csv-parse/sync';
import { inflateSync } from 'node:zlib';
import { apiTest } from '../../support/api-test.ts';
import { authorized, call, item, merchant, shopper } from '../../support/people.ts';
import type { Merchant } from '../../support/people.ts';

apiTest();

const clockOf = async (shop: Merchant): Promise<Date> =>
  new Date((await call('GET', '/sandbox/clock', { key: shop.key })).now);

/** A merchant of this country with one sale of 1500 with 5 % cashback, of which a third was returned. */
async function sold(country: string, currency: string): Promise<{ shop: Merchant; month: string }> {
  const [shop, buyer] = await Promise.all([merchant({ country }), shopper({ funds: 0 })]);
  const { session } = buyer;
  await call('PATCH', '/me', { session, body: { country_code: country } });
  await call('POST', '/sandbox/wallet/topup', { session, body: { amount_minor: 9000 } });
  const items = [item({ unit_price: 500, qty: 3, cashback_rate: 500 })];
  const { authId } = await authorized(shop, buyer, { cart: { items, total: 1500, currency } });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  const back = { items: [{ product_id: 'tea', qty: 1 }] };
  await call('POST', `/charges/${authId}/return`, { key: shop.key, body: back });
  return { shop, month: (await clockOf(shop)).toISOString().slice(0, 7) };
}

async function fileOf(shop: Merchant, path: string): Promise<{ type: string; name: string; bytes: Buffer }> {
  const url = `${process.env['TEST_API_URL']}/orgs/${shop.orgId}/statements/${path}`;
  const response = await fetch(url, { headers: { 'x-api-key': shop.key } });
  expect([url, response.status]).toEqual([url, 200]);
  return {
    type: response.headers.get('content-type') ?? '',
    name: /filename="(.*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
const textOf = async (shop: Merchant, path: string) => (await fileOf(shop, path)).bytes.toString('utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([whole]) => whole);

let yen: { shop: Merchant; month: string };
let dinar: { shop: Merchant; month: string };
beforeAll(async () => {
  [yen, dinar] = await Promise.all([sold('JP', 'JPY'), sold('KW', 'KWD')]);
});

test.each([
  ['csv', 'text/csv; charset=utf-8', 'csv'],
  ['pdf', 'application/pdf', 'pdf'],
  ['camt053', 'application/xml', 'xml'],
  ['beancount', 'text/plain; charset=utf-8', 'beancount'],
  ['hledger', 'text/plain; charset=utf-8', 'journal'],
])('a statement as %s is a file of its type', async (format, type, extension) => {
  const { shop, month } = yen;
  const file = await fileOf(shop, `${month}?currency=JPY&format=${format}`);
  expect([file.type, file.name]).toEqual([type, `statement-${month}-JPY.${extension}`]);
  const empty = await fileOf(shop, `2020-01?currency=JPY&format=${format}`);
  expect([empty.type, empty.bytes.length > 0]).toEqual([type, true]);
});

test('the CSV has the entries of the month, oldest first', async () => {
  const { shop, month } = yen;
  const text = await textOf(shop, `${month}?currency=JPY&format=csv`);
  const header = 'id,created_at,kind,amount_minor,currency,charge_id,return_id,payout_id';
  expect(text.split('\n')[0]).toBe(header);
  const query = `/orgs/${shop.orgId}/balance/entries?currency=JPY`;
  const { entries } = await call('GET', query, { key: shop.key });
  const shown = entries.map((entry: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, String(value ?? '')])),
  );
  expect(parse(text, { columns: true })).toEqual(shown.toReversed());
  expect(await textOf(shop, '2020-01?currency=JPY&format=csv')).toBe(`${header}\n`);
});

// 1500 − 28 fee (2 % of 1500 − 75) − 75 cashback; a third returned: −500 + 25.
test('amounts have the decimals of their currency, and balances lead from opening to closing', async () => {
  const yens = await textOf(yen.shop, `${yen.month}?currency=JPY&format=camt053`);
  expect(matches(yens, /<Amt Ccy="JPY">[^<]*<\/Amt><CdtDbtInd>\w+/g)).toEqual(
    ['0|CRDT', '922|CRDT', '1397|CRDT', '1397|CRDT', '475|DBIT', '475|DBIT'].map((sum) => {
      const [amount, sign] = sum.split('|');
      return `<Amt Ccy="JPY">${amount}</Amt><CdtDbtInd>${sign}`;
    }),
  );
  const dinars = await textOf(dinar.shop, `${dinar.month}?currency=KWD&format=camt053`);
  expect(matches(dinars, /<Cd>(OPBD|CLBD)<.*?<\/Amt>/g)).toEqual([
    expect.stringContaining('>0.000</Amt>'),
    expect.stringContaining('>0.922</Amt>'),
  ]);
  expect(dinars).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"');
  expect(matches(dinars, /<Ntry>/g)).toHaveLength(2);
});

test('Beancount and hledger have one balanced transaction for each entry', async () => {
  const beancount = await textOf(dinar.shop, `${dinar.month}?currency=KWD&format=beancount`);
  expect(matches(beancount, /^\d{4}-\d\d-\d\d \* .*(?=\n)/gm)).toHaveLength(2);
  expect(beancount).toContain('  Assets:Payments:Available  1.397 KWD\n');
  expect(beancount).toMatch(/^\d{4}-\d\d-01 balance Assets:Payments:Available {2}0\.922 KWD$/m);
  const hledger = await textOf(yen.shop, `${yen.month}?currency=JPY&format=hledger`);
  expect(matches(hledger, /^\d{4}-\d\d-\d\d \* .*$/gm)).toHaveLength(2);
  expect(hledger).toContain('  assets:payments:available  -475 JPY = 922 JPY\n');
  for (const text of [beancount, hledger]) {
    const transactions = text.split('\n\n').filter((block) => / \* /.test(block.split('\n')[0] ?? ''));
    const sums = transactions.map((block) =>
      matches(block, /(?<=^ {2}[A-Za-z:-]+ {2})-?[\d.]+/gm).reduce((sum, amount) => sum + Number(amount), 0),
    );
    expect(sums.map((sum) => Math.abs(sum) < 1e-9)).toEqual([true, true]);
  }
});

test('the next month brings the balance forward', async () => {
  const { shop, month } = yen;
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const path = `${next.toISOString().slice(0, 7)}?currency=JPY&format=`;
  expect(await textOf(shop, `${path}beancount`)).toMatch(
    /-01 S "Balance brought forward"\n {2}Assets:Payments:Available {2}922 JPY\n/,
  );
  expect(await textOf(shop, `${path}hledger`)).toMatch(
    /-01 balance brought forward\n {2}assets:payments:available {2}= 922 JPY\n/,
  );
});

test('the PDF shows the balances and each entry', async () => {
  const { bytes } = await fileOf(dinar.shop, `${dinar.month}?currency=KWD&format=pdf`);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const text = pagesOf(bytes);
  expect(text).toMatch(/capture +1\.397 /);
  expect(text).toMatch(/return +-0\.475 /);
});

/** The operators of the PDF's pages: its compressed streams, as far as they are text. */
function pagesOf(bytes: Buffer): string {
  const texts: string[] = [];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    const end = bytes.indexOf('endstream', at);
    try {
      texts.push(inflateSync(bytes.subarray(at + 7, end)).toString('latin1'));
    } catch {
      // Fonts and the ends of streams are none.
    }
  }
  return texts.join('\n');
}
