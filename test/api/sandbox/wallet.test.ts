import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, merchant, person, shopper } from '../../support/people.ts';
import type { Merchant, Person, Request } from '../../support/people.ts';

const { books } = apiTest();
let shop: Merchant;
let ann: Person;

beforeAll(async () => {
  [shop, ann] = await Promise.all([merchant(), person()]);
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const MOST = 10 ** 12;

async function answerOf(method: string, path: string, request: Request): Promise<unknown[]> {
  const { status, body } = await api(method, path, request);
  return body.error === undefined ? [status] : [status, body.error];
}

const topUp = (by: Person, body: unknown) =>
  api('POST', '/sandbox/wallet/topup', { session: by.session, body });
const wallets = async (by: Person) => (await call('GET', '/wallet', { session: by.session })).wallets;
const entries = (by: Person, query = '') => call('GET', `/wallet/entries${query}`, { session: by.session });
const empty = { held_minor: 0, pending_cashback_minor: 0, deferred_cashback_minor: 0 };

describe('POST /sandbox/wallet/topup', () => {
  test("answers the wallet's row, and adds up", async () => {
    const someone = await person();
    expect((await topUp(someone, { amount_minor: 1 })).body).toEqual({
      currency: 'USD',
      balance_minor: 1,
      available_minor: 1,
      ...empty,
    });
    const { status, body } = await topUp(someone, { amount_minor: MOST, currency: 'USD' });
    expect([status, body.balance_minor, body.available_minor]).toEqual([200, MOST + 1, MOST + 1]);
    expect(await wallets(someone)).toEqual([body]);
  });

  test("takes the currency of the shopper's country by default, and any that circulates", async () => {
    const someone = await person();
    await call('PATCH', '/me', { session: someone.session, body: { country_code: 'JP' } });
    expect((await topUp(someone, { amount_minor: 5, currency: null })).body).toMatchObject({
      currency: 'JPY',
      balance_minor: 5,
    });
    for (const currency of ['EUR', 'XCG'])
      expect((await topUp(someone, { amount_minor: 7, currency })).body).toMatchObject({
        currency,
        balance_minor: 7,
      });
    expect((await wallets(someone)).map(({ currency }: { currency: string }) => currency)).toEqual([
      'EUR',
      'JPY',
      'XCG',
    ]);
  });

  test('takes whole amounts from 1 to 10^12 only, and writes nothing otherwise', async () => {
    const someone = await person();
    for (const amount of [0, -1, 1.5, MOST + 1, 2 ** 53, '5', null, undefined, true, []]) {
      const { status, body } = await topUp(someone, { amount_minor: amount });
      expect([status, body]).toEqual([400, { error: expect.stringMatching(/^amount_minor: /) }]);
    }
    for (const currency of ['usd', 'XXX', 'XAU', 'DEM', '', 5, ['USD']]) {
      expect(await topUp(someone, { amount_minor: 5, currency })).toMatchObject({
        status: 400,
        body: { error: 'bad currency' },
      });
    }
    expect(await wallets(someone)).toEqual([]);
    expect(await entries(someone)).toEqual({ entries: [], next_cursor: null });
  });

  test('is refused beyond what a wallet can hold', async () => {
    const someone = await person();
    await books.query(
      `with journal as (
         insert into journals (id, env, currency, kind, op_key, entry_count, at)
         values ($1::uuid, 'sandbox', 'USD', 'topup', 'topup:' || $1::uuid, 2, clock_timestamp()))
       insert into entries (journal_id, account_id, env, currency, amount)
       values ($1::uuid, account_of('sandbox', 'USD', 'wallet', $2::uuid), 'sandbox', 'USD', $3::bigint),
              ($1::uuid, account_of('sandbox', 'USD', 'funding', null), 'sandbox', 'USD', -$3::bigint)`,
      [randomUUID(), someone.userId, 10 ** 15 - 1],
    );
    expect((await topUp(someone, { amount_minor: 1 })).body).toMatchObject({ balance_minor: 10 ** 15 });
    const { status, body } = await topUp(someone, { amount_minor: 1 });
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/^amount_minor: /) }]);
    expect((await entries(someone)).entries).toHaveLength(2);
  });

  test('is for sessions only', async () => {
    const refusal = [401, 'invalid or expired session'];
    expect(
      await answerOf('POST', '/sandbox/wallet/topup', { key: shop.key, body: { amount_minor: 1 } }),
    ).toEqual(refusal);
    expect(await answerOf('GET', '/wallet', {})).toEqual(refusal);
    expect(await answerOf('GET', '/wallet/entries', { session: 'sess_nobody' })).toEqual(refusal);
    expect(await answerOf('GET', '/buy-list', { key: shop.key })).toEqual(refusal);
  });
});

