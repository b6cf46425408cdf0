import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import {
  api,
  authorized,
  call,
  GOLDEN_CART,
  item,
  merchant,
  openCheckout,
  person,
  shopper,
} from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';

const { books } = apiTest();
let shop: Merchant;
let otherShop: Merchant;
let buyer: Person;
let liveKey: string;

beforeAll(async () => {
  [shop, otherShop, buyer] = await Promise.all([merchant(), merchant({ country: 'DE' }), shopper()]);
  liveKey = (
    await call('POST', '/apikeys', {
      session: shop.session,
      body: { org_id: shop.orgId, env: 'live', name: 'live till' },
    })
  ).key;
});

type Body = Record<string, unknown>;

const MOST = Number.MAX_SAFE_INTEGER;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const cart = (more: Body = {}): Body => ({ items: [item()], total: 1000, ...more });
const withLine = (more: Body): Body => cart({ items: [item(more)] });
const create = (body: unknown, key = shop.key) => api('POST', '/checkouts', { key, body });
const created = async (body: unknown, key = shop.key) =>
  call('GET', `/checkouts/${(await call('POST', '/checkouts', { key, body })).id}`, { key });
const seen = async (id: string, by: { key?: string; session?: string }) => {
  const { status, body } = await api('GET', `/checkouts/${id}`, by);
  return [status, body.error ?? body.status];
};
const newTerminal = async (by = shop): Promise<string> =>
  (await call('POST', '/terminals', { key: by.key, body: { title: 'Till' } })).id;
const lastsFor = ({ created_at: from, expires_at: to }: { created_at: string; expires_at: string }) =>
  (Date.parse(to) - Date.parse(from)) / 1000;

/** The merchant's row counts in the tables that creating a checkout writes. */
async function written(): Promise<unknown> {
  const { rows } = await books.query(
    `select (select count(*) from carts where org_id = $1) as carts, (select count(*) from checkouts where org_id = $1) as checkouts,
            (select count(*) from terminals where org_id = $1) as terminals`,
    [shop.orgId],
  );
  return rows[0];
}

/** Refused with this reason, exactly or by its beginning, and nothing is written. */
async function expectRefused(body: unknown, reason: string | RegExp, status = 400): Promise<void> {
  const before = await written();
  const answer = await create(body);
  expect([answer.status, answer.body]).toEqual([
    status,
    { error: typeof reason === 'string' ? reason : expect.stringMatching(reason) },
  ]);
  expect(await written()).toEqual(before);
}

