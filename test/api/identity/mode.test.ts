import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { ownCountry } from '../../support/countries.ts';
import { api, call, merchant, person } from '../../support/people.ts';
import type { Answer, Merchant } from '../../support/people.ts';
import { signIn } from '../../support/signing-in.ts';

const { books } = apiTest();

const outcomeOf = ({ status, body }: Answer) => ({ status, body });
const setMode = (session: string, body: object) => api('POST', '/auth/mode', { session, body });
const eligibility = (session: string, query = '') =>
  api('GET', `/auth/live-eligibility${query}`, { session });

/** Write the verdicts of KYB, KYC and the banking partner. Other tests simulate the partners. */
const approveOrg = (orgId: string, status = 'APPROVED') =>
  books.query('update orgs set kyb_status = $2 where id = $1', [orgId, status]);
const approveUser = (userId: string) =>
  books.query(`update users set kyc_status = 'APPROVED' where id = $1`, [userId]);
const connect = (country: string, partner = true) =>
  books.query(
    'insert into countries (country_code, live_partner) values ($1, $2) on conflict (country_code) do update set live_partner = excluded.live_partner',
    [country, partner],
  );

/** A business that may go live, in a country of its own: partners are connected for everybody in one. */
async function liveShop(): Promise<Merchant & { country: string }> {
  const country = await ownCountry(books);
  const shop = await merchant({ country });
  await Promise.all([connect(country), approveOrg(shop.orgId)]);
  return { ...shop, country };
}

describe('POST /auth/mode', () => {
  test('answers the Session and its org, with a fresh token; the old one stays valid in its own environment', async () => {
    const shop = await liveShop();
    const { status, body } = await setMode(shop.session, { env: 'live', org_id: shop.orgId });
    expect([status, body]).toEqual([
      200,
      {
        session_token: expect.stringMatching(/^sess_/),
        user_id: shop.userId,
        env: 'live',
        live_eligible: true,
        live_blockers: [],
        org_id: shop.orgId,
      },
    ]);
    expect(body.session_token).not.toBe(shop.session);
    const topup = (session: string) =>
      api('POST', '/sandbox/wallet/topup', { session, body: { amount_minor: 1 } });
    expect((await topup(shop.session)).status).toBe(200);
    expect(outcomeOf(await topup(body.session_token))).toEqual({ status: 404, body: { error: 'not found' } });
    const back = (await setMode(body.session_token, { env: 'sandbox', org_id: shop.orgId })).body;
    expect(back).toMatchObject({
      env: 'sandbox',
      live_eligible: true,
      live_blockers: [],
      org_id: shop.orgId,
    });
    expect((await topup(back.session_token)).status).toBe(200);
    expect((await api('GET', '/me', { session: body.session_token })).status).toBe(200);
  });

  test('always allows the sandbox, and tells what keeps from live', async () => {
    const shop = await merchant({ country: 'MT' });
    expect((await setMode(shop.session, { env: 'sandbox', org_id: shop.orgId })).body).toMatchObject({
      env: 'sandbox',
      live_eligible: false,
      live_blockers: ['kyb_not_approved', 'no_live_banking_partner'],
      org_id: shop.orgId,
    });
    expect((await setMode(shop.session, { env: 'sandbox', org_id: null })).body).toMatchObject({
      env: 'sandbox',
      live_blockers: expect.arrayContaining(['kyc_not_approved']),
      org_id: null,
    });
  });

  test('refuses live to an ineligible caller, with the blockers beside the error', async () => {
    const country = await ownCountry(books);
    const shop = await merchant({ country });
    const live = async () => outcomeOf(await setMode(shop.session, { env: 'live', org_id: shop.orgId }));
    const refusedFor = (...blockers: string[]) => ({
      status: 403,
      body: { error: 'live not eligible', blockers },
    });
    expect(await live()).toEqual(refusedFor('kyb_not_approved', 'no_live_banking_partner'));
    await connect(country);
    for (const status of ['PENDING', 'REJECTED', 'WITHDRAWN']) {
      await approveOrg(shop.orgId, status);
      expect(await live()).toEqual(refusedFor('kyb_not_approved'));
    }
    await approveOrg(shop.orgId);
    await connect(country, false);
    expect(await live()).toEqual(refusedFor('no_live_banking_partner'));
    await connect(country);
    expect((await live()).status).toBe(200);
  });

  test('judges the business with org_id, the consumer without', async () => {
    const shop = await liveShop();
    await call('PATCH', '/me', { session: shop.session, body: { country_code: shop.country } });
    expect(outcomeOf(await setMode(shop.session, { env: 'live' }))).toEqual({
      status: 403,
      body: { error: 'live not eligible', blockers: ['kyc_not_approved'] },
    });
    await approveUser(shop.userId);
    await approveOrg(shop.orgId, 'PENDING');
    expect((await setMode(shop.session, { env: 'live' })).body).toMatchObject({
      env: 'live',
      live_eligible: true,
      org_id: null,
    });
    expect((await setMode(shop.session, { env: 'live', org_id: shop.orgId })).status).toBe(403);
  });

  test('sets the active org that calls without one in their path use', async () => {
    const shop = await merchant();
    const second = await call('POST', '/orgs', {
      session: shop.session,
      body: { name: 'Second', country_code: 'US' },
    });
    const terminals = (session: string) => api('GET', '/terminals', { session });
    expect(outcomeOf(await terminals(shop.session))).toEqual({
      status: 400,
      body: { error: 'org_id required' },
    });
    for (const orgId of [shop.orgId, second.org_id as string]) {
      const { session_token: session } = (await setMode(shop.session, { env: 'sandbox', org_id: orgId }))
        .body;
      const { id } = await call('POST', '/terminals', { session, body: { title: orgId } });
      expect((await terminals(session)).body.terminals).toEqual([
        expect.objectContaining({ id, title: orgId }),
      ]);
    }
    expect(outcomeOf(await terminals(shop.session))).toEqual({
      status: 400,
      body: { error: 'org_id required' },
    });
  });

  test('makes no sign-in last longer: the fresh session ends when the old one would have', async () => {
    const ann = await person();
    const later = `update sessions set expires_at = expires_at - interval '29 days 23 hours' where user_id = $1`;
    await books.query(later, [ann.userId]);
    const { session_token: fresh } = (await setMode(ann.session, { env: 'sandbox' })).body;
    const { rows } = await books.query('select distinct expires_at from sessions where user_id = $1', [
      ann.userId,
    ]);
    expect(rows).toHaveLength(1);
    await books.query(`update sessions set expires_at = expires_at - interval '1 hour' where user_id = $1`, [
      ann.userId,
    ]);
    for (const session of [ann.session, fresh])
      expect((await api('GET', '/me', { session })).status).toBe(401);
    expect((await setMode(ann.session, { env: 'sandbox' })).status).toBe(401);
  });

  test('finds only orgs of the caller, before it looks at env; env is sandbox or live', async () => {
    const [shop, stranger] = await Promise.all([merchant(), person()]);
    for (const id of [shop.orgId, randomUUID(), shop.orgId.toUpperCase(), 'nope', '', 5]) {
      for (const env of ['sandbox', 'bogus']) {
        expect(outcomeOf(await setMode(stranger.session, { env, org_id: id }))).toEqual({
          status: 404,
          body: { error: 'org not found' },
        });
      }
    }
    for (const env of ['LIVE', '', null, undefined, 1]) {
      expect(outcomeOf(await setMode(stranger.session, { env }))).toEqual({
        status: 400,
        body: { error: expect.stringMatching(/^env: /) },
      });
    }
    expect((await api('POST', '/auth/mode', { key: shop.key, body: { env: 'sandbox' } })).status).toBe(401);
  });
});

