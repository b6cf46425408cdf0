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
import type { Merchant, Person, Request } from '../../support/people.ts';

const { books } = apiTest();
let shop: Merchant;
let otherShop: Merchant;
let buyer: Person;
let recommender: Person;

beforeAll(async () => {
  [shop, otherShop, buyer, recommender] = await Promise.all([
    merchant(),
    merchant(),
    shopper({ funds: 10_000_000 }),
    person(),
  ]);
});

interface Sale {
  readonly id: string;
  readonly status: string;
}

/** Status and reason of a refusal; of a success the status alone. */
async function answerOf(path: string, request: Request): Promise<unknown[]> {
  const { status, body } = await api('GET', path, request);
  return body.error === undefined ? [status] : [status, body.error];
}
const salesOf = (by: Merchant, query = '', request: Request = { key: by.key }) =>
  call('GET', `/orgs/${by.orgId}/sales${query}`, request);
const ids = ({ sales }: { sales: Sale[] }) => sales.map(({ id }) => id);
const capture = (by: Merchant, authId: string) => call('POST', `/charges/${authId}/capture`, { key: by.key });
const giveBack = (by: Merchant, authId: string, body: object = {}) =>
  call('POST', `/charges/${authId}/return`, { key: by.key, body });
const recommend = (by: Person, where: Merchant, product: string) =>
  call('POST', '/buy-list', { session: by.session, body: { merchant_id: where.orgId, product_id: product } });

async function liveKey(by: Merchant): Promise<string> {
  const { key } = await call('POST', '/apikeys', {
    session: by.session,
    body: { org_id: by.orgId, env: 'live', name: 'live till' },
  });
  return key;
}

