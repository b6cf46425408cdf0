import { homeCurrency } from '../../../src/domain/countries.ts';
import { apiTest } from '../../support/api-test.ts';
import { ownCountry } from '../../support/countries.ts';
import { OLGA } from '../../support/operators.ts';
import { api, call, item, merchant, person, until } from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';
import { decided, newestCase, press, sendEvent, standing } from '../../support/verification.ts';

/** Going live, step by step, on the running stack. Source: specification, "Environments". */

const { books } = apiTest();

const outcomeOf = ({ status, body }: Answer) => [status, body];
const refusal = (status: number, error: string, more: object = {}) => [status, { error, ...more }];

/** The operator connects a banking partner in this country, or takes it away. */
const connect = (country: string, live_partner = true) =>
  call('PUT', `/operator/countries/${country}`, {
    headers: OLGA,
    body: { min_share_bps: 0, max_share_bps: 10_000, live_partner },
  });

/** The business starts KYB and is approved on the provider's page. */
async function approveBusiness({ session, orgId }: Merchant, country: string): Promise<string> {
  const { verification_url: url, status } = await call('POST', '/compliance/kyb/start', {
    session,
    body: { org_id: orgId, country_code: country },
  });
  expect(status).toBe('PENDING');
  await press(url, 'Approve');
  await standing(session, 'APPROVED', orgId);
  return url;
}

/** The consumer starts KYC and is approved on the provider's page. */
async function approveConsumer({ session }: Person, country: string): Promise<string> {
  const { verification_url: url } = await call('POST', '/compliance/kyc/start', {
    session,
    body: { country_code: country },
  });
  await press(url, 'Approve');
  await standing(session, 'APPROVED');
  return url;
}

const liveKey = async ({ session, orgId }: Merchant): Promise<string> =>
  (await call('POST', '/apikeys', { session, body: { org_id: orgId, env: 'live', name: 'live till' } })).key;
const enterLive = ({ session }: Person) => api('POST', '/auth/mode', { session, body: { env: 'live' } });
const liveSession = async (who: Person): Promise<string> => (await enterLive(who)).body.session_token;

