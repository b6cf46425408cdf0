import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import {
  api,
  authorized,
  call,
  item,
  merchant,
  openCheckout,
  person,
  shopper,
} from '../../support/people.ts';
import type { Answer, Merchant, Person, Request } from '../../support/people.ts';

/** Typical mistakes. Each answer names the field or the credential, and the way out. Contract, section 20. */
apiTest();

let shop: Merchant;
let buyer: Person;
const charge = { authId: '', checkoutId: '' };
const captured = { authId: '', checkoutId: '' };
let terminalId = '';

beforeAll(async () => {
  shop = await merchant();
  buyer = await shopper({ funds: 5000 });
  Object.assign(charge, await authorized(shop, buyer));
  Object.assign(captured, await authorized(shop, buyer));
  await call('POST', `/charges/${captured.authId}/capture`, { key: shop.key });
  const terminal = await call('POST', '/terminals', { session: shop.session, body: { title: 'Till' } });
  terminalId = terminal.id;
  await call('PATCH', `/terminals/${terminalId}`, { session: shop.session, body: { status: 'INACTIVE' } });
});

type Send = () => Promise<Answer>;
interface Expected {
  readonly error: string | RegExp;
  readonly detail?: string | RegExp;
  readonly hint?: string | RegExp;
}
type Mistake = [title: string, send: Send, expected: Expected];

const post = (path: string, body: unknown, more: Request = {}): Promise<Answer> =>
  api('POST', path, { key: shop.key, body, ...more });
const cart = (line: Record<string, unknown>, more: object = {}): Send => {
  return () => post('/checkouts', { items: [item(line)], total: 1000, ...more });
};
const without = (field: string, more: object = {}): Send => {
  return () => {
    const { [field]: _, ...line } = item();
    return post('/checkouts', { items: [{ ...line, ...more }], total: 1000 });
  };
};
const giveBack = (body: object): Send => {
  return () => post(`/charges/${captured.authId}/return`, body);
};
const get = (path: string, more: Request = {}): Send => {
  return () => api('GET', path.replace('{org}', shop.orgId), { key: shop.key, ...more });
};

const CARTS: Mistake[] = [
  [
    'a price in dollars',
    cart({ unit_price: 19.99 }),
    { error: 'bad line', detail: 'items[0].unit_price: whole minor units, got 19.99', hint: /unit_price/ },
  ],
  [
    'a price as text',
    cart({ unit_price: '1000' }),
    { error: 'bad line', detail: 'items[0].unit_price: whole minor units, got text' },
  ],
  [
    'a negative price',
    cart({ unit_price: -5 }),
    { error: 'bad line', detail: 'items[0].unit_price: at least 0, got -5' },
  ],
  [
    'a misspelt field',
    without('display_name', { displayName: 'Tea' }),
    { error: 'bad line', detail: 'items[0].display_name: missing; "displayName" is not a field of it' },
  ],
  ['a missing field', without('product_id'), { error: 'bad line', detail: 'items[0].product_id: missing' }],
  ['a blank name', cart({ display_name: ' ' }), { error: 'bad line', detail: /^items\[0\]\.display_name: / }],
  ['no quantity', cart({ qty: 0 }), { error: 'bad line', detail: 'items[0].qty: at least 1, got 0' }],
  [
    'half a piece',
    cart({ qty: 0.5 }),
    { error: 'bad line', detail: 'items[0].qty: must be a whole number, got 0.5' },
  ],
  [
    'a rate in per cent',
    cart({ cashback_rate: 7.5 }),
    {
      error: 'bad cashback_rate',
      detail: 'items[0].cashback_rate: must be a whole number, got 7.5',
      hint: /basis points/,
    },
  ],
  [
    'a rate above 100 %',
    cart({ cashback_rate: 20_000 }),
    { error: 'bad cashback_rate', detail: 'items[0].cashback_rate: at most 10000, got 20000' },
  ],
  [
    'a wrong total',
    cart({}, { total: 999, tax_amount: 50 }),
    {
      error: 'total mismatch: server-computed 1050',
      detail: 'total: goods 1000 + shipping_amount 0 + tax_amount 50 = 1050, got 999',
      hint: /^total = /,
    },
  ],
  [
    'a total in dollars',
    cart({}, { total: 10.5 }),
    { error: /^total: /, detail: 'total: whole minor units, got 10.5' },
  ],
  [
    'a currency in lower case',
    cart({}, { currency: 'usd' }),
    { error: 'bad currency', detail: /^currency: .*, got "usd"$/, hint: /USD/ },
  ],
  [
    'an expiry in the wrong unit',
    cart({}, { expires_in_secs: 15 }),
    { error: 'bad expires_in_secs', detail: 'expires_in_secs: 60 to 604800, got 15', hint: /604800/ },
  ],
  [
    'a sum beyond all numbers',
    cart({ unit_price: 2 ** 53 - 1, qty: 2 }),
    { error: 'bad line', detail: /^items: the sum .* exceeds/ },
  ],
  ['no items', () => post('/checkouts', { items: [], total: 0 }), { error: 'empty items', hint: /items/ }],
  [
    'an address that is none',
    cart({}, { user_cancel_url: 'shop' }),
    { error: /^user_cancel_url: /, detail: 'user_cancel_url: must be an http or https address' },
  ],
  [
    'a terminal that is off',
    () => post('/checkouts', { items: [item()], total: 1000, terminal_id: terminalId }),
    { error: 'terminal inactive', hint: /ACTIVE.*PATCH \/terminals\/\{id\}/ },
  ],
  [
    'an unknown terminal',
    () => post('/checkouts', { items: [item()], total: 1000, terminal_id: randomUUID() }),
    { error: 'terminal not found', hint: /GET \/terminals/ },
  ],
];

