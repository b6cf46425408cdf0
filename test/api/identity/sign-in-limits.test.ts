import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { api, mailedCode } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';

/**
 * An API with small limits, behind one proxy. A request without `x-forwarded-for` counts for this machine's
 * address.
 */
const LIMITS = {
  OTP_REQUESTS_PER_ADDRESS_PER_HOUR: '5',
  OTP_WRONG_TRIES_PER_ADDRESS_PER_HOUR: '5',
  OTP_MAILS_PER_HOUR: '12',
  OTP_WRONG_TRIES_PER_HOUR: '12',
  TRUSTED_PROXY_HOPS: '1',
};

const { books } = apiTest({ own: 'sign_in_limits', settings: LIMITS });
beforeEach(() => books.query('delete from sign_in_limits'));

const ANN = '198.51.100.1';
const BEN = '198.51.100.2';
const someAddress = () => `${randomUUID()}@example.com`;
const from = (caller?: string) => (caller === undefined ? {} : { headers: { 'x-forwarded-for': caller } });
const request = (caller?: string, email = someAddress()) =>
  api('POST', '/auth/otp/request', { body: { email }, ...from(caller) });
const verify = (caller?: string, email = someAddress(), code = 'wrong') =>
  api('POST', '/auth/otp/verify', { body: { email, code }, ...from(caller) });

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();
const both = (count: number, status: number, others: number) => [
  ...Array(count).fill(status),
  ...Array(others).fill(429),
];

function expectLimited({ status, body, headers }: Answer, seconds = { least: 3595, most: 3600 }): void {
  expect([status, body]).toEqual([429, { error: 'rate limited' }]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(seconds.least);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(seconds.most);
}

/** Limits are in real time, which nothing moves: the hour is made to have begun earlier. */
const age = (interval: string) =>
  books.query('update sign_in_limits set began_at = began_at - $1::interval', [interval]);
const counts = async () => (await books.query('select scope, count from sign_in_limits order by scope')).rows;
const codeFor = async (caller: string): Promise<{ email: string; code: string }> => {
  const email = someAddress();
  expect((await request(caller, email)).status).toBe(200);

  return { email, code: await mailedCode(email) };
};

describe('requests for codes', () => {
  test('are limited for each caller, however many come at once, and others are not', async () => {
    const answers = await times(20, () => request(ANN));
    expect(statuses(answers)).toEqual(both(5, 200, 15));
    expectLimited(await request(ANN));
    expect((await request(BEN)).status).toBe(200);
  });

  test('are allowed again when the hour since the first is over, and the answer says when', async () => {
    await times(5, () => request(ANN));
    await age('59 minutes 30 seconds');
    expectLimited(await request(ANN), { least: 20, most: 30 });
    await age('30 seconds');
    expect(statuses(await times(6, () => request(ANN)))).toEqual(both(5, 200, 1));
  });

  test('of an IPv6 network of 64 bits are one caller’s, those of the next network are not', async () => {
    const callers = [
      '2001:db8:1:1::1',
      '2001:db8:1:1::2',
      '2001:db8:1:1:ffff::',
      '2001:DB8:1:1:0:0:0:3',
      '2001:db8:1:1:1:2:3:4',
    ];
    for (const caller of callers) expect((await request(caller)).status).toBe(200);
    expectLimited(await request('2001:db8:1:1:9::9'));
    expect((await request('2001:db8:1:2::1')).status).toBe(200);
    await times(5, () => request(ANN));
    expectLimited(await request(`::ffff:${ANN}`));
  });

  test('count by what the proxy wrote, not by what the caller did', async () => {
    for (let call = 0; call < 5; call++)
      expect((await request(`203.0.113.${call}, ${ANN}`)).status).toBe(200);
    expectLimited(await request(`203.0.113.9, ${ANN}`));
  });

  test('count for the caller also when nothing is mailed; then no mail is counted', async () => {
    const email = someAddress();
    for (let call = 0; call < 5; call++) expect((await request(ANN, email)).status).toBe(200);
    expectLimited(await request(ANN, email));
    expect(await counts()).toEqual([
      { scope: 'mails', count: 1 },
      { scope: 'requests_by_address', count: 5 },
    ]);
  });

  test('of the whole service stop at a number of mails, for every address alike; refused ones count for no caller', async () => {
    const known = someAddress();
    await request(undefined, known);
    expect(statuses(await times(30, () => request()))).toEqual(both(11, 200, 19));
    for (const email of [known, someAddress()]) expectLimited(await request(BEN, email));
    expect(await counts()).toEqual([
      { scope: 'mails', count: 12 },
      { scope: 'requests_by_address', count: 0 },
    ]);
  });
});

describe('wrong codes', () => {
  test('are limited for each caller, whichever addresses they try, however many come at once', async () => {
    const answers = await times(20, () => verify(ANN));
    expect(statuses(answers)).toEqual(both(5, 401, 15));
    expectLimited(await verify(ANN));
    expect((await verify(BEN)).status).toBe(401);
  });

  test('too many of a caller keep out the right one too, until the hour is over; from elsewhere it is good', async () => {
    const [first, second] = [await codeFor(BEN), await codeFor(BEN)];
    await times(5, () => verify(ANN));
    expectLimited(await verify(ANN, first.email, first.code));
    expect((await verify(BEN, first.email, first.code)).status).toBe(200);
    await age('1 hour');
    expect((await verify(ANN, second.email, second.code)).status).toBe(200);
  });

  test('do not include right, used or malformed ones: these are not counted', async () => {
    const { email, code } = await codeFor(ANN);
    expect((await verify(ANN, email, code)).status).toBe(200);
    for (let call = 0; call < 6; call++) expect((await verify(ANN, email, code)).status).toBe(401);
    expect((await verify(ANN, 'nobody')).status).toBe(400);
    expect((await counts()).filter(({ scope }) => scope.startsWith('wrong'))).toEqual([
      { scope: 'wrong_tries_by_address', count: 0 },
      { scope: 'wrong_tries_by_block', count: 0 },
    ]);
  });

  test('of the whole service have no limit', async () => {
    const { email, code } = await codeFor(BEN);
    expect(statuses(await times(30, () => verify()))).toEqual(both(30, 401, 0));
    expect((await verify(BEN, email, code)).status).toBe(200);
  });
});

test('this machine is spared the limits per caller, and no address is kept in clear', async () => {
  expect(statuses(await times(8, () => request()))).toEqual(both(8, 200, 0));
  expect(statuses(await times(8, () => verify()))).toEqual(both(8, 401, 0));
  expect((await counts()).map(({ scope }) => scope)).toEqual(['mails']);
  await request(ANN);
  await verify(BEN);
  const { rows } = await books.query<{ subject: string }>(
    'select subject from sign_in_limits where subject <> $1',
    [''],
  );
  expect(rows).toHaveLength(3);
  for (const { subject } of rows) expect(subject).toMatch(/^[0-9a-f]{64}$/);
});
