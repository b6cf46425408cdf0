import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startApi } from '../../../stack/applications.ts';
import { DATA } from '../../../stack/places.ts';
import { freePort } from '../../../stack/ports.ts';
import type { Child } from '../../../stack/processes.ts';
import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, merchant, shopper, until } from '../../support/people.ts';
import type { Answer, Merchant, Person, Request } from '../../support/people.ts';
import { testSettings } from '../../support/settings.ts';

/** Two API processes over one database, with small limits. Other calls go to the shared API. */
const LIMITS = {
  CALLS_PER_KEY: '20',
  CALLS_PER_SESSION: '10',
  CALLS_PER_ADDRESS: '5',
  // The tests share one organization and its owner. test/api/attacks has the limits of organizations and
  // users.
  CALLS_PER_ORG: '1000000',
  CALLS_PER_USER: '1000000',
};
apiTest();
let children: Child[];
let bases: string[];
let shop: Merchant;
let buyer: Person;

beforeAll(async () => {
  const environment = testSettings({
    API_PORT: '0',
    DATABASE_URL: process.env['TEST_DATABASE_URL'],
    TASK_QUEUE: 'shared',
    ADDRESS_LIMITS_SPARE_LOOPBACK: 'false',
    // Each test calls from an address of its own.
    TRUSTED_PROXY_HOPS: '1',
    ...LIMITS,
  });
  const ports = [await freePort(), await freePort()];
  bases = ports.map((port) => `http://127.0.0.1:${port}`);
  children = await Promise.all(
    ports.map((port, at) =>
      startApi(bases[at] as string, {
        environment: { ...environment, API_PORT: String(port) },
        logDirectory: join(DATA, 'test-logs', `call-limits-${port}`),
      }),
    ),
  );
  [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 1_000_000 })]);
});
afterAll(() => Promise.all(children.map((child) => child.stop())));

/** Calls through both processes by turns, all at once. */
const ask = (count: number, path: string, request: Request): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => api('GET', path, request, bases[nth % 2])));
const newKey = async (): Promise<string> =>
  (
    await call('POST', '/apikeys', {
      session: shop.session,
      body: { org_id: shop.orgId, env: 'sandbox', name: 'till' },
    })
  ).key;
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();
const times = (count: number, status: number) => Array.from({ length: count }, () => status);
let nth = 0;
const fromAnotherAddress = () => ({ 'x-forwarded-for': `198.51.100.${++nth}` });

describe('two processes together let pass', () => {
  test('twenty calls of a key in ten seconds, and say how many are left and when more may come', async () => {
    const key = await newKey();
    const [first] = await ask(1, '/apikeys/verify', { key });
    expect([first?.headers.get('ratelimit-policy'), first?.headers.get('ratelimit')]).toEqual([
      '"key";q=20;w=10',
      expect.stringMatching(/^"key";r=19;t=(10|9)$/),
    ]);
    const answers = await ask(39, '/apikeys/verify', { key });
    expect(statuses(answers)).toEqual([...times(19, 200), ...times(20, 429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ error: 'rate limited' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect(refused?.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  });

  test('the next twenty once the window is over', async () => {
    const key = await newKey();
    await ask(21, '/apikeys/verify', { key });
    const again = await until(
      () => api('GET', '/apikeys/verify', { key }, bases[0]),
      ({ status }) => status === 200,
      15_000,
    );
    expect(again.headers.get('ratelimit')).toMatch(/^"key";r=19;/);
  });

  test('ten calls of a session; another session of the same person, and the keys of their org, have limits of their own', async () => {
    const { session } = shop;
    expect(statuses(await ask(15, '/me', { session }))).toEqual([...times(10, 200), ...times(5, 429)]);
    const second = (
      await call('POST', '/auth/mode', { session, body: { env: 'sandbox', org_id: shop.orgId } })
    ).session_token;
    expect(statuses(await ask(2, '/me', { session: second }))).toEqual([200, 200]);
    expect(statuses(await ask(2, '/apikeys/verify', { key: await newKey() }))).toEqual([200, 200]);
  });

  test('five calls of an address without a credential that holds: then guessing is refused before it is looked up', async () => {
    const headers = fromAnotherAddress();
    const key = await newKey();
    expect(statuses(await ask(2, '/apikeys/verify', { headers, key }))).toEqual([200, 200]);
    const wrong = { headers: { ...headers, 'x-api-key': 'fl_test_guess' } };
    expect(statuses(await ask(8, '/apikeys/verify', wrong))).toEqual([...times(5, 401), ...times(3, 429)]);
    const otp = await api(
      'POST',
      '/auth/otp/request',
      { headers, body: { email: `${randomUUID()}@example.com` } },
      bases[0],
    );
    expect([otp.status, otp.headers.get('ratelimit-policy')]).toEqual([429, '"address";q=5;w=10']);
    const operator = { headers: { ...headers, 'x-operator-token': 'a guess' } };
    expect(statuses(await ask(2, '/operator/integrity', operator))).toEqual([429, 429]);
    // A key that has held there goes on; one that nobody has seen may be a guess.
    expect(statuses(await ask(2, '/apikeys/verify', { headers, key }))).toEqual([200, 200]);
    expect(statuses(await ask(2, '/apikeys/verify', { headers, key: await newKey() }))).toEqual([429, 429]);
    expect(statuses(await ask(2, '/me', { headers: fromAnotherAddress() }))).toEqual([401, 401]);
  });
});

describe('never refused are', () => {
  test('questions whether the service answers', async () => {
    const headers = fromAnotherAddress();
    const answers = await ask(20, '/health', { headers });
    expect(statuses(answers)).toEqual(times(20, 200));
    expect(answers[0]?.headers.get('ratelimit')).toBeNull();
  });

  test('the operator, whose token holds', async () => {
    const headers = { ...fromAnotherAddress(), 'x-operator-token': 'operator-token-of-the-tests' };
    expect(statuses(await ask(12, '/operator/compliance/records', { headers }))).toEqual(times(12, 200));
  });

  test('repeats of a capture that has been done, while every other capture waits', async () => {
    const key = await newKey();
    const [done, open] = [await authorized(shop, buyer), await authorized(shop, buyer)];
    const first = await api('POST', `/charges/${done.authId}/capture`, { key }, bases[0]);
    await ask(30, '/apikeys/verify', { key });
    const again = await api('POST', `/charges/${done.authId}/capture`, { key }, bases[1]);
    expect([again.status, again.body]).toEqual([200, first.body]);
    for (const id of [open.authId, randomUUID()])
      expect((await api('POST', `/charges/${id}/capture`, { key }, bases[1])).status).toBe(429);
  });
});

test('a refusal for haste is not kept under an idempotency key: the same key does it later', async () => {
  const key = await newKey();
  await ask(21, '/apikeys/verify', { key });
  const send = () =>
    api(
      'POST',
      '/terminals',
      { key, body: { title: 'Till' }, headers: { 'idempotency-key': 'one' + key.slice(-8) } },
      bases[0],
    );
  expect((await send()).status).toBe(429);
  const done = await until(send, ({ status }) => status === 200, 15_000);
  expect(done.headers.get('idempotent-replayed')).toBeNull();
  expect((await send()).body).toEqual(done.body);
});
