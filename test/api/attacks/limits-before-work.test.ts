import { makeApiKey, makeSessionToken } from '../../../src/security/secrets.ts';
import { apiTest } from '../../support/api-test.ts';
import { api, call, merchant, person } from '../../support/people.ts';
import type { Answer, Merchant, Request } from '../../support/people.ts';

const PER_ADDRESS = 30;
const service = apiTest({
  own: 'limits_before_work',
  settings: {
    ADDRESS_LIMITS_SPARE_LOOPBACK: 'false',
    TRUSTED_PROXY_HOPS: '1',
    CALLS_PER_ADDRESS: String(PER_ADDRESS),
    CALLS_PER_KEY: '20',
    CALLS_PER_ORG: '30',
    CALLS_PER_SESSION: '20',
    CALLS_PER_USER: '30',
    CLOCK_MOVES_PER_ORG: '3',
  },
});

let block = 0;
const newAddress = () => ({ 'x-forwarded-for': `198.51.100.${++block}` });
const statusesOf = (answers: readonly Answer[]) =>
  Object.fromEntries(
    Map.groupBy(answers, ({ status }) => status)
      .entries()
      .map(([s, all]) => [s, all.length]),
  );
const guess = (nth: number, headers: Record<string, string>): Request =>
  nth % 2 === 0 ? { headers, session: makeSessionToken().token } : { headers, key: makeApiKey('live').key };
const ask = (request: Request) => api('GET', request.key === undefined ? '/me' : '/apikeys/verify', request);

/** Runs the work while no statement on the tables of credentials and limits can end. */
async function withoutDatabase<T>(work: () => Promise<T>): Promise<T> {
  const client = await service.books.connect();
  try {
    await client.query('begin; lock table sessions, api_keys, call_limits in access exclusive mode');
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('200 random tokens from an address that is over its limit cost no statement', async () => {
  const headers = newAddress();
  for (let nth = 0; nth < PER_ADDRESS; nth++) await ask(guess(nth, headers));
  const answers = await withoutDatabase(() =>
    Promise.all(Array.from({ length: 200 }, (_, nth) => ask(guess(nth, headers)))),
  );
  expect(statusesOf(answers)).toEqual({ 429: 200 });
  expect(answers[0]?.body).toEqual({ error: 'rate limited' });
  expect(Number(answers[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
});

test('200 random tokens at once from a new address: the limit of them is looked up, the others are not', async () => {
  const headers = newAddress();
  const answers = await Promise.all(Array.from({ length: 200 }, (_, nth) => ask(guess(nth, headers))));
  expect(statusesOf(answers)).toEqual({ 401: PER_ADDRESS, 429: 200 - PER_ADDRESS });
});

test('200 copies of one random token at once pay like 200 tokens', async () => {
  const request = guess(0, newAddress());
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask(request)));
  expect(statusesOf(answers)).toEqual({ 401: PER_ADDRESS, 429: 200 - PER_ADDRESS });
});

test('a used-up limit of an address locks out no caller whose credential was valid there', async () => {
  const headers = newAddress();
  const { session } = await person();
  expect((await ask({ session, headers })).status).toBe(200);
  await Promise.all(Array.from({ length: 60 }, (_, nth) => ask(guess(nth, headers))));
  expect((await ask({ session, headers })).status).toBe(200);
  await call('POST', '/auth/signout', { session, headers });
  // An ended session is a guess again.
  expect((await ask({ session, headers })).status).toBe(429);
});

describe('more credentials are not more calls', () => {
  const fetchAll = (requests: readonly Request[], each: number) =>
    Promise.all(requests.flatMap((request) => Array.from({ length: each }, () => ask(request))));

  test('of one user: tokens by /auth/mode', async () => {
    const { session } = await person();
    const tokens = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', '/auth/mode', { session, body: { env: 'sandbox' } })),
    );
    const answers = await fetchAll(
      tokens.map((token) => ({ session: token.session_token })),
      20,
    );
    // The four calls for the tokens count too.
    expect(statusesOf(answers)).toEqual({ 200: 26, 429: 54 });
    expect(answers.find(({ status }) => status === 429)?.headers.get('ratelimit-policy')).toMatch(
      /^"(user|session)";/,
    );
  });

  test('of one organization: keys', async () => {
    const shop = await merchant();
    const keys = await Promise.all(Array.from({ length: 4 }, () => newKey(shop)));
    const answers = await fetchAll(
      keys.map((key) => ({ key })),
      20,
    );
    expect(statusesOf(answers)).toEqual({ 200: 30, 429: 50 });
    // Another organization has a window of its own.
    const other = await merchant();
    expect((await ask({ key: other.key })).status).toBe(200);
  });
});

test("an organization's clock moves a few times in ten seconds, for all callers together", async () => {
  const shop = await merchant();
  const keys = [shop.key, await newKey(shop)];
  const move = (nth: number) =>
    api('POST', '/sandbox/clock/advance', { key: keys[nth % 2] as string, body: { seconds: 1 } });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, nth) => move(nth)));
  expect(statusesOf(answers)).toEqual({ 200: 3, 429: 5 });
});

test('whether PostgreSQL and Temporal answer is not asked in public', async () => {
  expect((await api('GET', '/readyz')).status).toBe(404);
  const inside = await fetch(service.applications.readyUrl);
  expect([inside.status, await inside.json()]).toEqual([
    200,
    { status: 'ok', parts: { postgresql: 'ok', temporal: 'ok' } },
  ]);
});

const newKey = async ({ orgId, session }: Merchant): Promise<string> =>
  (await call('POST', '/apikeys', { session, body: { org_id: orgId, env: 'sandbox', name: 'till' } })).key;