describe('GET /auth/live-eligibility', () => {
  test('tells a business what it lacks, and a consumer', async () => {
    const country = await ownCountry(books);
    const shop = await merchant({ country });
    const business = async () => (await eligibility(shop.session, `?org_id=${shop.orgId}`)).body;
    expect(await business()).toEqual({
      eligible: false,
      blockers: ['kyb_not_approved', 'no_live_banking_partner'],
    });
    await approveOrg(shop.orgId);
    expect(await business()).toEqual({ eligible: false, blockers: ['no_live_banking_partner'] });
    await connect(country);
    expect(await business()).toEqual({ eligible: true, blockers: [] });

    await call('PATCH', '/me', { session: shop.session, body: { country_code: country } });
    expect((await eligibility(shop.session)).body).toEqual({
      eligible: false,
      blockers: ['kyc_not_approved'],
    });
    await approveUser(shop.userId);
    expect((await eligibility(shop.session)).body).toEqual({ eligible: true, blockers: [] });
  });

  test('is for members of the org, by session', async () => {
    const [shop, stranger] = await Promise.all([merchant(), person()]);
    for (const id of [shop.orgId, randomUUID(), 'nope']) {
      expect(outcomeOf(await eligibility(stranger.session, `?org_id=${id}`))).toEqual({
        status: 404,
        body: { error: 'org not found' },
      });
    }
    expect((await api('GET', '/auth/live-eligibility', { key: shop.key })).status).toBe(401);
  });
});

test('a removed member loses the org in every session that acts for it', async () => {
  const [shop, colleague] = await Promise.all([merchant(), person()]);
  await call('POST', `/orgs/${shop.orgId}/members`, {
    session: shop.session,
    body: { user_id: colleague.userId, role: 'developer' },
  });
  const { session_token: session } = (
    await setMode(colleague.session, { env: 'sandbox', org_id: shop.orgId })
  ).body;
  expect((await api('GET', '/terminals', { session })).status).toBe(200);
  await call('DELETE', `/orgs/${shop.orgId}/members/${colleague.userId}`, { session: shop.session });
  expect(outcomeOf(await api('GET', '/terminals', { session }))).toEqual({
    status: 404,
    body: { error: 'org not found' },
  });
});

test('the environment at sign-in is judged after the invites are claimed', async () => {
  const shop = await liveShop();
  const email = `${randomUUID()}@example.com`;
  await call('POST', `/orgs/${shop.orgId}/invites`, {
    session: shop.session,
    body: { email, role: 'developer' },
  });
  expect(await signIn(books, email)).toMatchObject({ env: 'live', live_eligible: true, live_blockers: [] });
  const second = await merchant();
  await call('POST', `/orgs/${second.orgId}/invites`, {
    session: second.session,
    body: { email, role: 'developer' },
  });
  expect(await signIn(books, email)).toMatchObject({
    env: 'sandbox',
    live_eligible: false,
    live_blockers: ['org_required'],
  });
});