describe('creating a checkout', () => {
  test('answers only id, terminal_id and pay_url', async () => {
    const body = await call('POST', '/checkouts', { key: shop.key, body: cart() });
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      terminal_id: expect.stringMatching(UUID),
      pay_url: `${process.env['TEST_API_URL']}/pay/${body.id}`,
    });
  });

  test('keeps the cart as it was sent and computes total_cashback', async () => {
    const [first, second] = GOLDEN_CART.items;
    const links = { item_image_url: 'https://shop.example/b.png', item_url: 'http://shop.example/b' };
    const body = await created({
      ...GOLDEN_CART,
      items: [first, { ...second, ...links }],
      order_id: 'order-1',
      user_confirmation_url: 'https://shop.example/thanks',
      user_cancel_url: 'https://shop.example/cart',
      expires_in_secs: 3600,
    });
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      terminal_id: expect.stringMatching(UUID),
      merchant_id: shop.orgId,
      merchant_name: 'Corner shop',
      pay_url: `${process.env['TEST_API_URL']}/pay/${body.id}`,
      user_confirmation_url: 'https://shop.example/thanks',
      user_cancel_url: 'https://shop.example/cart',
      items: [first, { ...second, ...links }],
      currency: 'USD',
      shipping_amount: 499,
      tax_amount: 612,
      total: 7609,
      total_cashback: 465,
      order_id: 'order-1',
      status: 'PENDING',
      expires_at: expect.stringMatching(RFC_3339),
      created_at: expect.stringMatching(RFC_3339),
    });
    expect(lastsFor(body)).toBe(3600);
    expect(Math.abs(Date.parse(body.created_at) - Date.now())).toBeLessThan(60_000);
  });

  test('defaults to USD, no shipping, no tax and 24 hours, in whatever country the business is', async () => {
    const body = await created(cart(), otherShop.key);
    expect(body).toMatchObject({ currency: 'USD', shipping_amount: 0, tax_amount: 0, order_id: null });
    expect(lastsFor(body)).toBe(24 * 60 * 60);
  });

  test('takes null for an optional field as absent', async () => {
    const names = [
      'currency',
      'shipping_amount',
      'tax_amount',
      'terminal_id',
      'order_id',
      'store',
      'shipping',
      'expires_in_secs',
    ];
    const nulls = Object.fromEntries(
      [...names, 'user_confirmation_url', 'user_cancel_url'].map((name) => [name, null]),
    );
    const body = await created({ ...withLine({ item_image_url: null, item_url: null }), ...nulls });
    expect(body).toMatchObject({
      currency: 'USD',
      shipping_amount: 0,
      tax_amount: 0,
      order_id: null,
      items: [item()],
    });
    expect(body.items[0]).toEqual(item());
    expect(lastsFor(body)).toBe(24 * 60 * 60);
  });

  test('ignores unknown fields, of lines too', async () => {
    const body = await created({
      ...withLine({ colour: 'red' }),
      status: 'CAPTURED',
      id: randomUUID(),
      total_cashback: 5,
    });
    expect(body).toMatchObject({ status: 'PENDING', total_cashback: 0 });
    expect(body.items).toEqual([item()]);
  });

  test('takes 1.0 and 1e3 as the integers that they are', async () => {
    const raw =
      '{"items":[{"product_id":"a","display_name":"A","unit_price":1e3,"qty":1.0,"cashback_rate":1E2}],"total":1000.0,"tax_amount":0.0}';
    expect(await created(raw)).toMatchObject({
      total: 1000,
      total_cashback: 10,
      items: [{ unit_price: 1000, qty: 1, cashback_rate: 100 }],
    });
  });

  test('of the same cart again makes another checkout', async () => {
    const [first, again] = [
      await created(cart({ order_id: 'same' })),
      await created(cart({ order_id: 'same' })),
    ];
    expect(again.id).not.toBe(first.id);
    expect(await seen(first.id, { key: shop.key })).toEqual([200, 'PENDING']);
  });

  test('takes every value at its limit', async () => {
    const long = '😀'.repeat(200);
    const address = `https://shop.example/${'a'.repeat(2048 - 21)}`;
    const line = item({
      product_id: long,
      display_name: long,
      unit_price: MOST,
      cashback_rate: 10_000,
      item_url: address,
    });
    expect(await created(cart({ items: [line], total: MOST, user_cancel_url: address }))).toMatchObject({
      items: [line],
      total_cashback: MOST,
    });
    expect(await created(cart({ items: [item({ unit_price: 0, qty: MOST })], total: 0 }))).toMatchObject({
      total: 0,
      total_cashback: 0,
    });
    expect(
      await created(
        cart({ items: [item({ unit_price: 1, qty: 1 })], shipping_amount: MOST - 1, total: MOST }),
      ),
    ).toMatchObject({
      total: MOST,
    });
    expect(lastsFor(await created(cart({ expires_in_secs: 60 })))).toBe(60);
    expect(lastsFor(await created(cart({ expires_in_secs: 604_800 })))).toBe(604_800);
    for (const currency of ['EUR', 'JPY', 'XCG'])
      expect(await created(cart({ currency }))).toMatchObject({ currency });
  });

  test('takes 500 lines and keeps their order', async () => {
    const items = Array.from({ length: 500 }, (_, line) =>
      item({ product_id: `p${line}`, unit_price: line, cashback_rate: 1 }),
    );
    const total = (499 * 500) / 2;
    expect((await created({ items, total })).items).toEqual(items);
    await expectRefused({ items: [...items, item({ unit_price: 0 })], total }, /^items: /);
  });

  test('stores store, shipping and redirects as they were sent', async () => {
    const store = { b: 1, a: [{ '': null, ünï: '😀' }], ['__proto__']: 1 };
    const filled = { note: 'x'.repeat(16 * 1024 - '{"note":""}'.length) };
    const urls = {
      user_confirmation_url: 'https://shop.example/thanks?a=b#c',
      user_cancel_url: 'http://localhost:8080/',
    };
    const { id } = await created(cart({ store, shipping: filled, ...urls }));
    const { rows } = await books.query(
      `select store::text, shipping, user_confirmation_url, user_cancel_url
       from carts left join cart_addresses on cart_id = id where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ store: JSON.stringify(store), shipping: filled, ...urls }]);
  });
});

describe('a cart is refused, and nothing is written:', () => {
  test.each([[{ items: undefined }], [{ items: null }], [{ items: [] }]])('empty items for %j', (more) =>
    expectRefused(cart(more), 'empty items'),
  );

  test.each([['[]'], [{}], [1], [true]])('items that are no list: %j', (items) =>
    expectRefused(cart({ items }), /^items: /),
  );

  test('empty items for a request without a body', async () => {
    const { status, body } = await api('POST', '/checkouts', { key: shop.key });
    expect([status, body]).toEqual([400, { error: 'empty items' }]);
  });

  const badTexts = [undefined, null, 5, [], '', ' \t\n', 'x'.repeat(201), 'nul\0', 'half \ud800'];
  const badUrls = [
    5,
    {},
    'nonsense',
    '',
    '//shop.example',
    'ftp://shop.example',
    'javascript:alert(1)',
    `https://shop.example/${'a'.repeat(2028)}`,
  ];
  const badAmounts = [null, '5', 1.5, -1, 2 ** 53, true, [1]];
  const badLines: [string, unknown[]][] = [
    ['product_id', badTexts],
    ['display_name', badTexts],
    ['unit_price', [undefined, ...badAmounts]],
    ['qty', [undefined, 0, ...badAmounts]],
    ['item_image_url', badUrls],
    ['item_url', badUrls],
  ];
  test.each(badLines)('bad line for a wrong %s', async (field, values) => {
    for (const value of values) await expectRefused(withLine({ [field]: value }), 'bad line');
  });

  test('bad line for an invalid line at any place', async () => {
    for (const line of [null, 5, 'tea', []]) await expectRefused(cart({ items: [item(), line] }), 'bad line');
  });

  test('bad line for price × qty, or a sum of lines, above 2^53 − 1', async () => {
    await expectRefused(withLine({ unit_price: MOST, qty: 2 }), 'bad line');
    await expectRefused(withLine({ unit_price: MOST, qty: MOST }), 'bad line');
    await expectRefused(
      cart({ items: [item({ unit_price: MOST }), item({ unit_price: 1 })], total: MOST }),
      'bad line',
    );
    await expectRefused(
      '{"items":[{"product_id":"a","display_name":"A","unit_price":1e400,"qty":1,"cashback_rate":0}],"total":0}',
      'bad line',
    );
  });

  test.each([[undefined], [null], [-1], [10_001], [1.5], ['5'], [true], [2 ** 53]])(
    'bad cashback_rate for %p',
    (rate) => expectRefused(withLine({ cashback_rate: rate }), 'bad cashback_rate'),
  );

  test('amounts that are no whole numbers of 0 or more, by their names', async () => {
    const wrong = badAmounts.filter((value) => value !== null);
    for (const value of wrong) await expectRefused(cart({ shipping_amount: value }), /^shipping_amount: /);
    for (const value of wrong) await expectRefused(cart({ tax_amount: value }), /^tax_amount: /);
    for (const value of [undefined, null, ...wrong]) await expectRefused(cart({ total: value }), /^total: /);
  });

  test('total mismatch, with the total that the server computed', async () => {
    await expectRefused(cart({ total: 999 }), 'total mismatch: server-computed 1000');
    await expectRefused(cart({ total: 0 }), 'total mismatch: server-computed 1000');
    await expectRefused({ ...GOLDEN_CART, total: 7608 }, 'total mismatch: server-computed 7609');
    await expectRefused({ ...GOLDEN_CART, tax_amount: 0 }, 'total mismatch: server-computed 6997');
    const most = [item({ unit_price: MOST })];
    await expectRefused(
      { items: most, shipping_amount: 1, total: MOST },
      'total mismatch: server-computed 9007199254740992',
    );
  });

  test.each([['usd'], ['XXX'], ['XAU'], ['DEM'], [''], [' USD'], ['US'], [840], [['USD']]])(
    'bad currency for %p',
    (currency) => expectRefused(cart({ currency }), 'bad currency'),
  );

  test.each([[59], [604_801], [1.5], [0], [-60], ['60'], [true], [2 ** 53]])(
    'bad expires_in_secs for %p',
    (seconds) => expectRefused(cart({ expires_in_secs: seconds }), 'bad expires_in_secs'),
  );

  test.each(['store', 'shipping'])('a %s that is no object of at most 16 KiB', async (field) => {
    const tooLarge = { note: 'x'.repeat(16 * 1024 - '{"note":""}'.length + 1) };
    const tooManyBytes = { note: 'ü'.repeat(8 * 1024) };
    for (const value of [
      [],
      'text',
      5,
      true,
      tooLarge,
      tooManyBytes,
      { deep: [{ note: 'nul\0' }] },
      { 'half \udc00': 1 },
    ]) {
      await expectRefused(cart({ [field]: value }), new RegExp(`^${field}: `));
    }
  });

  test.each(['user_confirmation_url', 'user_cancel_url'])(
    'a %s that is no http or https address',
    async (field) => {
      for (const value of badUrls) await expectRefused(cart({ [field]: value }), new RegExp(`^${field}: `));
    },
  );

  test.each(['store', 'shipping'])(
    'a %s with a number that would not come back as it was sent',
    async (field) => {
      for (const number of ['1e400', '-1e400', '9007199254740992', '12345678901234567890']) {
        const sent = JSON.stringify(cart({ [field]: { deep: [{ n: 'N' }] } })).replace('"N"', number);
        const { status, body } = await api('POST', '/checkouts', { key: shop.key, body: sent });
        expect([status, body]).toEqual([400, { error: `${field}: must not hold numbers beyond 2^53 - 1` }]);
      }
      expect((await create({ ...cart(), [field]: { n: [1.5, -9007199254740991, 1e-7] } })).status).toBe(200);
    },
  );

  test('an order_id that is no text', async () => {
    for (const value of [5, {}, 'nul\0', 'half \ud800', 'x'.repeat(201)])
      await expectRefused(cart({ order_id: value }), /^order_id: /);
  });

  test('with the first of several reasons in the order of the contract', async () => {
    const line = (more: Body) => ({ items: [item(), item(more)] });
    const faults: { field: string; more: Body; reason: string }[] = [
      { field: 'store', more: { store: [] }, reason: 'store: must be an object' },
      { field: 'items', more: { items: [] }, reason: 'empty items' },
      { field: 'items', more: line({ qty: 0, cashback_rate: -1 }), reason: 'bad line' },
      { field: 'items', more: line({ unit_price: MOST, cashback_rate: -1 }), reason: 'bad line' },
      { field: 'items', more: line({ unit_price: MOST }), reason: 'bad line' },
      { field: 'items', more: line({ cashback_rate: '5' }), reason: 'bad cashback_rate' },
      { field: 'items', more: line({ cashback_rate: 10_001 }), reason: 'bad cashback_rate' },
      { field: 'shipping_amount', more: { shipping_amount: '1' }, reason: 'shipping_amount' },
      { field: 'shipping_amount', more: { shipping_amount: -1 }, reason: 'shipping_amount' },
      { field: 'tax_amount', more: { tax_amount: '1' }, reason: 'tax_amount' },
      { field: 'tax_amount', more: { tax_amount: -1 }, reason: 'tax_amount' },
      { field: 'total', more: { total: null }, reason: 'total' },
      { field: 'total', more: { total: 1 }, reason: 'total mismatch: server-computed 1000' },
      { field: 'currency', more: { currency: 5 }, reason: 'bad currency' },
      { field: 'currency', more: { currency: 'usd' }, reason: 'bad currency' },
      { field: 'expires_in_secs', more: { expires_in_secs: '60' }, reason: 'bad expires_in_secs' },
      { field: 'expires_in_secs', more: { expires_in_secs: 59 }, reason: 'bad expires_in_secs' },
      { field: 'terminal_id', more: { terminal_id: randomUUID() }, reason: 'terminal not found' },
    ];
    const pairs = faults.flatMap((first, index) =>
      faults.slice(index + 1).map((second) => ({ first, second })),
    );
    const before = await written();
    const wrong: unknown[] = [];
    for (const { first, second } of pairs.filter((pair) => pair.first.field !== pair.second.field)) {
      const { body } = await create({ ...cart(), ...second.more, ...first.more });
      if (!body.error?.startsWith(first.reason))
        wrong.push({ first: first.more, second: second.more, answer: body });
    }
    expect(wrong).toEqual([]);
    expect(await written()).toEqual(before);
  });

  test('by API key only', async () => {
    for (const by of [{}, { session: shop.session }]) {
      const { status, body } = await api('POST', '/checkouts', { ...by, body: cart() });
      expect([status, body]).toEqual([401, { error: 'missing x-api-key' }]);
    }
  });
});