describe('GET /wallet', () => {
  test('shows the held and the available amount', async () => {
    const someone = await shopper({ funds: 5000 });
    expect(await wallets(ann)).toEqual([]);
    const { authId } = await authorized(shop, someone, { total: 3000 });
    const held = { currency: 'USD', balance_minor: 5000, held_minor: 3000, available_minor: 2000 };
    expect(await wallets(someone)).toEqual([{ ...empty, ...held }]);
    await call('POST', `/charges/${authId}/capture`, { key: shop.key });
    expect(await wallets(someone)).toEqual([
      { ...empty, currency: 'USD', balance_minor: 2000, available_minor: 2000 },
    ]);
  });
});

describe('GET /wallet/entries', () => {
  test('has one entry for a top-up and one for a capture, newest first, and none for a hold or a void', async () => {
    const someone = await shopper({ funds: 5000 });
    const { authId } = await authorized(shop, someone, { total: 3000 });
    const voided = await authorized(shop, someone, { total: 100 });
    await call('POST', `/charges/${authId}/capture`, { key: shop.key });
    await call('POST', `/charges/${voided.authId}/void`, { key: shop.key });
    const always = {
      id: expect.stringMatching(UUID),
      currency: 'USD',
      created_at: expect.stringMatching(RFC_3339),
    };
    expect(await entries(someone)).toEqual({
      entries: [
        { ...always, kind: 'capture', amount_minor: -3000, charge_id: authId },
        { ...always, kind: 'topup', amount_minor: 5000, charge_id: null },
      ],
      next_cursor: null,
    });
  });

  test('pages without repeating or missing one while others are posted', async () => {
    const someone = await person();
    for (let amount = 1; amount <= 5; amount++) await topUp(someone, { amount_minor: amount });
    const paged: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { entries: { amount_minor: number }[]; next_cursor: string | null } = await entries(
        someone,
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      paged.push(...page.entries.map(({ amount_minor: amount }) => amount));
      cursor = page.next_cursor;
      await topUp(someone, { amount_minor: 100 });
    }
    expect(paged).toEqual([5, 4, 3, 2, 1]);
  });

  test("refuses bad limits, and cursors of another's list or of another list", async () => {
    const [someone, other] = await Promise.all([person(), person()]);
    for (const by of [someone, someone, other, other]) await topUp(by, { amount_minor: 1 });
    for (const limit of ['0', '201', 'x', ''])
      expect(await answerOf('GET', `/wallet/entries?limit=${limit}`, someone)).toEqual([400, 'bad limit']);
    const { next_cursor: cursor } = await entries(someone, '?limit=1');
    expect(await answerOf('GET', `/wallet/entries?cursor=${cursor}`, someone)).toEqual([200]);
    expect(await answerOf('GET', `/wallet/entries?cursor=${cursor}`, other)).toEqual([400, 'bad cursor']);
    expect(await answerOf('GET', `/buy-list?cursor=${cursor}`, someone)).toEqual([400, 'bad cursor']);
  });
});