/** Every page from the first to the one without a next; `between` runs after each. */
async function allPages(
  by: Merchant,
  query: string,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await salesOf(by, `${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    seen.push(...ids(page));
    cursor = page.next_cursor;
    if (cursor !== null) await between();
  }
  return seen;
}

describe('GET /orgs/{id}/sales', () => {
  test('shows each checkout as a Sale, with order_id, store and shipping as they were sent', async () => {
    const own = await merchant();
    const { id: terminalId } = await call('POST', '/terminals', {
      key: own.key,
      body: { title: 'Counter 1' },
    });
    const extras = {
      order_id: 'order-7',
      store: { city: 'Łódź', n: [1, { a: null }] },
      shipping: { zip: '0123' },
    };
    const { id } = await openCheckout(own, { cart: { ...GOLDEN_CART, ...extras, terminal_id: terminalId } });
    expect(await salesOf(own)).toEqual({
      sales: [
        {
          id,
          terminal_id: terminalId,
          terminal_title: 'Counter 1',
          total_minor: 7609,
          currency: 'USD',
          cashback_minor: 465,
          status: 'PENDING',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          ...extras,
        },
      ],
      next_cursor: null,
    });
    const later = await openCheckout(own, { total: 5 });
    const { sales } = await salesOf(own);
    expect(ids({ sales })).toEqual([later.id, id]);
    expect(sales[0]).toMatchObject({ terminal_title: '', order_id: null, store: null, shipping: null });
  });

  test('is for keys of the org and sessions of its members, of whatever role', async () => {
    const path = `/orgs/${shop.orgId}/sales`;
    expect(await answerOf(path, { key: shop.key })).toEqual([200]);
    expect(await answerOf(path, { session: shop.session })).toEqual([200]);
    for (const role of ['admin', 'finance', 'support', 'developer']) {
      const member = await person();
      await books.query('insert into members (org_id, user_id, role) values ($1, $2, $3)', [
        shop.orgId,
        member.userId,
        role,
      ]);
      for (const what of ['sales', 'cashback/summary', 'balance']) {
        expect(await answerOf(`/orgs/${shop.orgId}/${what}`, { session: member.session })).toEqual([200]);
      }
    }
    for (const what of ['sales', 'cashback/summary', 'balance']) {
      for (const by of [{ key: otherShop.key }, { session: otherShop.session }, { session: buyer.session }]) {
        expect(await answerOf(`/orgs/${shop.orgId}/${what}?limit=0`, by)).toEqual([404, 'org not found']);
      }
      for (const org of [randomUUID(), 'x', shop.orgId.toUpperCase()]) {
        expect(await answerOf(`/orgs/${org}/${what}`, { key: shop.key })).toEqual([404, 'org not found']);
        expect(await answerOf(`/orgs/${org}/${what}`, { session: shop.session })).toEqual([
          404,
          'org not found',
        ]);
      }
      expect(await answerOf(`/orgs/${shop.orgId}/${what}`, {})).toEqual([401, 'missing x-api-key']);
      expect(await answerOf(`/orgs/${shop.orgId}/${what}`, { session: 'sess_x' })).toEqual([
        401,
        'invalid or expired session',
      ]);
    }
  });

  test('shows the environment of its caller only', async () => {
    await openCheckout(shop);
    const key = await liveKey(shop);
    expect(await salesOf(shop, '', { key })).toEqual({ sales: [], next_cursor: null });
    expect((await salesOf(shop)).sales.length).toBeGreaterThan(0);
    const { next_cursor: cursor } = await salesOf(await withSales(2), '?limit=1');
    expect(await answerOf(`/orgs/${shop.orgId}/sales?cursor=${cursor}`, { key })).toEqual([
      400,
      'bad cursor',
    ]);
  });

  test('filters by status, by statuses and by their union', async () => {
    const own = await merchant();
    const byStatus = await oneOfEachStatus(own);
    const at = async (query: string) => ids(await salesOf(own, query));
    for (const [status, id] of Object.entries(byStatus)) expect(await at(`?status=${status}`)).toEqual([id]);
    const { PENDING, AUTHORIZED, CAPTURED, VOIDED, SUPERSEDED } = byStatus;
    const all = ids(await salesOf(own));
    expect(all.toSorted()).toEqual(Object.values(byStatus).toSorted());
    const inOrder = (...wanted: (string | undefined)[]) => all.filter((id) => wanted.includes(id));
    expect(await at('?statuses=PENDING,CAPTURED,VOIDED')).toEqual(inOrder(PENDING, CAPTURED, VOIDED));
    expect(await at('?statuses=CAPTURED,CAPTURED,PENDING&status=CAPTURED')).toEqual(
      inOrder(PENDING, CAPTURED),
    );
    expect(await at('?statuses=SUPERSEDED&status=AUTHORIZED')).toEqual(inOrder(AUTHORIZED, SUPERSEDED));
    expect(await at('?statuses=PENDING&statuses=VOIDED')).toEqual(inOrder(PENDING, VOIDED));
    expect(await at('?statuses=')).toEqual(all);
    expect(await at('?status=CAPTURED&statuses=')).toEqual([CAPTURED]);
    expect(await at('?statuses=PENDING,AUTHORIZED,CAPTURED,VOIDED,EXPIRED,SUPERSEDED')).toEqual(all);
    const wrong = [
      'status=',
      'status=captured',
      'status=CAPTURED,VOIDED',
      'status=CAPTURED&status=VOIDED',
      'statuses=CAPTURED,',
      'statuses=CAPTURED,%20VOIDED',
      'statuses=PAID',
      'status=CAPTURED&statuses=x',
    ];
    for (const query of wrong)
      expect(await answerOf(`/orgs/${own.orgId}/sales?${query}`, own)).toEqual([400, 'bad status']);
  });

  test('takes limits of 1 to 200, and cursors of the same org and filter only', async () => {
    const own = await withSales(3);
    for (const limit of ['0', '201', '-1', '1.5', 'ten', '', '1&limit=2']) {
      expect(await answerOf(`/orgs/${own.orgId}/sales?limit=${limit}`, own)).toEqual([400, 'bad limit']);
    }
    for (const limit of ['1', '200'])
      expect(await answerOf(`/orgs/${own.orgId}/sales?limit=${limit}`, own)).toEqual([200]);
    const { next_cursor: cursor } = await salesOf(own, '?limit=1');
    for (const bad of ['', 'x', `${cursor}x`, 'eyJhIjoxfQ.AAAA', `${cursor}&cursor=${cursor}`]) {
      expect(await answerOf(`/orgs/${own.orgId}/sales?cursor=${bad}`, own)).toEqual([400, 'bad cursor']);
    }
    expect(await answerOf(`/orgs/${own.orgId}/sales?cursor=${cursor}&status=PENDING`, own)).toEqual([
      400,
      'bad cursor',
    ]);
    expect(await answerOf(`/orgs/${otherShop.orgId}/sales?cursor=${cursor}`, otherShop)).toEqual([
      400,
      'bad cursor',
    ]);
    expect(ids(await salesOf(own, `?cursor=${cursor}&limit=200`))).toHaveLength(2);
    expect(ids(await salesOf(own, `?cursor=${cursor}&limit=200`, { session: own.session }))).toHaveLength(2);
    const { next_cursor: filtered } = await salesOf(own, '?limit=1&statuses=PENDING,VOIDED');
    expect(
      ids(await salesOf(own, `?limit=1&statuses=VOIDED&status=PENDING&cursor=${filtered}`)),
    ).toHaveLength(1);
  });

  test('loses and repeats no row while others are inserted, whatever the filter', async () => {
    const own = await withSales(7);
    for (const query of [
      '?limit=2',
      '?limit=2&status=PENDING',
      '?limit=2&statuses=PENDING,VOIDED,CAPTURED',
    ]) {
      const before = ids(await salesOf(own, '?limit=200'));
      const seen = await allPages(own, query, () => openCheckout(own));
      expect(seen).toEqual(before);
    }
  });

  test('tells sales of the same millisecond apart', async () => {
    const own = await withSales(5);
    await books.query(
      `update checkouts set created_at = date_trunc('second', created_at) - interval '1 hour' where org_id = $1`,
      [own.orgId],
    );
    await books.query(
      'update checkouts set created_at = (select min(created_at) from checkouts where org_id = $1) where org_id = $1',
      [own.orgId],
    );
    const before = ids(await salesOf(own));
    expect(before).toEqual(before.toSorted().toReversed());
    expect(await allPages(own, '?limit=2')).toEqual(before);
    expect(await allPages(own, '?limit=2&statuses=PENDING,CAPTURED')).toEqual(before);
  });
});

async function withSales(count: number): Promise<Merchant> {
  const own = await merchant();
  for (let number = 0; number < count; number++) await openCheckout(own);
  return own;
}

/** The id of one checkout in each state. */
async function oneOfEachStatus(own: Merchant): Promise<Record<string, string>> {
  const terminal = await call('POST', '/terminals', { key: own.key, body: { title: 'Till' } });
  const superseded = await openCheckout(own, { cart: { terminal_id: terminal.id } });
  const expired = await openCheckout(own, { cart: { expires_in_secs: 60 } });
  await call('POST', '/sandbox/clock/advance', { key: own.key, body: { seconds: 61 } });
  const pending = await openCheckout(own, { cart: { terminal_id: terminal.id } });
  const charges = [];
  for (let count = 0; count < 3; count++) charges.push(await authorized(own, buyer));
  const [open, taken, voided] = charges;
  await capture(own, taken?.authId ?? '');
  await call('POST', `/charges/${voided?.authId}/void`, { key: own.key });
  return {
    PENDING: pending.id,
    AUTHORIZED: open?.checkoutId ?? '',
    CAPTURED: taken?.checkoutId ?? '',
    VOIDED: voided?.checkoutId ?? '',
    EXPIRED: expired.id,
    SUPERSEDED: superseded.id,
  };
}

describe('GET /sales/{id}', () => {
  test('adds auth and items, as they were sent', async () => {
    const line = item({ item_url: 'https://shop.example/tea', unit_price: 250, qty: 4, cashback_rate: 500 });
    const { id } = await openCheckout(shop, { total: 1000, cart: { items: [line] } });
    const [listed] = (await salesOf(shop, '?limit=1')).sales;
    expect(await call('GET', `/sales/${id}`, { key: shop.key })).toEqual({
      ...listed,
      id,
      auth: null,
      items: [line],
      workflow_id: `checkout:${id}`,
    });
    const { auth_id: authId } = await call('POST', `/checkouts/${id}/authorize`, { session: buyer.session });
    const auth = async () => (await call('GET', `/sales/${id}`, { session: shop.session })).auth;
    expect(await auth()).toEqual({ id: authId, status: 'AUTHORIZED' });
    await capture(shop, authId);
    expect(await auth()).toEqual({ id: authId, status: 'CAPTURED' });
    await giveBack(shop, authId);
    expect(await call('GET', `/sales/${id}`, { key: shop.key })).toMatchObject({
      status: 'CAPTURED',
      auth: { status: 'CAPTURED' },
    });
  });

  test('of another org, or an unknown one, is not found; of the other environment it is a mismatch', async () => {
    const { id } = await openCheckout(shop);
    for (const by of [
      { key: otherShop.key },
      { session: otherShop.session },
      { session: buyer.session },
      { key: await liveKey(otherShop) },
    ]) {
      expect(await answerOf(`/sales/${id}`, by)).toEqual([404, 'sale not found']);
    }
    for (const unknown of [randomUUID(), 'x', id.toUpperCase(), '%00']) {
      expect(await answerOf(`/sales/${unknown}`, { key: shop.key })).toEqual([404, 'sale not found']);
    }
    expect(await answerOf(`/sales/${id}`, { key: await liveKey(shop) })).toEqual([403, 'key env mismatch']);
    expect(await answerOf(`/sales/${id}`, {})).toEqual([401, 'missing x-api-key']);
    await books.query('insert into members (org_id, user_id, role) values ($1, $2, $3)', [
      shop.orgId,
      otherShop.userId,
      'support',
    ]);
    expect(await answerOf(`/sales/${id}`, { session: otherShop.session })).toEqual([200]);
  });
});

describe('the cashback summary and the balance', () => {
  const summary = (by: Merchant) => call('GET', `/orgs/${by.orgId}/cashback/summary`, { key: by.key });
  const balance = (by: Merchant) => call('GET', `/orgs/${by.orgId}/balance`, { session: by.session });

  test('count captures, stay gross in volume and are net of what returns cut', async () => {
    const own = await merchant();
    expect(await summary(own)).toEqual({ currencies: [] });
    expect(await balance(own)).toEqual({ currencies: [] });
    await recommend(recommender, own, 'A');
    const { authId } = await authorized(own, buyer, { cart: GOLDEN_CART });
    expect(await summary(own)).toEqual({ currencies: [] });
    await capture(own, authId);
    const usd = {
      currency: 'USD',
      captured_count: 1,
      captured_minor: 7609,
      funded_minor: 465,
      social_count: 1,
      to_buyers_minor: 0,
      to_recommenders_minor: 224,
    };
    expect(await summary(own)).toEqual({ currencies: [usd] });
    expect(await balance(own)).toEqual({
      currencies: [{ currency: 'USD', available_minor: 7014, pending_payout_minor: 0 }],
    });

    await giveBack(own, authId, { items: [{ product_id: 'A', qty: 1 }] });
    expect(await summary(own)).toEqual({
      currencies: [{ ...usd, funded_minor: 315, to_recommenders_minor: 149 }],
    });
    expect((await balance(own)).currencies[0].available_minor).toBe(7014 - 2340 + 150);
  });

  test("count a buyer's cashback once it is no longer deferred", async () => {
    const own = await merchant();
    const someone = await shopper();
    for (let count = 0; count < 2; count++) {
      const cart = { items: [item({ product_id: 'P', cashback_rate: 1000 })] };
      await capture(own, (await authorized(own, someone, { cart })).authId);
    }
    expect((await summary(own)).currencies[0]).toMatchObject({
      captured_count: 2,
      social_count: 0,
      funded_minor: 200,
      to_buyers_minor: 0,
    });
    await recommend(someone, own, 'P');
    expect((await summary(own)).currencies[0]).toMatchObject({
      to_buyers_minor: 200,
      to_recommenders_minor: 0,
    });
  });

  test('keep currencies apart, and a balance may go below 0 because the fee stays', async () => {
    const own = await merchant();
    const german = await person();
    await call('PATCH', '/me', { session: german.session, body: { country_code: 'DE' } });
    await call('POST', '/sandbox/wallet/topup', {
      session: german.session,
      body: { amount_minor: 5000, currency: 'EUR' },
    });
    await capture(own, (await authorized(own, buyer, { total: 1000 })).authId);
    const { authId } = await authorized(own, german, { total: 2000, cart: { currency: 'EUR' } });
    await capture(own, authId);
    await giveBack(own, authId);
    const { currencies } = await summary(own);
    expect(
      currencies.map((row: Record<string, unknown>) => [
        row['currency'],
        row['captured_count'],
        row['captured_minor'],
      ]),
    ).toEqual([
      ['EUR', 1, 2000],
      ['USD', 1, 1000],
    ]);
    expect((await balance(own)).currencies).toEqual([
      { currency: 'EUR', available_minor: -40, pending_payout_minor: 0 },
      { currency: 'USD', available_minor: 980, pending_payout_minor: 0 },
    ]);
    const live = { key: await liveKey(own) };
    expect(await call('GET', `/orgs/${own.orgId}/cashback/summary`, live)).toEqual({ currencies: [] });
    expect(await call('GET', `/orgs/${own.orgId}/balance`, live)).toEqual({ currencies: [] });
  });
});

describe('GET /cashback', () => {
  test("lists the caller's own awards, newest first, by status and in pages", async () => {
    const [own, someone, tipster] = await Promise.all([merchant(), shopper(), person()]);
    await recommend(tipster, own, 'P');
    const charges: string[] = [];
    for (const product of ['P', 'Q', 'P']) {
      const { authId } = await authorized(own, someone, {
        cart: { items: [item({ product_id: product, cashback_rate: 1000 })] },
      });
      await capture(own, authId);
      charges.push(authId);
    }
    await giveBack(own, charges[2] ?? '');
    await recommend(someone, own, 'Q');
    const at = (by: Person, query = '') => call('GET', `/cashback${query}`, { session: by.session });
    const { awards, next_cursor } = await at(someone);
    expect(next_cursor).toBeNull();
    expect(awards).toEqual([
      expect.objectContaining({
        charge_id: charges[2],
        kind: 'buyer',
        amount: 0,
        original_amount: 50,
        status: 'VOIDED',
        pending_until: null,
      }),
      expect.objectContaining({
        charge_id: charges[1],
        product_id: 'Q',
        amount: 100,
        status: 'PENDING',
        pending_until: expect.stringMatching(/Z$/),
      }),
      {
        id: expect.any(String),
        charge_id: charges[0],
        product_id: 'P',
        kind: 'buyer',
        amount: 50,
        original_amount: 50,
        currency: 'USD',
        status: 'DEFERRED',
        pending_until: null,
        landed_at: null,
      },
    ]);
    expect(
      (await at(tipster)).awards.map((row: Record<string, unknown>) => [
        row['kind'],
        row['status'],
        row['amount'],
      ]),
    ).toEqual([
      ['recommender', 'VOIDED', 0],
      ['recommender', 'PENDING', 50],
    ]);
    for (const [number, status] of ['VOIDED', 'PENDING', 'DEFERRED'].entries()) {
      expect((await at(someone, `?status=${status}`)).awards).toEqual([awards[number]]);
    }
    expect((await at(someone, '?status=LANDED')).awards).toEqual([]);
    const first = await at(someone, '?limit=2');
    expect([...first.awards, ...(await at(someone, `?limit=2&cursor=${first.next_cursor}`)).awards]).toEqual(
      awards,
    );
    expect(await answerOf(`/cashback?cursor=${first.next_cursor}`, { session: tipster.session })).toEqual([
      400,
      'bad cursor',
    ]);
  });

  test('refuses an invalid status, an invalid limit and a key', async () => {
    for (const status of ['', 'pending', 'PENDING,LANDED', 'PENDING&status=LANDED']) {
      expect(await answerOf(`/cashback?status=${status}`, { session: buyer.session })).toEqual([
        400,
        'bad status',
      ]);
    }
    expect(await answerOf('/cashback?limit=201', { session: buyer.session })).toEqual([400, 'bad limit']);
    expect(await answerOf('/cashback', { key: shop.key })).toEqual([401, 'invalid or expired session']);
  });
});