describe('a terminal is refused:', () => {
  test('terminal not found for an unknown one and for an invalid id', async () => {
    const own = await newTerminal();
    for (const id of [randomUUID(), 'till', '', own.toUpperCase(), `${own}\0`])
      await expectRefused(cart({ terminal_id: id }), 'terminal not found', 404);
  });

  test('terminal belongs to another merchant, whatever kind it is', async () => {
    const { terminalId } = await openCheckout(otherShop);
    for (const id of [await newTerminal(otherShop), terminalId]) {
      await expectRefused(cart({ terminal_id: id }), 'terminal belongs to another merchant');
    }
  });

  test('only REUSABLE terminals can be reused', async () => {
    const { id, terminalId } = await openCheckout(shop);
    await expectRefused(cart({ terminal_id: terminalId }), 'only REUSABLE terminals can be reused');
    expect(await seen(id, { key: shop.key })).toEqual([200, 'PENDING']);
  });

  test('terminal inactive', async () => {
    const id = await newTerminal();
    await call('PATCH', `/terminals/${id}`, { session: shop.session, body: { status: 'INACTIVE' } });
    await expectRefused(cart({ terminal_id: id }), 'terminal inactive');
    await expectRefused(cart({ terminal_id: id }), 'terminal inactive');
  });
});

