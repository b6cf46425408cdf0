import { apiTest } from '../../support/api-test.ts';
import { setKyb } from '../../support/live.ts';
import { OLGA } from '../../support/operators.ts';
import { api, call, merchant, person } from '../../support/people.ts';
import { signIn } from '../../support/signing-in.ts';

const { books } = apiTest();

/** No other test connects this country to a live partner or takes it away. */
const COUNTRY = 'NO';

test('nobody reads the e-mail address and name of a stranger by adding their id to an org', async () => {
  const [thief, victim] = [await merchant(), await person()];
  await call('PATCH', '/me', { session: victim.session, body: { first_name: 'Vic', last_name: 'Tim' } });
  const body = { user_id: victim.userId, role: 'developer' };
  const answers = [
    await api('POST', `/orgs/${thief.orgId}/members`, { session: thief.session, body }),
    await api('GET', `/orgs/${thief.orgId}/members`, { session: thief.session }),
    await api('PATCH', `/orgs/${thief.orgId}/members/${victim.userId}`, {
      session: thief.session,
      body: { role: 'support' },
    }),
    await api('GET', `/orgs/${thief.orgId}/audit`, { session: thief.session }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${victim.email}|Vic|Tim`));
  }
});

test('a membership that a stranger makes takes no live sign-in away', async () => {
  const thief = await merchant();
  const terms = { min_share_bps: 0, max_share_bps: 10_000, live_partner: true };
  await call('PUT', `/operator/countries/${COUNTRY}`, { headers: OLGA, body: terms });
  const [byId, byInvite] = [await person(), await person()];
  for (const victim of [byId, byInvite]) {
    await call('PATCH', '/me', { session: victim.session, body: { country_code: COUNTRY } });
    const approved = { status: 'APPROVED', reason: 'seen' };
    await call('POST', `/operator/users/${victim.userId}/kyc`, { headers: OLGA, body: approved });
    expect(await signIn(books, victim.email)).toMatchObject({ env: 'live' });
  }
  const at = `/orgs/${thief.orgId}`;
  const by = { session: thief.session };
  await call('POST', `${at}/members`, { ...by, body: { user_id: byId.userId, role: 'developer' } });
  await call('POST', `${at}/invites`, { ...by, body: { email: byInvite.email, role: 'developer' } });
  for (const victim of [byId, byInvite])
    expect(await signIn(books, victim.email)).toMatchObject({ env: 'live' });
});

test('one who was added against their will gets out', async () => {
  const [thief, victim] = [await merchant(), await person()];
  const body = { user_id: victim.userId, role: 'developer' };
  await call('POST', `/orgs/${thief.orgId}/members`, { session: thief.session, body });
  const leaving = await api('DELETE', `/orgs/${thief.orgId}/members/${victim.userId}`, {
    session: victim.session,
  });
  expect(leaving.body).toEqual({ ok: true });
  expect((await call('GET', '/orgs', { session: victim.session })).orgs).toEqual([]);
});

test('a removed admin does not come back by an invite that they made for themselves', async () => {
  const [shop, admin] = [await merchant(), await person()];
  const at = `/orgs/${shop.orgId}`;
  await call('POST', `${at}/members`, {
    session: shop.session,
    body: { user_id: admin.userId, role: 'admin' },
  });
  await call('GET', at, { session: admin.session });
  const second = await person();
  await call('POST', `${at}/invites`, {
    session: admin.session,
    body: { email: second.email, role: 'admin' },
  });
  await call('DELETE', `${at}/members/${admin.userId}`, { session: shop.session });
  const { entries } = await call('GET', `${at}/audit?action=invite.created`, { session: shop.session });
  expect(entries).toEqual([
    expect.objectContaining({ actor: { kind: 'user', id: admin.userId, email: admin.email } }),
  ]);
  // The trail names the invite; the owner revokes it, and after seven days it is void by itself.
  await books.query(`update invites set expires_at = clock_timestamp() where email = $1`, [second.email]);
  await signIn(books, second.email);
  expect((await call('GET', '/orgs', { session: second.session })).orgs).toEqual([]);
});

test('a business that the operator suspends cannot go on selling and paying out', async () => {
  const shop = await merchant();
  await setKyb(shop, 'APPROVED');
  const reason = { reason: 'fraud reported' };
  await call('POST', `/operator/orgs/${shop.orgId}/suspend`, { headers: OLGA, body: reason });
  const items = [{ product_id: 'tea', display_name: 'Tea', unit_price: 100, qty: 1, cashback_rate: 0 }];
  const opening = await api('POST', '/checkouts', { key: shop.key, body: { items, total: 100 } });
  expect([opening.status, opening.body]).toEqual([403, { error: 'org suspended' }]);
  const payout = { amount_minor: 1, currency: 'USD', country_code: 'US' };
  const paying = await api('POST', '/payouts', { key: shop.key, body: payout });
  expect([paying.status, paying.body]).toEqual([403, { error: 'org suspended' }]);
});
