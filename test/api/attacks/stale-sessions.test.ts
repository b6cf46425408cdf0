import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { liveMerchant, newIban } from '../../support/live.ts';
import type { LiveMerchant } from '../../support/live.ts';
import { api, call, merchant, person } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';
import { confirmationCode, signIn } from '../../support/signing-in.ts';

/**
 * A thief has a session of an owner that signed in a while ago, in the sandbox or in live: without a code
 * from the owner's mail it changes nothing with live effect.
 */
const { books } = apiTest();

const STALE = [403, { error: 'fresh code required' }];
const outcomeOf = ({ status, body }: Answer) => [status, body];
/** Codes are in real time, which nothing moves: they are made to have been entered earlier. */
const age = (userId: string, interval = '15 minutes') =>
  books.query('update sign_ins set code_entered_at = code_entered_at - $2::interval where user_id = $1', [
    userId,
    interval,
  ]);

let shop: LiveMerchant;
let friend: { userId: string };
beforeAll(async () => {
  shop = await liveMerchant(books);
  friend = await person();
});

/** Every act with live effect, by its name. */
const ACTS: Readonly<Record<string, (session: string) => Promise<Answer>>> = {
  'issue a live key': (session) =>
    api('POST', '/apikeys', { session, body: { org_id: shop.orgId, env: 'live', name: 'theirs' } }),
  'set the webhook': (session) =>
    api('PUT', `/orgs/${shop.orgId}/webhook`, { session, body: { url: 'https://example.com/theirs' } }),
  'rotate the webhook’s secret': (session) => api('POST', `/orgs/${shop.orgId}/webhook/rotate`, { session }),
  'delete the webhook': (session) => api('DELETE', `/orgs/${shop.orgId}/webhook`, { session }),
  'make an owner': (session) =>
    api('POST', `/orgs/${shop.orgId}/members`, { session, body: { user_id: friend.userId, role: 'owner' } }),
  'promote to admin': (session) =>
    api('PATCH', `/orgs/${shop.orgId}/members/${friend.userId}`, { session, body: { role: 'admin' } }),
  'invite an admin': (session) =>
    api('POST', `/orgs/${shop.orgId}/invites`, {
      session,
      body: { email: `${randomUUID()}@example.com`, role: 'admin' },
    }),
};
const registerLive = () => {
  const body = { iban: newIban(), name: 'Thief', org_id: shop.orgId, force: true, force_reason: 'mine' };
  return api('POST', '/bank/payout-iban', { session: shop.liveSession, body });
};
const registerLiveAch = () => {
  const account = { routing_number: '021000021', account_number: '123456789', name: 'Thief' };
  return api('POST', '/bank/payout-ach', {
    session: shop.liveSession,
    body: { ...account, org_id: shop.orgId, force: true, force_reason: 'mine' },
  });
};

test('a session of sixteen minutes does none of the acts with live effect, whichever of its tokens is sent', async () => {
  await age(shop.userId, '14 minutes 30 seconds');
  expect((await ACTS['set the webhook']?.(shop.session))?.status).toBe(200);
  await age(shop.userId, '30 seconds');
  for (const act of Object.values(ACTS))
    for (const session of [shop.session, shop.liveSession])
      expect(outcomeOf(await act(session))).toEqual(STALE);
  expect(outcomeOf(await registerLive())).toEqual(STALE);
  expect(outcomeOf(await registerLiveAch())).toEqual(STALE);
  expect((await call('GET', `/orgs/${shop.orgId}/webhook`, { session: shop.session })).url).toBe(
    'https://example.com/theirs',
  );
});

test('the code from the owner’s mail makes the sign-in fresh, with all its tokens', async () => {
  const code = await confirmationCode(shop);
  const { fresh_until: until } = await call('POST', '/auth/fresh/verify', {
    session: shop.liveSession,
    body: { code },
  });
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(14 * 60_000);
  expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(15 * 60_000 + 1000);
  for (const [name, act] of Object.entries(ACTS))
    expect([name, (await act(shop.session)).status]).toEqual([name, 200]);
  expect((await registerLive()).status).toBe(200);
});

test('an act without live effect needs no fresh code', async () => {
  const small = await merchant();
  const { orgId, session } = small;
  await age(small.userId, '1 day');
  await call('POST', '/apikeys', { session, body: { org_id: orgId, env: 'sandbox', name: 'till' } });
  await call('PUT', `/orgs/${orgId}/webhook`, { session, body: { url: 'https://example.com/' } });
  await call('POST', `/orgs/${orgId}/webhook/rotate`, { session });
  await call('DELETE', `/orgs/${orgId}/webhook`, { session });
  await call('POST', `/orgs/${orgId}/members`, { session, body: { user_id: friend.userId, role: 'owner' } });
  const account = { routing_number: '021000021', account_number: '123456789', name: 'Corner Shop' };
  await call('POST', '/bank/payout-ach', { session, body: { ...account, org_id: orgId } });
  await age(shop.userId, '1 day');
  const developer = { user_id: (await person()).userId, role: 'developer' };
  await call('POST', `/orgs/${shop.orgId}/members`, { session: shop.session, body: developer });
});

test('a caller without the role is refused for the role, not for a missing code', async () => {
  const support = await person();
  await age(shop.userId, '-1 day');
  const body = { user_id: support.userId, role: 'support' };
  await call('POST', `/orgs/${shop.orgId}/members`, { session: shop.session, body });
  await age(support.userId);
  for (const act of Object.values(ACTS))
    expect(outcomeOf(await act(support.session))).toEqual([403, { error: 'owner/admin required' }]);
});

test('a thief guesses five times at a code, and locks no other sign-in of the owner', async () => {
  const ann = await person();
  const code = await confirmationCode(ann);
  const verify = (code: string) =>
    api('POST', '/auth/fresh/verify', { session: ann.session, body: { code } });
  const REFUSED = [401, { error: 'invalid or expired code' }];
  const wrong = code === '000000' ? '000001' : '000000';
  for (let guess = 0; guess < 5; guess++) expect(outcomeOf(await verify(wrong))).toEqual(REFUSED);
  expect(outcomeOf(await verify(code))).toEqual(REFUSED);
  const { session_token: other } = await signIn(books, ann.email);
  await books.query('update sign_ins set code_entered_at = null where user_id = $1', [ann.userId]);
  const second = await confirmationCode({ email: ann.email, session: other });
  await call('POST', '/auth/fresh/verify', { session: other, body: { code: second } });
});