describe('a newer checkout on the same reusable terminal', () => {
  test('supersedes the pending one, and only that', async () => {
    const terminal = await newTerminal();
    const on = (id = terminal) => openCheckout(shop, { cart: { terminal_id: id } });
    const elsewhere = await on(await newTerminal());
    const [first, second] = [await on(), await on()];
    expect([first.terminalId, second.terminalId]).toEqual([terminal, terminal]);
    expect(await seen(first.id, { key: shop.key })).toEqual([200, 'SUPERSEDED']);
    expect(await seen(second.id, { key: shop.key })).toEqual([200, 'PENDING']);
    expect(await seen(elsewhere.id, { key: shop.key })).toEqual([200, 'PENDING']);
  });

  test('leaves an authorized one as it is: it can be captured', async () => {
    const terminal = await newTerminal();
    const { checkoutId, authId } = await authorized(shop, buyer, { cart: { terminal_id: terminal } });
    const { id } = await openCheckout(shop, { cart: { terminal_id: terminal } });
    expect(await seen(checkoutId, { key: shop.key })).toEqual([200, 'AUTHORIZED']);
    await call('POST', `/charges/${authId}/capture`, { key: shop.key });
    expect(await seen(checkoutId, { key: shop.key })).toEqual([200, 'CAPTURED']);
    expect(await seen(id, { key: shop.key })).toEqual([200, 'PENDING']);
  });

  test('finds one whose time had run out expired, not superseded; until then nobody could pay it', async () => {
    const hasty = await merchant();
    const cartOn = { terminal_id: await newTerminal(hasty), expires_in_secs: 60 };
    const { id } = await openCheckout(hasty, { cart: cartOn });
    await books.query('insert into org_clocks (org_id, offset_ms) values ($1, 60000)', [hasty.orgId]);
    const late = await api('POST', `/checkouts/${id}/authorize`, { session: buyer.session });
    expect([late.status, late.body]).toEqual([400, { error: 'checkout expired' }]);
    expect(await seen(id, { session: buyer.session })).toEqual([404, 'checkout not found']);
    await openCheckout(hasty, { cart: { terminal_id: cartOn.terminal_id } });
    expect(await seen(id, { key: hasty.key })).toEqual([200, 'EXPIRED']);
  });
});

