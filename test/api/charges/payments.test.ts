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
import type { Merchant, Person } from '../../support/people.ts';

const { books } = apiTest();
let shop: Merchant;
let buyer: Person;

beforeAll(async () => {
  [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 10_000_000 })]);
});

const capture = (authId: string) => api('POST', `/charges/${authId}/capture`, { key: shop.key });
const voidCharge = (authId: string) => api('POST', `/charges/${authId}/void`, { key: shop.key });
const wallet = async (someone: Person) =>
  (await call('GET', '/wallet', { session: someone.session })).wallets[0];
const journals = async (authId: string) =>
  (await books.query('select id from journals where charge_id = $1', [authId])).rows;
const events = async (authId: string) =>
  (
    await books.query<{ event: string }>('select event from events where charge_id = $1 order by id', [
      authId,
    ])
  ).rows.map(({ event }) => event);

describe('the golden cart', () => {
  test('gives fee 130, recommender 224 and deferred buyer 241, and the merchant 7014', async () => {
    const recommender = await shopper({ funds: 0 });
    await call('POST', '/buy-list', {
      session: recommender.session,
      body: { merchant_id: shop.orgId, product_id: 'A' },
    });
    const { authId } = await authorized(shop, buyer, { cart: GOLDEN_CART });
    const { status, body } = await capture(authId);
    expect(status).toBe(200);
    expect(body).toEqual({
      journal_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      mdr_fee: 130,
      recommender_amount: 224,
      buyer_amount: 0,
      deferred_buyer_amount: 241,
      recommender_id: recommender.userId,
      recommenders: [{ user_id: recommender.userId, amount: 224 }],
    });
    const { rows } = await books.query(
      `select a.kind, e.amount::int from entries e join accounts a on a.id = e.account_id where e.journal_id = $1 order by e.amount`,
      [body.journal_id],
    );
    expect(rows).toEqual([
      { kind: 'wallet', amount: -7609 },
      { kind: 'fees', amount: 130 },
      { kind: 'cashback', amount: 465 },
      { kind: 'merchant', amount: 7014 },
    ]);
    expect(await wallet(recommender)).toMatchObject({
      balance_minor: 0,
      pending_cashback_minor: 224,
      deferred_cashback_minor: 0,
    });
    await call(
      'DELETE',
      `/buy-list/${(await call('GET', '/buy-list', { session: recommender.session })).entries[0].id}`,
      {
        session: recommender.session,
      },
    );
  });
});

describe('authorizing', () => {
  test('holds the total, moves no money, and gives the same charge when the same shopper asks again', async () => {
    const someone = await shopper({ funds: 5000 });
    const { id } = await openCheckout(shop, { total: 3000 });
    const first = await call('POST', `/checkouts/${id}/authorize`, { session: someone.session });
    expect(Object.keys(first)).toEqual(['auth_id']);
    expect(await wallet(someone)).toMatchObject({
      balance_minor: 5000,
      held_minor: 3000,
      available_minor: 2000,
    });
    expect(await call('POST', `/checkouts/${id}/authorize`, { session: someone.session, body: {} })).toEqual(
      first,
    );
    expect(await wallet(someone)).toMatchObject({ held_minor: 3000 });
    expect(await events(first.auth_id)).toEqual(['checkout.authorized']);
    const other = await api('POST', `/checkouts/${id}/authorize`, { session: buyer.session });
    expect([other.status, other.body.error]).toEqual([400, 'checkout authorized']);
  });

  test('is refused without funds, in another currency, for the monitored amount, and for unknown checkouts', async () => {
    const poor = await shopper({ funds: 999 });
    const at = async (session: string, id: string) => {
      const { status, body } = await api('POST', `/checkouts/${id}/authorize`, { session });
      return [status, body.error];
    };
    expect(await at(poor.session, (await openCheckout(shop)).id)).toEqual([400, 'insufficient balance']);
    expect(await at(buyer.session, (await openCheckout(shop, { cart: { currency: 'EUR' } })).id)).toEqual([
      400,
      'currency mismatch',
    ]);
    expect(await at(buyer.session, (await openCheckout(shop, { total: 666_600 })).id)).toEqual([
      403,
      'blocked by monitoring',
    ]);
    expect(await at(buyer.session, '00000000-0000-4000-8000-000000000000')).toEqual([
      404,
      'checkout not found',
    ]);
    expect(await at(buyer.session, 'nonsense')).toEqual([404, 'checkout not found']);
  });

  test('of a blocked checkout leaves a compliance record and no hold', async () => {
    const { id } = await openCheckout(shop, { total: 666_600 });
    const { session } = await shopper();
    await api('POST', `/checkouts/${id}/authorize`, { session });
    const { rows } = await books.query('select rule, decision from compliance_records where subject = $1', [
      `checkout:${id}`,
    ]);
    expect(rows).toEqual([{ rule: 'magic_amount', decision: 'BLOCKED' }]);
    expect(await call('GET', `/checkouts/${id}`, { key: shop.key })).toMatchObject({ status: 'PENDING' });
  });

  test('of a superseded checkout says so', async () => {
    const { id: terminal } = await call('POST', '/terminals', { key: shop.key, body: { title: 'Till' } });
    const { id } = await openCheckout(shop, { cart: { terminal_id: terminal } });
    await openCheckout(shop, { cart: { terminal_id: terminal } });
    const late = await api('POST', `/checkouts/${id}/authorize`, { session: buyer.session });
    expect([late.status, late.body.error]).toEqual([400, 'checkout superseded']);
  });

  test('needs a wallet in the currency of the shopper’s country', async () => {
    const german = await person();
    await call('PATCH', '/me', { session: german.session, body: { country_code: 'DE' } });
    await call('POST', '/sandbox/wallet/topup', { session: german.session, body: { amount_minor: 2000 } });
    const { id } = await openCheckout(shop, { cart: { currency: 'EUR' } });
    await call('POST', `/checkouts/${id}/authorize`, { session: german.session });
    expect(await wallet(german)).toMatchObject({ currency: 'EUR', held_minor: 1000 });
  });

  test('needs nothing in the wallet for a cart that costs nothing, and its capture posts nothing', async () => {
    const someone = await shopper({ funds: 0 });
    const { authId } = await authorized(shop, someone, { total: 0 });
    expect((await capture(authId)).body).toMatchObject({
      mdr_fee: 0,
      recommender_amount: 0,
      deferred_buyer_amount: 0,
    });
    expect(await journals(authId)).toHaveLength(1);
  });
});

