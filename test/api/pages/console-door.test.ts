import { apiTest } from '../../support/api-test.ts';
import { api, call, mailedCode, merchant } from '../../support/people.ts';
import type { Answer, Request } from '../../support/people.ts';
import { randomUUID } from 'node:crypto';

apiTest();

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

/** Calls the door as a page of the service does, with the session in a cookie. */
function door(
  method: string,
  path: string,
  { cookie, headers, ...request }: Request & { readonly cookie?: string } = {},
): Promise<Answer> {
  const sent = {
    ...SAME_ORIGIN,
    ...(cookie === undefined ? {} : { cookie: `session=${cookie}` }),
    ...headers,
  };
  return api(method, `/console/api${path}`, { ...request, headers: sent });
}

async function signIn(): Promise<Answer> {
  const email = `${randomUUID()}@example.com`;
  const { challenge } = (await door('POST', '/auth/otp/request', { body: { email } })).body;
  const code = await mailedCode(email);
  return door('POST', '/auth/otp/verify', { body: { email, code, challenge } });
}

const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie') ?? '';
const tokenOf = (answer: Answer): string => /^session=([^;]*);/.exec(cookieOf(answer))?.[1] ?? '';

test('a sign-in through the door sets a cookie that no script reads, and shows no token', async () => {
  const answer = await signIn();

  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(expect.objectContaining({ env: 'sandbox', user_id: expect.any(String) }));
  expect(answer.body).not.toHaveProperty('session_token');
  const [, ...attributes] = cookieOf(answer).split('; ');
  expect(attributes.toSorted()).toEqual([
    expect.stringMatching(/^expires=/),
    'httponly',
    'path=/',
    'samesite=lax',
  ]);
  const me = await door('GET', '/me', { cookie: tokenOf(answer) });
  expect(me.body).toEqual(expect.objectContaining({ user_id: answer.body.user_id }));
});

test('a change of the mode through the door replaces the cookie', async () => {
  const before = await signIn();

  const answer = await door('POST', '/auth/mode', { cookie: tokenOf(before), body: { env: 'sandbox' } });

  expect(answer.body).not.toHaveProperty('session_token');
  expect(tokenOf(answer)).toMatch(/^sess_/);
  expect(tokenOf(answer)).not.toBe(tokenOf(before));
});

test('sign-out through the door ends the session and removes the cookie', async () => {
  const cookie = tokenOf(await signIn());

  const answer = await door('POST', '/auth/signout', { cookie, body: {} });

  expect(answer.body).toEqual({ ok: true });
  expect(cookieOf(answer)).toMatch(/^session=; .*expires=Thu, 01 Jan 1970/);
  expect(await door('GET', '/me', { cookie })).toMatchObject({ status: 401 });
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['another site with a stolen origin', { 'sec-fetch-site': 'cross-site', origin: 'own' }],
  ['another origin in an old browser', { origin: 'https://shop.example' }],
  ['no origin in an old browser', { origin: 'null' }],
  ['a client that names none', {}],
])('a post from %s is refused before its credential is read', async (_, headers: Record<string, string>) => {
  const base = process.env['TEST_API_URL'] ?? '';
  const sent = { ...headers, ...(headers['origin'] === 'own' && { origin: base }) };

  const answer = await api('POST', '/console/api/orgs', { headers: sent, body: { name: 'Stolen' } });

  expect(answer).toMatchObject({ status: 403, body: { error: 'cross-origin request' } });
});

test("an old browser's post from the page itself passes by its origin", async () => {
  const origin = process.env['TEST_API_URL'] ?? '';
  const email = `${randomUUID()}@example.com`;

  const answer = await api('POST', '/console/api/auth/otp/request', { headers: { origin }, body: { email } });

  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
});

test('the API takes no cookie', async () => {
  const cookie = `session=${tokenOf(await signIn())}`;

  expect(await api('GET', '/me', { headers: { cookie } })).toMatchObject({
    status: 401,
    body: { error: 'invalid or expired session' },
  });
});

test('the door takes the cookie only, and no credential of a header', async () => {
  const shop = await merchant();
  const cookie = tokenOf(await signIn());

  expect(await door('GET', '/me', { session: shop.session })).toMatchObject({ status: 401 });
  expect(await door('GET', `/orgs/${shop.orgId}/balance`, { key: shop.key })).toMatchObject({ status: 401 });
  const me = await door('GET', '/me', { cookie, session: shop.session });
  expect(me.body.user_id).not.toBe(shop.userId);
});

test('the door answers as the API does, with the headers that keep other sites away', async () => {
  const shop = await merchant();
  const cookie = shop.session;

  const answer = await door('GET', '/terminals?limit=1', { cookie });

  expect(answer.body).toEqual(await call('GET', '/terminals?limit=1', { session: shop.session }));
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(await door('GET', '/nowhere', { cookie })).toMatchObject({ status: 404 });
  expect(await door('GET', '/console/api/me', { cookie })).toMatchObject({ status: 404 });
});