describe('a checkout is shown', () => {
  const asked = async (ask: Promise<Answer>) => {
    const { status, body } = await ask;
    return [status, body.error];
  };

  test("to its merchant's key and members, and to no other key", async () => {
    const { id } = await openCheckout(shop);
    const member = await person();
    await books.query(`insert into members (org_id, user_id, role) values ($1, $2, 'developer')`, [
      shop.orgId,
      member.userId,
    ]);
    await authorizeAndVoid(id);
    for (const by of [{ key: shop.key }, { session: shop.session }, { session: member.session }])
      expect(await seen(id, by)).toEqual([200, 'VOIDED']);
    expect(await seen(id, { key: otherShop.key })).toEqual([404, 'checkout not found']);
    expect(await seen(id, { session: otherShop.session })).toEqual([404, 'checkout not found']);
    await books.query('delete from members where user_id = $1', [member.userId]);
    expect(await seen(id, { session: member.session })).toEqual([404, 'checkout not found']);
  });

  test('to any shopper while it is payable, and after that to the one who paid', async () => {
    const stranger = await person();
    const { id } = await openCheckout(shop);
    for (const { session } of [buyer, stranger])
      expect(await seen(id, { session })).toEqual([200, 'PENDING']);
    await call('POST', `/checkouts/${id}/authorize`, { session: buyer.session });
    expect(await seen(id, { session: buyer.session })).toEqual([200, 'AUTHORIZED']);
    expect(await seen(id, { session: stranger.session })).toEqual([404, 'checkout not found']);
  });

  test('to no shopper once it is superseded', async () => {
    const on = { terminal_id: await newTerminal() };
    const { id } = await openCheckout(shop, { cart: on });
    await openCheckout(shop, { cart: on });
    expect(await seen(id, { session: buyer.session })).toEqual([404, 'checkout not found']);
  });

  test('to nobody who has no credential, and by its exact id only', async () => {
    const { id } = await openCheckout(shop);
    expect(await seen(id, {})).toEqual([401, 'missing x-api-key']);
    for (const unknown of [randomUUID(), 'x', id.toUpperCase()])
      expect(await seen(unknown, { key: shop.key })).toEqual([404, 'checkout not found']);
  });

  test('in its own environment: across the boundary it is key env mismatch, to others it stays unknown', async () => {
    const { id } = await openCheckout(shop);
    const { id: live } = await call('POST', '/checkouts', { key: liveKey, body: cart() });
    expect(await seen(live, { key: liveKey })).toEqual([200, 'PENDING']);
    expect(await seen(id, { key: liveKey })).toEqual([403, 'key env mismatch']);
    expect(await seen(live, { key: shop.key })).toEqual([403, 'key env mismatch']);
    expect(await seen(live, { session: shop.session })).toEqual([403, 'key env mismatch']);
    expect(await seen(live, { session: buyer.session })).toEqual([403, 'key env mismatch']);
    expect(await seen(live, { key: otherShop.key })).toEqual([404, 'checkout not found']);
    expect(await asked(api('POST', `/checkouts/${live}/authorize`, { session: buyer.session }))).toEqual([
      403,
      'key env mismatch',
    ]);
  });

  test('and its charge likewise', async () => {
    const { authId } = await authorized(shop, buyer);
    for (const path of ['capture', 'void']) {
      expect(await asked(api('POST', `/charges/${authId}/${path}`, { key: liveKey }))).toEqual([
        403,
        'key env mismatch',
      ]);
      expect(await asked(api('POST', `/charges/${authId}/${path}`, { key: otherShop.key }))).toEqual([
        404,
        'charge not found',
      ]);
    }
    await call('POST', `/charges/${authId}/void`, { key: shop.key });
  });
});

async function authorizeAndVoid(checkoutId: string): Promise<void> {
  const { auth_id: authId } = await call('POST', `/checkouts/${checkoutId}/authorize`, {
    session: buyer.session,
  });
  await call('POST', `/charges/${authId}/void`, { key: shop.key });
}