describe('the buy-list', () => {
  const put = (by: Person, body: object) =>
    call('POST', '/buy-list', { session: by.session, body: { merchant_id: shop.orgId, ...body } });
  const list = (by: Person, query = '') => call('GET', `/buy-list${query}`, { session: by.session });
  const remove = (by: Person, id: string) => answerOf('DELETE', `/buy-list/${id}`, by);

  test('takes a product once: again is the same entry, active again after its removal', async () => {
    const someone = await person();
    const entry = await put(someone, { product_id: 'tea', display_name: 'Tea' });
    expect(entry).toEqual({
      id: expect.stringMatching(UUID),
      merchant_id: shop.orgId,
      product_id: 'tea',
      display_name: 'Tea',
      status: 'ACTIVE',
      created_at: expect.stringMatching(RFC_3339),
    });
    expect(await put(someone, { product_id: 'tea', display_name: 'Tea' })).toEqual(entry);
    expect(await remove(someone, entry.id)).toEqual([200]);
    expect(await list(someone)).toEqual({ entries: [{ ...entry, status: 'INACTIVE' }], next_cursor: null });
    expect(await remove(someone, entry.id)).toEqual([200]);
    expect(await put(someone, { product_id: 'tea', display_name: 'Tea' })).toEqual(entry);
    expect((await list(someone)).entries).toEqual([entry]);
  });

  test('ten times the same product at once is one entry', async () => {
    const someone = await person();
    const made = await Promise.all(Array.from({ length: 10 }, () => put(someone, { product_id: 'cup' })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await list(someone)).entries).toEqual([{ ...made[0], display_name: null }]);
  });

  test('keeps shoppers, merchants and products apart', async () => {
    const [someone, other, otherShop] = await Promise.all([person(), person(), merchant()]);
    const made = [
      await put(someone, { product_id: 'tea' }),
      await put(someone, { product_id: 'TEA' }),
      await put(someone, { product_id: 'tea', merchant_id: otherShop.orgId }),
      await put(other, { product_id: 'tea' }),
    ];
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
    expect((await list(someone)).entries).toEqual(made.slice(0, 3).toReversed());
  });

  test('answers org not found for an unknown merchant, before anything is said about the product', async () => {
    for (const merchant_id of [randomUUID(), 'x', '', shop.orgId.toUpperCase()]) {
      expect(await answerOf('POST', '/buy-list', { session: ann.session, body: { merchant_id } })).toEqual([
        404,
        'org not found',
      ]);
    }
  });

  test('takes names of 1 to 200 characters that are not blank', async () => {
    const refused = (body: object, reason: RegExp) =>
      expect(
        api('POST', '/buy-list', {
          session: ann.session,
          body: { merchant_id: shop.orgId, product_id: 'tea', ...body },
        }),
      ).resolves.toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(reason) },
      });
    const badNames = [5, [], '', '  ', 'x'.repeat(201), 'nul\0', 'half \ud800'];
    for (const product_id of [undefined, null, ...badNames]) await refused({ product_id }, /^product_id: /);
    for (const display_name of badNames) await refused({ display_name }, /^display_name: /);
    for (const merchant_id of [undefined, null, 5, {}]) await refused({ merchant_id }, /^merchant_id: /);
    expect(await list(ann)).toEqual({ entries: [], next_cursor: null });
    const long = '😀'.repeat(200);
    expect(await put(await person(), { product_id: long, display_name: long })).toMatchObject({
      product_id: long,
      display_name: long,
    });
  });

  test("answers entry not found for another's entry, an unknown one and an invalid id", async () => {
    const someone = await person();
    const { id } = await put(someone, { product_id: 'tea' });
    for (const unknown of [id, randomUUID(), 'x', '%00'])
      expect(await remove(ann, unknown)).toEqual([404, 'entry not found']);
    expect(await remove(someone, id.toUpperCase())).toEqual([404, 'entry not found']);
    expect((await list(someone)).entries).toMatchObject([{ id, status: 'ACTIVE' }]);
  });

  test('pages newest first, without repeating or missing one while others are inserted', async () => {
    const someone = await person();
    for (const product of ['a', 'b', 'c', 'd', 'e']) await put(someone, { product_id: product });
    const first = await list(someone, '?limit=2');
    await put(someone, { product_id: 'f' });
    await put(someone, { product_id: 'a' });
    const second = await list(someone, `?limit=2&cursor=${first.next_cursor}`);
    const third = await list(someone, `?limit=2&cursor=${second.next_cursor}`);
    const products = [first, second, third].map((page) =>
      page.entries.map((entry: { product_id: string }) => entry.product_id).join(''),
    );
    expect([products, third.next_cursor]).toEqual([['ed', 'cb', 'a'], null]);
    for (const limit of ['0', '201', 'x'])
      expect(await answerOf('GET', `/buy-list?limit=${limit}`, someone)).toEqual([400, 'bad limit']);
    for (const cursor of ['x', `${first.next_cursor}0`])
      expect(await answerOf('GET', `/buy-list?cursor=${cursor}`, someone)).toEqual([400, 'bad cursor']);
  });
});
