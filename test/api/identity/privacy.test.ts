import { randomUUID } from 'node:crypto';
import { sweep } from '../../../src/commands/sweep.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { apiTest } from '../../support/api-test.ts';
import { simulator } from '../../support/live.ts';
import { OLGA } from '../../support/operators.ts';
import { api, authorized, call, item, merchant, person, shopper, until } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import { RETENTION } from '../../support/settings.ts';
import { signIn } from '../../support/signing-in.ts';

const { books } = apiTest();

const REASON = { reason: 'asked by the person' };
const erase = (userId: string, body: object = REASON) =>
  api('POST', `/operator/users/${userId}/erase`, { headers: OLGA, body });
const exported = (who: Person) => call('GET', '/me/export', { session: who.session });
const shipping = { street: '1 Long Lane' };
const goods = { cart: { items: [item({ cashback_rate: 1000 })], total: 1000, shipping } };
/** The bank receives money for them. */
async function depositLive({ userId }: Person): Promise<void> {
  const callback = `${process.env['TEST_API_URL']}/partners/bank/events`;
  const money = { user_id: userId, amount_minor: 500, currency: 'EUR', callback_url: callback };
  await simulator('POST', '/bank/deposits', money);
  const count = async () =>
    (
      await books.query(`select 1 from accounts where owner_id = $1 and env = 'live' and balance > 0`, [
        userId,
      ])
    ).rowCount;
  await until(count, (found) => found === 1);
}
const pseudonym = (id: string) => `erased+${id}@erased.invalid`;

describe('the export of one’s own data', () => {
  test('has profile, money, payments with carts and addresses, and all else that is stored', async () => {
    const [shop, buyer] = [await merchant(), await shopper()];
    await call('PATCH', '/me', { session: buyer.session, body: { first_name: 'Ann', last_name: 'Lee' } });
    const role = { role: 'support' };
    await call('POST', `/orgs/${shop.orgId}/invites`, {
      session: shop.session,
      body: { ...role, email: buyer.email },
    });
    const entry = { merchant_id: shop.orgId, product_id: 'tea', display_name: 'Tea' };
    await call('POST', '/buy-list', { session: buyer.session, body: entry });
    const { authId, checkoutId } = await authorized(shop, buyer, goods);
    await call('POST', `/charges/${authId}/capture`, { key: shop.key });
    await call('POST', `/charges/${authId}/return`, { key: shop.key, body: { reason: 'too small' } });
    const all = await exported(buyer);
    expect(all).toMatchObject({
      user: { user_id: buyer.userId, email: buyer.email, first_name: 'Ann', kyc_status: 'NOT_STARTED' },
      sessions: [{ env: 'sandbox', org_id: null, ended_at: null, address: expect.any(String) }],
      wallets: [{ env: 'sandbox', currency: 'USD', balance_minor: 1_000_000, held_minor: 0 }],
      wallet_entries: [
        { kind: 'return', charge_id: authId, amount_minor: 1000 },
        { kind: 'capture', charge_id: authId, amount_minor: -1000 },
        { kind: 'topup', charge_id: null, amount_minor: 1_000_000 },
      ],
      payments: [
        {
          id: authId,
          checkout_id: checkoutId,
          org_id: shop.orgId,
          env: 'sandbox',
          status: 'CAPTURED',
          total_minor: 1000,
          shipping,
          items: [{ product_id: 'tea', unit_price: 1000, qty: 1 }],
        },
      ],
      returns: [{ charge_id: authId, refund_minor: 1000, reason: 'too small' }],
      awards: [{ charge_id: authId, kind: 'buyer', status: 'VOIDED' }],
      buy_list: [{ product_id: 'tea', status: 'ACTIVE' }],
      recommendations: [{ product_id: 'tea', display_name: 'Tea' }],
      invites: [{ org_id: shop.orgId, role: 'support', status: 'PENDING' }],
      memberships: [],
      acts: [],
      truncated: [],
    });
    const owner = await exported(shop);
    expect(owner.memberships).toMatchObject([{ org_id: shop.orgId, role: 'owner', status: 'ACTIVE' }]);
    expect(owner.acts.map(({ action }: { action: string }) => action)).toContain('invite.created');
    expect(owner.payments).toEqual([]);
  });

  test('names the lists that it had to cut', async () => {
    const who = await person();
    await books.query(
      `insert into recommendation_requests (id, user_id, env, merchant_id, product_id)
       select gen_random_uuid(), $1, 'live', $2, 'p' || n from generate_series(1, 1001) n`,
      [who.userId, (await merchant()).orgId],
    );
    const { recommendations, truncated } = await exported(who);
    expect([recommendations.length, truncated]).toEqual([1000, ['recommendations']]);
  });
});