const CHARGES: Mistake[] = [
  [
    'a return of what was not bought',
    giveBack({ items: [{ product_id: 'coffee', qty: 1 }] }),
    {
      error: 'return qty exceeds captured',
      detail: 'product "coffee" is not in this charge',
      hint: /GET \/sales\/\{id\}/,
    },
  ],
  [
    'a return of more than was bought',
    giveBack({ items: [{ product_id: 'tea', qty: 3 }] }),
    { error: 'return qty exceeds captured', detail: 'product "tea": 1 left, 3 asked for' },
  ],
  [
    'a return without quantity',
    giveBack({ items: [{ product_id: 'tea', quantity: 1 }] }),
    { error: 'bad line', detail: /^items\[0\]\.qty: missing/, hint: /qty/ },
  ],
  [
    'a return of an authorized charge',
    () => post(`/charges/${charge.authId}/return`, {}),
    { error: 'charge not captured', detail: /^the charge is AUTHORIZED/, hint: /\/void/ },
  ],
  [
    'a void of a captured charge',
    () => post(`/charges/${captured.authId}/void`, {}),
    { error: 'auth not voidable', detail: 'the charge is CAPTURED', hint: /\/return/ },
  ],
  [
    'the checkout in place of the charge',
    () => post(`/charges/${charge.checkoutId}/capture`, {}),
    { error: 'charge not found', hint: /auth_id/ },
  ],
  [
    'a shopper without money',
    async () => {
      const { id } = await openCheckout(shop, { total: 1_000_000 });
      return api('POST', `/checkouts/${id}/authorize`, { session: buyer.session, body: {} });
    },
    { error: 'insufficient balance', detail: /^3000 available, 1000000 needed/, hint: /topup/ },
  ],
  [
    'a second payment of one checkout',
    async () => {
      const other = await person();
      return api('POST', `/checkouts/${charge.checkoutId}/authorize`, { session: other.session, body: {} });
    },
    { error: 'checkout authorized', hint: /POST \/checkouts/ },
  ],
  [
    'a payout without a bank account',
    () => post('/payouts', { amount_minor: 100, currency: 'GBP', country_code: 'GB' }),
    {
      error: 'no bank destination',
      detail: 'no ACTIVE destination for GB in GBP',
      hint: /POST \/bank\/payout-iban/,
    },
  ],
];

const CREDENTIALS: Mistake[] = [
  [
    'no credential',
    get('/orgs/{org}/balance', { key: '' }),
    { error: 'missing x-api-key', hint: /x-api-key/ },
  ],
  [
    'a session where a key is needed',
    () => post('/checkouts', {}, { key: '', session: shop.session }),
    { error: 'missing x-api-key', hint: /needs an API key in the header x-api-key/ },
  ],
  [
    'a key where a session is needed',
    get('/wallet'),
    { error: 'invalid or expired session', hint: /needs a session: authorization: Bearer/ },
  ],
  [
    'a key as bearer',
    () => api('GET', '/wallet', { session: shop.key }),
    { error: 'invalid or expired session', hint: /This is an API key.*x-api-key/ },
  ],
  [
    'a session as key',
    () => post('/checkouts', {}, { key: shop.session }),
    { error: 'invalid x-api-key', hint: /This is a session token.*Bearer/ },
  ],
  [
    'an unknown key',
    get('/orgs/{org}/balance', { key: 'sk_unknown' }),
    { error: 'invalid x-api-key', hint: /POST \/apikeys/ },
  ],
  ['no session', get('/wallet', { key: '' }), { error: 'invalid or expired session', hint: /Bearer/ }],
  [
    'no operator token',
    get('/operator/integrity'),
    { error: 'invalid operator token', hint: /x-operator-token/ },
  ],
];

