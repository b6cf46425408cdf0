import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { api, mailedCode } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';

/**
 * Strangers try to keep an owner from signing in, or to guess their way in. Each caller says where it calls
 * from by the header of a proxy. The owner's challenge comes with their code.
 */
const LIMITS = {
  TRUSTED_PROXY_HOPS: '1',
  CALLS_PER_ADDRESS: '1000000',
  OTP_REQUESTS_PER_ADDRESS_PER_HOUR: '1000',
  OTP_WRONG_TRIES_PER_ADDRESS_PER_HOUR: '20',
  OTP_WRONG_TRIES_PER_BLOCK_PER_HOUR: '40',
  OTP_WRONG_TRIES_PER_HOUR: '100',
  OTP_MAILS_PER_DAY: '3',
  OTP_MAILS_PER_DAY_OVER_ALL: '6',
  OTP_MAILS_PER_HOUR: '60',
};

const { books } = apiTest({ own: 'sign_in_lockout', settings: LIMITS });
beforeEach(() => books.query('delete from sign_in_limits'));

const HOME = '203.0.113.7';
const from = (address: string) => ({ 'x-forwarded-for': address });
const stranger = (nth: number) => `10.${Math.floor(nth / 250)}.${nth % 250}.1`;
const someAddress = () => `${randomUUID()}@example.com`;
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

const ask = (email: string, address: string): Promise<Answer> =>
  api('POST', '/auth/otp/request', { headers: from(address), body: { email } });
const send = (address: string, body: { email: string; code: string; challenge?: string }): Promise<Answer> =>
  api('POST', '/auth/otp/verify', { headers: from(address), body });
const REFUSED = [401, { error: 'invalid or expired code' }];
const outcomeOf = ({ status, body }: Answer) => [status, body];

/** Makes the codes of an address older, so that another one may be mailed. */
const age = (email: string, interval = '61 seconds') =>
  books.query(`update sign_in_codes set created_at = created_at - $2::interval where email = $1`, [
    email,
    interval,
  ]);
const mailsTo = async (email: string): Promise<number> =>
  (
    await books.query(
      'select from sign_in_codes where email = $1 and coalesce(sealed_code, mailed_at::text) is not null',
      [email],
    )
  ).rowCount ?? 0;

/** The code that was last read in the mails to an address. */
const lastCodes = new Map<string, string>();
async function newCode(email: string): Promise<string> {
  const code = await mailedCode(email, [lastCodes.get(email) ?? '']);
  lastCodes.set(email, code);
  return code;
}

interface MailedCode {
  readonly email: string;
  readonly code: string;
  readonly challenge: string;
}

/** Asks for a code from this place and reads it in the mail. */
async function codeFor(email: string, address = HOME): Promise<MailedCode> {
  const { body } = await ask(email, address);
  return { email, code: await newCode(email), challenge: body.challenge };
}

/** An owner who has signed in from home before. Answers their address. */
async function owner(): Promise<string> {
  const email = someAddress();
  expect((await send(HOME, await codeFor(email))).status).toBe(200);
  await age(email, '1 day');
  return email;
}

const inTurns = async (count: number, work: (nth: number) => Promise<unknown>): Promise<void> => {
  for (let nth = 0; nth < count; nth++) await work(nth);
};
const atOnce = <T>(count: number, work: (nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => work(nth)));

describe('locking an owner out', () => {
  test('by wrong codes from many places: the right code with its challenge signs in', async () => {
    const email = await owner();
    const sent = await codeFor(email);
    await atOnce(30, (nth) => send(stranger(nth), { email, code: otherThan(sent.code) }));
    expect(outcomeOf(await send(HOME, { email, code: sent.code }))).toEqual(REFUSED);
    expect((await send(HOME, sent)).status).toBe(200);
  });

  test('by wrong codes from the place where the owner is', async () => {
    const email = await owner();
    const sent = await codeFor(email);
    const answers = await atOnce(40, () => send(HOME, { email: someAddress(), code: '123456' }));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await send(HOME, sent)).status).toBe(200);
  });

  test('by wrong codes with challenges of the strangers', async () => {
    const email = someAddress();
    const sent = await codeFor(email);
    await atOnce(20, async (nth) => {
      const { challenge } = (await ask(email, stranger(nth))).body;
      await inTurns(6, () => send(stranger(nth), { email, code: otherThan(sent.code), challenge }));
    });
    expect((await send(HOME, sent)).status).toBe(200);
  });

  test('by a code that a stranger has mailed in between: the challenge is good for the newest code', async () => {
    const email = await owner();
    const first = await codeFor(email);
    await age(email);
    await ask(email, stranger(1));
    const code = await newCode(email);
    expect((await send(HOME, { ...first, code })).status).toBe(200);
  });

  test('and everybody else, by wrong codes against the whole service: they only raise an alarm', async () => {
    const email = someAddress();
    const sent = await codeFor(email);
    const wrong = await atOnce(150, (nth) => send(stranger(nth), { email: someAddress(), code: '1' }));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await send(HOME, { email, code: sent.code })).status).toBe(200);
  });
});