describe('the erasure of a person', () => {
  test('replaces name and e-mail address, ends sessions, and lets the address begin anew', async () => {
    const who = await person();
    await call('PATCH', '/me', { session: who.session, body: { first_name: 'Ann', last_name: 'Lee' } });
    const { status, body } = await erase(who.userId);
    expect([status, body]).toEqual([200, { user_id: who.userId, erased_at: expect.any(String) }]);
    const { rows } = await books.query('select email, first_name, last_name from users where id = $1', [
      who.userId,
    ]);
    expect(rows).toEqual([{ email: pseudonym(who.userId), first_name: '', last_name: '' }]);
    expect((await api('GET', '/me', { session: who.session })).status).toBe(401);
    // The limit of one code in a minute went with the codes.
    const again = await signIn(books, who.email);
    expect(again.user_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(again.user_id).not.toBe(who.userId);
  });

  test('is recorded without personal data, and a repeat answers the same', async () => {
    const who = await person();
    const first = await erase(who.userId);
    expect((await erase(who.userId)).body).toEqual(first.body);
    const { rows } = await books.query(
      'select action, before, after, reason from operator_actions where target = $1',
      [`user:${who.userId}`],
    );
    expect(rows).toEqual([{ action: 'erase_user', before: null, after: first.body, reason: REASON.reason }]);
  });

  test('ends memberships and invites with a line in the trail, and nobody adds the person again', async () => {
    const [shop, other, who] = [await merchant(), await merchant(), await person()];
    const add = { session: shop.session, body: { user_id: who.userId, role: 'admin' } };
    await call('POST', `/orgs/${shop.orgId}/members`, add);
    await call('GET', `/orgs/${shop.orgId}`, { session: who.session });
    const { invite_id: id } = await call('POST', `/orgs/${other.orgId}/invites`, {
      session: other.session,
      body: { email: who.email, role: 'admin' },
    });
    expect((await erase(who.userId)).status).toBe(200);
    const left = await call('GET', `/orgs/${shop.orgId}/audit?action=member.left`, { session: shop.session });
    expect(left.entries).toEqual([
      expect.objectContaining({
        actor: { kind: 'operator', id: 'olga', email: null },
        target: { kind: 'member', id: who.userId },
      }),
    ]);
    const trail = await call('GET', `/orgs/${other.orgId}/audit?action=invite.revoked`, {
      session: other.session,
    });
    expect(trail.entries).toEqual([expect.objectContaining({ target: { kind: 'invite', id } })]);
    const { invites } = await call('GET', `/orgs/${other.orgId}/invites`, { session: other.session });
    expect(invites).toMatchObject([{ status: 'REVOKED', email: pseudonym(who.userId) }]);
    expect((await api('POST', `/orgs/${shop.orgId}/members`, add)).body).toEqual({ error: 'user not found' });
  });

  test('keeps the books, and deletes the address and the recommendations', async () => {
    const [shop, buyer] = [await merchant(), await shopper()];
    const entry = { merchant_id: shop.orgId, product_id: 'tea', display_name: 'Tea' };
    await call('POST', '/buy-list', { session: buyer.session, body: entry });
    const { authId, checkoutId } = await authorized(shop, buyer, goods);
    await call('POST', `/charges/${authId}/capture`, { key: shop.key });
    expect((await erase(buyer.userId)).status).toBe(200);
    const sale = await call('GET', `/sales/${checkoutId}`, { key: shop.key });
    expect(sale).toMatchObject({ total_minor: 1000, shipping: null, auth: { status: 'CAPTURED' } });
    await call('POST', `/charges/${authId}/return`, { key: shop.key, body: {} });
    const { rows } = await books.query(
      'select status, display_name from buy_list_entries where user_id = $1',
      [buyer.userId],
    );
    expect(rows).toEqual([{ status: 'INACTIVE', display_name: null }]);
  });

  test('is refused for the last owner of an org, and then nothing has changed', async () => {
    const [shop, other] = [await merchant(), await merchant()];
    const owner = { user_id: shop.userId, role: 'owner' };
    await call('POST', `/orgs/${other.orgId}/members`, { session: other.session, body: owner });
    const refused = await erase(shop.userId);
    expect([refused.status, refused.body]).toEqual([400, { error: 'last owner' }]);
    expect((await exported(shop)).memberships).toHaveLength(2);
  });

  test('is refused while a live wallet has money; money of the sandbox does not count', async () => {
    const [rich, tester] = [await person(), await shopper()];
    await depositLive(rich);
    const refused = await erase(rich.userId);
    expect([refused.status, refused.body]).toEqual([400, { error: 'wallet not empty' }]);
    expect((await api('GET', '/me', { session: rich.session })).status).toBe(200);
    expect((await erase(tester.userId)).status).toBe(200);
  });

  test('needs a known person and a reason', async () => {
    for (const id of [randomUUID(), 'no-id'])
      expect((await erase(id)).body).toEqual({ error: 'user not found' });
    const { userId } = await person();
    expect((await erase(userId, { reason: ' ' })).body).toEqual({ error: 'reason: must not be blank' });
  });
});

describe('the sweep', () => {
  const swept = async (): Promise<void> => {
    const database = await openDatabase({ url: process.env['TEST_DATABASE_URL'] ?? '', poolSize: 2 });
    await sweep(database, RETENTION);
    await database.close();
  };

  test('deletes addresses of paid carts after 180 days, and of unpaid ones after 30', async () => {
    const [shop, buyer] = [await merchant(), await shopper()];
    const cartOf = async (age: string, isPaid: boolean): Promise<string> => {
      const { authId, checkoutId } = await authorized(shop, buyer);
      if (!isPaid) await call('POST', `/charges/${authId}/void`, { key: shop.key });
      await books.query(
        `insert into cart_addresses (cart_id, shipping, recorded_at) values ($1, '{}', now() - $2::interval)`,
        [checkoutId, age],
      );
      return checkoutId;
    };
    const gone = [await cartOf('181 days', true), await cartOf('31 days', false)];
    const kept = [await cartOf('179 days', true), await cartOf('29 days', false)];
    await swept();
    const { rows } = await books.query('select cart_id from cart_addresses where cart_id = any ($1)', [
      [...gone, ...kept],
    ]);
    expect(rows.map((row) => row.cart_id).sort()).toEqual(kept.toSorted());
  });

  test('replaces the e-mail address of an invite 90 days after its end', async () => {
    const shop = await merchant();
    const endedOf = async (age: string): Promise<string> => {
      const id = randomUUID();
      await books.query(
        `insert into invites (id, org_id, email, role, status, created_by, created_at, ended_at, expires_at)
         values ($1::uuid, $2, $1::uuid::text || '@example.com', 'support', 'REVOKED', $3,
           now() - $4::interval, now() - $4::interval, now())`,
        [id, shop.orgId, shop.userId, age],
      );
      return id;
    };
    const [old, young] = [await endedOf('91 days'), await endedOf('89 days')];
    await swept();
    const { invites } = await call('GET', `/orgs/${shop.orgId}/invites`, { session: shop.session });
    const emails = Object.fromEntries(
      invites.map(({ invite_id: id, email }: { invite_id: string; email: string }) => [id, email]),
    );
    expect(emails).toEqual({ [old]: pseudonym(old), [young]: `${young}@example.com` });
  });

  test('an address and an ended invite cannot be changed otherwise', async () => {
    const [shop, buyer] = [await merchant(), await shopper()];
    const { checkoutId } = await authorized(shop, buyer, goods);
    await expect(
      books.query(`update cart_addresses set shipping = '{}' where cart_id = $1`, [checkoutId]),
    ).rejects.toThrow('append-only');
    await call('POST', `/orgs/${shop.orgId}/invites`, {
      session: shop.session,
      body: { email: buyer.email, role: 'support' },
    });
    await signIn(books, buyer.email);
    await expect(
      books.query(`update invites set email = 'x@example.com' where email = $1`, [buyer.email]),
    ).rejects.toThrow('has ended');
  });
});