/** The bank receives 50.00 for this user, and says so. Waits until it is in their live wallet. */
async function deposit({ userId }: Person, session: string, currency: string): Promise<void> {
  const answer = await fetch(`${process.env['TEST_SIMULATOR_URL']}/bank/deposits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user_id: userId,
      amount_minor: 5000,
      currency,
      callback_url: `${process.env['TEST_API_URL']}/partners/bank/events`,
    }),
  });
  expect(answer.status).toBe(200);
  await until(
    () => wallets(session),
    (found) => found.some(({ balance_minor }) => balance_minor === 5000),
  );
}

const wallets = async (
  session: string,
): Promise<{ currency: string; balance_minor: number; held_minor: number }[]> =>
  (await call('GET', '/wallet', { session })).wallets;
const balances = async (session: string): Promise<[string, number, number][]> =>
  (await wallets(session)).map(({ currency, balance_minor, held_minor }) => [
    currency,
    balance_minor,
    held_minor,
  ]);

const openLive = async (key: string, currency: string): Promise<string> =>
  (
    await call('POST', '/checkouts', {
      key,
      body: { items: [item({ unit_price: 1000 })], total: 1000, currency },
    })
  ).id;
const authorize = (id: string, session: string) =>
  api('POST', `/checkouts/${id}/authorize`, { session, body: {} });
/** A live checkout of 10.00 that this session has authorized. */
const held = async (
  key: string,
  { session, currency }: { session: string; currency: string },
): Promise<string> =>
  (await call('POST', `/checkouts/${await openLive(key, currency)}/authorize`, { session, body: {} }))
    .auth_id;
const capture = (authId: string, key: string) => api('POST', `/charges/${authId}/capture`, { key });

/**
 * A business and a consumer of one country whose partner is connected, both approved, with live credentials.
 */
async function live() {
  const country = await ownCountry(books);
  const [shop, buyer] = await Promise.all([merchant({ country }), person()]);
  await connect(country);
  const [kybUrl, kycUrl] = await Promise.all([
    approveBusiness(shop, country),
    approveConsumer(buyer, country),
  ]);
  const [key, session] = await Promise.all([liveKey(shop), liveSession(buyer)]);
  const currency = homeCurrency(country);
  await deposit(buyer, session, currency);
  return { country, currency, shop, buyer, kybUrl, kycUrl, key, session };
}

test('a business and a consumer go live: verified at the provider, funded by the bank, paid with real money', async () => {
  const { shop, buyer, key, session, currency } = await live();
  expect(key).toMatch(/^fl_live_/);
  expect(await call('GET', '/apikeys/verify', { key })).toMatchObject({ org_id: shop.orgId, env: 'live' });
  await call('POST', '/sandbox/wallet/topup', {
    session: buyer.session,
    body: { amount_minor: 70_000, currency },
  });
  const id = await openLive(key, currency);
  const { auth_id: authId } = await call('POST', `/checkouts/${id}/authorize`, { session, body: {} });
  expect(await balances(session)).toEqual([[currency, 5000, 1000]]);
  expect(outcomeOf(await capture(authId, key))).toEqual([
    200,
    expect.objectContaining({ mdr_fee: 20, journal_id: expect.any(String) }),
  ]);
  expect(await balances(session)).toEqual([[currency, 4000, 0]]);
  expect(await balances(buyer.session)).toEqual([[currency, 70_000, 0]]);
  const { rows } = await books.query(
    `select distinct e.env, a.env as account from journals j join entries e on e.journal_id = j.id join accounts a on a.id = e.account_id
     where j.charge_id = $1`,
    [authId],
  );
  expect(rows).toEqual([{ env: 'live', account: 'live' }]);
  const salesOf = async (by: object) => (await call('GET', `/orgs/${shop.orgId}/sales`, by)).sales;
  const { session_token: console } = await call('POST', '/auth/mode', {
    session: shop.session,
    body: { env: 'live', org_id: shop.orgId },
  });
  expect(await salesOf({ session: console })).toEqual([
    expect.objectContaining({ id, status: 'CAPTURED', total_minor: 1000 }),
  ]);
  expect(await salesOf({ session: shop.session })).toEqual([]);
});

test('every gate on the way refuses, with its reason, until its own condition holds', async () => {
  const country = await ownCountry(books);
  const currency = homeCurrency(country);
  const [shop, buyer] = await Promise.all([merchant({ country }), person()]);
  await call('PATCH', '/me', { session: buyer.session, body: { country_code: country } });
  const notEligible = (...blockers: string[]) => refusal(403, 'live not eligible', { blockers });
  const asBusiness = () =>
    api('POST', '/auth/mode', { session: shop.session, body: { env: 'live', org_id: shop.orgId } });

  expect(outcomeOf(await asBusiness())).toEqual(notEligible('kyb_not_approved', 'no_live_banking_partner'));
  expect(outcomeOf(await enterLive(buyer))).toEqual(
    notEligible('kyc_not_approved', 'no_live_banking_partner'),
  );
  await connect(country);
  expect(outcomeOf(await asBusiness())).toEqual(notEligible('kyb_not_approved'));
  expect(outcomeOf(await enterLive(buyer))).toEqual(notEligible('kyc_not_approved'));
  await approveConsumer(buyer, country);
  const session = await liveSession(buyer);

  // A live key may be had before KYB: the gate is at the capture.
  const key = await liveKey(shop);
  const id = await openLive(key, currency);
  expect(outcomeOf(await authorize(id, session))).toEqual(refusal(400, 'insufficient balance'));
  expect(outcomeOf(await authorize(id, buyer.session))).toEqual(refusal(403, 'key env mismatch'));
  await deposit(buyer, session, currency);
  await connect(country, false);
  expect(outcomeOf(await authorize(id, session))).toEqual(refusal(403, 'no live banking partner'));
  await connect(country);
  const { auth_id: authId } = await call('POST', `/checkouts/${id}/authorize`, { session, body: {} });
  expect(outcomeOf(await capture(authId, shop.key))).toEqual(refusal(403, 'key env mismatch'));
  for (const button of [null, 'Reject'] as const) {
    expect(outcomeOf(await capture(authId, key))).toEqual(refusal(403, 'merchant KYB not approved'));
    const { verification_url: url } = await call('POST', '/compliance/kyb/start', {
      session: shop.session,
      body: { org_id: shop.orgId, country_code: country },
    });
    if (button !== null) await press(url, button);
    await standing(shop.session, button === null ? 'PENDING' : 'REJECTED', shop.orgId);
    expect(outcomeOf(await capture(authId, key))).toEqual(refusal(403, 'merchant KYB not approved'));
  }
  expect(outcomeOf(await asBusiness())).toEqual(notEligible('kyb_not_approved'));
  await approveBusiness(shop, country);
  expect((await capture(authId, key)).status).toBe(200);
  expect((await asBusiness()).body).toMatchObject({ env: 'live', live_eligible: true, live_blockers: [] });
});

test('a withdrawal shuts the gates for what comes next: captures by KYB, authorizations by KYC', async () => {
  const { country, currency, shop, buyer, kybUrl, kycUrl, key, session } = await live();
  const [first, second] = [await held(key, { session, currency }), await held(key, { session, currency })];
  const captured = await capture(first, key);
  expect(captured.status).toBe(200);
  const waiting = await openLive(key, currency);

  await press(kycUrl, 'Withdraw approval');
  await standing(buyer.session, 'WITHDRAWN');
  expect(outcomeOf(await authorize(waiting, session))).toEqual(refusal(403, 'consumer KYC not approved'));
  const misspelt = await api('POST', `/checkouts/${waiting}/authorize`, {
    session,
    body: { attribution: 5 },
  });
  expect(outcomeOf(misspelt)).toEqual(refusal(403, 'consumer KYC not approved'));
  expect(outcomeOf(await enterLive(buyer))).toEqual(
    refusal(403, 'live not eligible', { blockers: ['kyc_not_approved'] }),
  );

  await press(kybUrl, 'Withdraw approval');
  await standing(shop.session, 'WITHDRAWN', shop.orgId);
  expect(outcomeOf(await capture(second, key))).toEqual(refusal(403, 'merchant KYB not approved'));
  // The row answers a repeated capture: no gate, no second charge.
  expect(outcomeOf(await capture(first, key))).toEqual(outcomeOf(captured));

  await approveBusiness(shop, country);
  // The consumer's KYC is still withdrawn: that does not stop the capture of what is held.
  expect((await capture(second, key)).status).toBe(200);
  expect(await balances(session)).toEqual([[currency, 3000, 0]]);
});

test('a withdrawal that nobody asked for on a page arrives by callback alone', async () => {
  const { shop, key, session, currency } = await live();
  const authId = await held(key, { session, currency });
  const { id } = await newestCase(books, shop.orgId);
  expect((await sendEvent(await decided(id, 'withdraw'))).status).toBe(200);
  expect(outcomeOf(await capture(authId, key))).toEqual(refusal(403, 'merchant KYB not approved'));
});