describe('using up an owner’s mails', () => {
  test('from one network leaves the owner theirs', async () => {
    const email = someAddress();
    await inTurns(5, async (nth) => {
      expect((await ask(email, `10.9.9.${nth}`)).status).toBe(200);
      await age(email);
    });
    expect(await mailsTo(email)).toBe(3);
    await ask(email, HOME);
    expect(await mailsTo(email)).toBe(4);
  });

  test('from many networks leaves those to the owner that come from a familiar one', async () => {
    const email = await owner();
    await inTurns(8, async (nth) => {
      await ask(email, stranger(nth));
      await age(email);
    });
    expect(await mailsTo(email)).toBe(1 + 6);
    await ask(email, HOME);
    expect(await mailsTo(email)).toBe(1 + 7);
  });

  test('and those of the whole service, too', async () => {
    const email = await owner();
    await atOnce(80, (nth) => ask(someAddress(), stranger(nth)));
    expect((await ask(someAddress(), HOME)).status).toBe(429);
    expect((await send(HOME, await codeFor(email))).status).toBe(200);
  });
});

describe('guessing', () => {
  test('with a challenge gets five tries, also at once: then the right code is refused as well', async () => {
    const email = someAddress();
    const sent = await codeFor(email);
    const second = (await ask(email, HOME)).body.challenge;
    await atOnce(12, () => send(HOME, { ...sent, code: otherThan(sent.code) }));
    const { rows } = await books.query<{ tries: number }>(
      `select c.wrong_tries as tries from sign_in_challenges c join sign_in_codes k on k.id = c.code_id
       where k.email = $1 order by 1 desc`,
      [email],
    );
    expect(rows).toEqual([{ tries: 5 }, { tries: 0 }]);
    expect(outcomeOf(await send(HOME, sent))).toEqual(REFUSED);
    expect((await send(HOME, { ...sent, challenge: second })).status).toBe(200);
  });

  test('gets five challenges for a code in a network, however many addresses it has', async () => {
    const email = someAddress();
    const { code } = await codeFor(email);
    const given = await atOnce(
      30,
      async (nth) => (await ask(email, `10.8.8.${nth}`)).body.challenge as string,
    );
    expect(new Set(given).size).toBe(30);
    const good = await atOnce(30, (nth) =>
      send(HOME, { email, code: otherThan(code), challenge: given[nth] ?? '' }),
    );
    expect(new Set(good.map(({ status }) => status))).toEqual(new Set([401]));
    const { rows } = await books.query<{ block: string; count: number }>(
      `select c.block, count(*)::int as count from sign_in_challenges c join sign_in_codes k on k.id = c.code_id
       where k.email = $1 group by c.block order by count`,
      [email],
    );
    expect(rows.map(({ count }) => count)).toEqual([1, 5]);
  });

  test('with an unknown challenge or that of another address is refused, and counts no try', async () => {
    const [ann, ben] = [await codeFor(someAddress()), await codeFor(someAddress())];
    for (const challenge of [ben.challenge, `chal_${'0'.repeat(43)}`, 'none', ''])
      expect(outcomeOf(await send(HOME, { ...ann, challenge }))).toEqual(REFUSED);
    const { rows } = await books.query(
      `select sum(wrong_tries)::int as codes,
         (select coalesce(sum(c.wrong_tries), 0)::int from sign_in_challenges c join sign_in_codes o on o.id = c.code_id
          where o.email = any ($1)) as challenges
       from sign_in_codes where email = any ($1)`,
      [[ann.email, ben.email]],
    );
    expect(rows).toEqual([{ codes: 0, challenges: 0 }]);
    expect((await send(HOME, ann)).status).toBe(200);
  });

  test('from the 65,536 networks of an IPv6 /48 is one caller’s, and so is that from an IPv4 /24', async () => {
    const wrong = (address: string) => send(address, { email: someAddress(), code: '1' });
    const refused = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 429).length;
    expect(refused(await atOnce(60, (nth) => wrong(`2001:db8:1:${(nth * 256).toString(16)}::1`)))).toBe(20);
    expect(refused(await atOnce(30, (nth) => wrong(`2001:db8:2:${nth.toString(16)}::1`)))).toBe(10);
    expect(refused(await atOnce(60, (nth) => wrong(`10.7.7.${nth}`)))).toBe(20);
  });

  test('of a code that has been used gets nowhere, with its challenge too', async () => {
    const sent = await codeFor(someAddress());
    const answers = await atOnce(20, () => send(HOME, sent));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomeOf(await send(HOME, sent))).toEqual(REFUSED);
  });
});

test('an unknown e-mail address gets a challenge like a known one', async () => {
  const [known, unknown] = [await owner(), someAddress()];
  const challenge = expect.stringMatching(/^chal_[0-9A-Za-z]{43}$/);
  for (const email of [known, unknown]) {
    const answer = await ask(email, HOME);
    expect(answer.body).toEqual({ ok: true, challenge });
  }
});