const PROTOCOL: Mistake[] = [
  [
    'a form',
    () => post('/checkouts', 'a=b', { headers: { 'content-type': 'text/plain' } }),
    { error: 'unsupported media type', detail: 'got content-type "text/plain"', hint: /application\/json/ },
  ],
  [
    'broken JSON',
    () => post('/checkouts', '{"items": [}'),
    { error: 'bad json', detail: 'not valid JSON in UTF-8', hint: /JSON object/ },
  ],
  [
    'a list',
    () => post('/checkouts', '[]'),
    { error: 'bad json', detail: 'the body is JSON, but not an object' },
  ],
  [
    'the wrong method',
    () => api('DELETE', '/checkouts', { key: shop.key }),
    { error: 'method not allowed', detail: 'allowed: POST', hint: /allow/ },
  ],
  ['a path that is not there', get('/checkout'), { error: 'not found', hint: /openapi\.json/ }],
  ['a large page', get('/orgs/{org}/sales?limit=500'), { error: 'bad limit', hint: /1 to 200/ }],
  ['a made-up cursor', get('/orgs/{org}/sales?cursor=2'), { error: 'bad cursor', hint: /next_cursor/ }],
  [
    'an unknown status',
    get('/orgs/{org}/sales?status=PAID'),
    { error: 'bad status', detail: /^status: one of .*CAPTURED/ },
  ],
  [
    'an unknown event',
    get('/orgs/{org}/webhook/deliveries?event=paid'),
    { error: 'bad event', detail: /^event: one of / },
  ],
  [
    'a time as text',
    () => post('/sandbox/clock/advance', { seconds: '3600' }),
    { error: /^seconds: /, detail: 'seconds: must be a whole number, got text' },
  ],
  [
    'one key for two requests',
    async () => {
      const headers = { 'idempotency-key': randomUUID() };
      await post('/checkouts', { items: [item()], total: 1000 }, { headers });
      return post('/checkouts', { items: [item()], total: 1001 }, { headers });
    },
    { error: 'idempotency key reused', hint: /new Idempotency-Key/ },
  ],
];

const said = (expected: string | RegExp) =>
  typeof expected === 'string' ? expected : expect.stringMatching(expected);

test.each([...CARTS, ...CHARGES, ...CREDENTIALS, ...PROTOCOL])(
  '%s: the answer says what is wrong and what to do',
  async (_, send, { error, ...help }) => {
    const answer = await send();
    expect(answer.body).toEqual({ error: said(error) });
    expect({ ...answer.help }).toEqual(
      expect.objectContaining(
        Object.fromEntries(Object.entries(help).map(([name, text]) => [name, said(text)])),
      ),
    );
    expect(Object.keys(answer.help)).not.toEqual([]);
  },
);

test('text that was sent comes back in no more than 100 characters, and secrets not at all', async () => {
  const long = 'x'.repeat(200);
  const { help } = await giveBack({ items: [{ product_id: long, qty: 1 }] })();
  expect(help.detail).toBe(`product "${'x'.repeat(99)}…" is not in this charge`);
  const key = await cart({ unit_price: shop.key, [shop.key]: 1 })();
  expect(JSON.stringify([key.body, key.help])).not.toContain(shop.key.slice(0, 20));
});

test('a number in the place of a text is not repeated: it may be an account', async () => {
  const account = { routing_number: '021000021', account_number: 123_456_789, name: 'Corner Shop' };
  const { help } = await api('POST', '/bank/payout-ach', { session: shop.session, body: account });
  expect(help.detail).toBe('account_number: must be text, got a number');
});

test('a cart with several faults of other types is refused for the first, and no long text comes back', async () => {
  const faults = { total: 1, shipping_amount: null, tax_amount: null, expires_in_secs: 'x'.repeat(300) };
  const mismatch = await post('/checkouts', { items: [item()], ...faults });
  expect([mismatch.status, mismatch.help.detail]).toEqual([
    400,
    'total: goods 1000 + shipping_amount 0 + tax_amount 0 = 1000, got 1',
  ]);
  const expiry = await post('/checkouts', { items: [item()], ...faults, total: 1000 });
  expect([expiry.body.error, expiry.help.detail]).toEqual([
    'bad expires_in_secs',
    'expires_in_secs: 60 to 604800',
  ]);
});

test('sign-in refusals have no help', async () => {
  const email = `${randomUUID()}@example.com`;
  await call('POST', '/auth/otp/request', { body: { email } });
  const wrong = await api('POST', '/auth/otp/verify', { body: { email, code: '000000' } });
  const misshapen = await api('POST', '/auth/otp/verify', { body: { email, code: 1 } });
  expect([wrong.status, wrong.help, misshapen.status, misshapen.help]).toEqual([401, {}, 400, {}]);
});

test('the request log has the help of the answer', async () => {
  const requestId = randomUUID();
  const headers = { 'x-request-id': requestId };
  const { help } = await post('/checkouts', { items: [item({ qty: 0 })], total: 1000 }, { headers });
  const { requests } = await call('GET', `/orgs/${shop.orgId}/requests?request_id=${requestId}`, {
    key: shop.key,
  });
  expect(requests).toEqual([expect.objectContaining({ reason: 'bad line', ...help })]);
});