describe('capture', () => {
  test('is idempotent on the charge: a retry answers the same and writes nothing, whatever has changed since', async () => {
    const { authId } = await authorized(shop, buyer, { cart: GOLDEN_CART });
    const first = await capture(authId);
    await books.query('update orgs set mdr_bps = 900 where id = $1', [shop.orgId]);
    const again = await Promise.all([
      capture(authId),
      capture(authId),
      api('POST', `/charges/${authId}/capture`, { session: buyer.session }),
    ]);
    await books.query('update orgs set mdr_bps = 200 where id = $1', [shop.orgId]);
    for (const { status, body } of again) expect([status, body]).toEqual([200, first.body]);
    expect(await journals(authId)).toHaveLength(1);
    expect(await events(authId)).toEqual(['checkout.authorized', 'charge.captured']);
  });

  test('may be asked for by the consumer who authorized it, and by nobody else', async () => {
    const { authId } = await authorized(shop, buyer);
    const [stranger, otherShop] = await Promise.all([person(), merchant()]);
    const by = async (who: { key?: string; session?: string }) => {
      const { status, body } = await api('POST', `/charges/${authId}/capture`, who);
      return [status, body.error];
    };
    expect(await by({ session: stranger.session })).toEqual([404, 'charge not found']);
    expect(await by({ session: shop.session })).toEqual([404, 'charge not found']);
    expect(await by({ key: otherShop.key })).toEqual([404, 'charge not found']);
    expect(await by({})).toEqual([401, 'missing x-api-key']);
    expect((await by({ session: buyer.session }))[0]).toBe(200);
  });

  test('after a void gives auth not capturable; of an unknown charge charge not found', async () => {
    const { authId } = await authorized(shop, buyer);
    await voidCharge(authId);
    expect((await capture(authId)).body).toEqual({ error: 'auth not capturable' });
    expect((await capture(authId)).status).toBe(400);
    for (const unknown of ['00000000-0000-4000-8000-000000000000', 'x', authId.toUpperCase()]) {
      const { status, body } = await capture(unknown);
      expect([status, body.error]).toEqual([404, 'charge not found']);
    }
  });

  test('takes MDR and split as they are then, within the country’s bounds, and stores both', async () => {
    const own = await merchant({ country: 'NZ' });
    await books.query('update orgs set mdr_bps = 150, recommender_share_bps = 9000 where id = $1', [
      own.orgId,
    ]);
    await books.query(
      `insert into countries (country_code, min_share_bps, max_share_bps) values ('NZ', 1000, 6000)`,
    );
    const friend = await shopper({ funds: 0 });
    await call('POST', '/buy-list', {
      session: friend.session,
      body: { merchant_id: own.orgId, product_id: 'A' },
    });
    const { authId } = await authorized(own, buyer, { cart: GOLDEN_CART });
    const { body } = await api('POST', `/charges/${authId}/capture`, { key: own.key });
    expect(body).toMatchObject({ mdr_fee: 97, recommender_amount: 269, deferred_buyer_amount: 196 });
    const { rows } = await books.query(
      'select mdr_bps, recommender_share_bps from captures where charge_id = $1',
      [authId],
    );
    expect(rows).toEqual([{ mdr_bps: 150, recommender_share_bps: 6000 }]);
  });
});

describe('void', () => {
  test('releases the hold; a second void, and a void after capture, are refused', async () => {
    const someone = await shopper({ funds: 5000 });
    const { authId, checkoutId } = await authorized(shop, someone);
    expect((await voidCharge(authId)).body).toEqual({ ok: true });
    expect(await wallet(someone)).toMatchObject({ balance_minor: 5000, held_minor: 0 });
    expect(await call('GET', `/checkouts/${checkoutId}`, { key: shop.key })).toMatchObject({
      status: 'VOIDED',
    });
    const again = await voidCharge(authId);
    expect([again.status, again.body.error]).toEqual([400, 'auth not voidable']);
    expect(await events(authId)).toEqual(['checkout.authorized', 'charge.voided']);

    const second = await authorized(shop, someone);
    await capture(second.authId);
    expect((await voidCharge(second.authId)).body).toEqual({ error: 'auth not voidable' });
  });

  test('hides the charge from a session that is no member, the buyer included', async () => {
    const { authId } = await authorized(shop, buyer);
    const { status, body } = await api('POST', `/charges/${authId}/void`, { session: buyer.session });
    expect([status, body.error]).toEqual([404, 'charge not found']);
  });
});

describe('attribution', () => {
  const list = (someone: Person, productId: string) =>
    call('POST', '/buy-list', {
      session: someone.session,
      body: { merchant_id: shop.orgId, product_id: productId },
    });
  const buy = async (productId: string, body: object = {}, by = buyer) => {
    const { id } = await openCheckout(shop, {
      cart: { items: [item({ product_id: productId, cashback_rate: 1000 })] },
    });
    const { auth_id: authId } = await call('POST', `/checkouts/${id}/authorize`, {
      session: by.session,
      body,
    });
    return (await capture(authId)).body;
  };

  test('goes to the newest active entry, or to the one named at authorize while it is active', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const entry = await list(ann, 'vase');
    await list(bob, 'vase');
    expect(await buy('vase')).toMatchObject({
      recommender_id: bob.userId,
      recommender_amount: 50,
      deferred_buyer_amount: 50,
    });
    const named = {
      attribution: [
        { product_id: 'vase', recommender_id: bob.userId },
        { product_id: 'vase', recommender_id: ann.userId },
      ],
    };
    expect(await buy('vase', named)).toMatchObject({ recommender_id: ann.userId });
    await call('DELETE', `/buy-list/${entry.id}`, { session: ann.session });
    expect(await buy('vase', named)).toMatchObject({ recommender_id: bob.userId });
    await list(ann, 'vase');
    expect(await buy('vase')).toMatchObject({ recommender_id: ann.userId });
  });

  test('ignores names that mean nothing', async () => {
    const attribution = [
      { product_id: 'other', recommender_id: buyer.userId },
      { product_id: 'cup', recommender_id: 'nobody' },
    ];
    expect(await buy('cup', { attribution })).toMatchObject({
      recommender_id: null,
      recommenders: [],
      deferred_buyer_amount: 100,
    });
  });

  test('never to the buyer: their own entry gives them the whole pot, pending at once', async () => {
    const fan = await shopper();
    await list(fan, 'lamp');
    expect(await buy('lamp', {}, fan)).toMatchObject({
      recommender_amount: 0,
      buyer_amount: 0,
      deferred_buyer_amount: 100,
    });
    expect(await wallet(fan)).toMatchObject({ pending_cashback_minor: 100, deferred_cashback_minor: 0 });
  });

  test('of several lines adds up by recommender, one row each', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    await Promise.all([list(ann, 'a1'), list(bob, 'b1')]);
    await list(ann, 'a2');
    const items = ['b1', 'a1', 'a2', 'free'].map((id) =>
      item({ product_id: id, cashback_rate: id === 'free' ? 0 : 1000 }),
    );
    const { authId } = await authorized(shop, buyer, { cart: { items, total: 4000 } });
    const { body } = await capture(authId);
    expect(body.recommenders).toEqual([
      { user_id: bob.userId, amount: 50 },
      { user_id: ann.userId, amount: 100 },
    ]);
    expect(body).toMatchObject({
      recommender_id: ann.userId,
      recommender_amount: 150,
      deferred_buyer_amount: 150,
    });
  });
});
