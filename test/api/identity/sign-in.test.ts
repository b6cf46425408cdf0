import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { ownCountry } from '../../support/countries.ts';
import { api, call, mailedCode, merchant, person, until } from '../../support/people.ts';
import type { Answer, Person } from '../../support/people.ts';

const { books } = apiTest();

const someAddress = () => `${randomUUID()}@example.com`;
const request = (email: unknown) => api('POST', '/auth/otp/request', { body: { email } });
const verify = (email: string, code: unknown) => api('POST', '/auth/otp/verify', { body: { email, code } });
/** A code that was not mailed. */
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
const REFUSED = { status: 401, body: { error: 'invalid or expired code' } };
const ASKED = { status: 200, body: { ok: true, challenge: expect.stringMatching(/^chal_/) } };
const outcomeOf = ({ status, body }: Answer) => ({ status, body });

async function mails(email: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${process.env['TEST_INBOX_URL']}/messages?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { messages: { subject: string; text: string }[] }).messages;
}

/** Codes are in real time, which nothing moves: what was written is made older instead. */
const age = (email: string, interval: string) =>
  books.query(
    'update sign_in_codes set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where email = $1',
    [email, interval],
  );

/** Has the next code mailed, as if the minute since the last one were over. */
async function freshCode(email: string): Promise<string> {
  await age(email, '61 seconds');
  const before = (await mails(email)).length;
  expect(outcomeOf(await request(email))).toEqual(ASKED);
  const now = await until(
    () => mails(email),
    (arrived) => arrived.length > before,
  );
  return /\b\d{6}\b/.exec(now[0]?.text ?? '')?.[0] ?? 'none';
}

async function tryWrongly(email: string, code: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++)
    expect(outcomeOf(await verify(email, otherThan(code)))).toEqual(REFUSED);
}

describe('signing in by a mailed code', () => {
  test('makes the user at the first time and finds them at the next', async () => {
    const email = someAddress();
    const first = await verify(email, await freshCode(email));
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      session_token: expect.stringMatching(/^sess_/),
      user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      env: 'sandbox',
      live_eligible: false,
      live_blockers: ['kyc_not_approved', 'no_live_banking_partner'],
    });
    const second = await verify(email, await freshCode(email));
    expect(second.body.user_id).toBe(first.body.user_id);
    expect(second.body.session_token).not.toBe(first.body.session_token);
  });

  test('mails one text whose only six digits are the code', async () => {
    const email = someAddress();
    const code = await freshCode(email);
    const [mail] = await mails(email);
    expect(mail?.text.match(/\d{6}/g)).toEqual([code]);
    expect(mail?.text).toContain('10 minutes');
    expect(mail?.subject).toBe('Your sign-in code');
  });

  test('trims and case-folds e-mail addresses', async () => {
    const email = someAddress();
    await request(`  ${email.toUpperCase()} `);
    const signedIn = await verify(` ${email.toUpperCase()}`, await mailedCode(email));
    expect((await call('GET', '/me', { session: signedIn.body.session_token })).email).toBe(email);
  });

  test('refuses an invalid e-mail address, and an invalid code', async () => {
    for (const email of [
      '',
      'nobody',
      'a@b',
      'a b@example.com',
      'a@example.com, b@example.com',
      'é@example.com',
      5,
      null,
      undefined,
    ]) {
      const { status, body } = await request(email);
      expect([status, body.error]).toEqual([400, expect.stringMatching(/^email: /)]);
    }
    expect((await verify(someAddress(), 123456)).body).toEqual({ error: 'code: must be text' });
  });

  test('answers the same for known and unknown addresses', async () => {
    const { email } = await person();
    await age(email, '61 seconds');
    for (const address of [email, someAddress()]) expect(outcomeOf(await request(address))).toEqual(ASKED);
    expect(outcomeOf(await verify(email, 'wrong'))).toEqual(outcomeOf(await verify(someAddress(), 'wrong')));
  });

  test('one code makes exactly one session, however many send it at once', async () => {
    const email = someAddress();
    const code = await freshCode(email);
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(99);
    const { rows } = await books.query(
      'select s.id from sessions s join users u on u.id = s.user_id where u.email = $1',
      [email],
    );
    expect(rows).toHaveLength(1);
    // The right code sent too often is nobody's guess: it does not use up the day's tries.
    expect((await verify(email, await freshCode(email))).status).toBe(200);
  });

  test('a code is good for ten minutes', async () => {
    const email = someAddress();
    const code = await freshCode(email);
    await age(email, '10 minutes');
    expect(outcomeOf(await verify(email, code))).toEqual(REFUSED);
    const next = await freshCode(email);
    await age(email, '9 minutes 50 seconds');
    expect((await verify(email, next)).status).toBe(200);
  });

  test('only the newest code counts', async () => {
    const email = someAddress();
    const old = await freshCode(email);
    const newest = await freshCode(email);
    if (old !== newest) expect(outcomeOf(await verify(email, old))).toEqual(REFUSED);
    expect((await verify(email, newest)).status).toBe(200);
  });

  test('a code survives four wrong tries and not five, also when they come at once', async () => {
    const email = someAddress();
    const first = await freshCode(email);
    await tryWrongly(email, first, 4);
    expect((await verify(email, first)).status).toBe(200);
    const second = await freshCode(email);
    await Promise.all(Array.from({ length: 5 }, () => verify(email, otherThan(second))));
    expect(outcomeOf(await verify(email, second))).toEqual(REFUSED);
    expect((await verify(email, await freshCode(email))).status).toBe(200);
  });

  test('after ten wrong tries in a day the right code is refused as well, until the day is over', async () => {
    const email = someAddress();
    await tryWrongly(email, await freshCode(email), 5);
    await tryWrongly(email, await freshCode(email), 5);
    const right = await freshCode(email);
    expect(outcomeOf(await verify(email, right))).toEqual(REFUSED);
    await age(email, '1 day');
    expect((await verify(email, await freshCode(email))).status).toBe(200);
  });

  test('a second request within 60 seconds sends nothing and leaves the mailed code valid', async () => {
    const email = someAddress();
    const code = await freshCode(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await books.query('select id from sign_in_codes where email = $1', [email]);
    expect(rows).toHaveLength(1);
    expect((await verify(email, code)).status).toBe(200);
  });

  test('many requests at once for one address mail one code', async () => {
    const email = someAddress();
    await Promise.all(Array.from({ length: 20 }, () => request(email)));
    const { rows } = await books.query('select id from sign_in_codes where email = $1', [email]);
    expect(rows).toHaveLength(1);
    await mailedCode(email);
  });

  test('ten mails a day go to one address, the eleventh request is silent', async () => {
    const email = someAddress();
    let code = '';
    for (let mail = 0; mail < 10; mail++) code = await freshCode(email);
    await age(email, '61 seconds');
    expect(outcomeOf(await request(email))).toEqual(ASKED);
    const { rows } = await books.query('select id from sign_in_codes where email = $1', [email]);
    expect(rows).toHaveLength(10);
    expect((await verify(email, code)).status).toBe(200);
  });

  test('nothing that was mailed is kept in clear', async () => {
    const email = someAddress();
    const code = await freshCode(email);
    const [row] = await until(
      async () =>
        (
          await books.query<{ kept: string; mailed_at: Date | null; sealed_code: string | null }>(
            'select *, sign_in_codes::text as kept from sign_in_codes where email = $1',
            [email],
          )
        ).rows,
      ([found]) => found !== undefined && found.mailed_at !== null,
    );
    expect(row?.sealed_code).toBeNull();
    expect(
      row?.kept.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\\\\x[0-9a-f]+|[-0-9: .+]{19,}/g, ''),
    ).not.toContain(code);
  });
});

describe('the environment at sign-in', () => {
  const again = async ({ email }: Person) => (await verify(email, await freshCode(email))).body;
  // A country of their own: partners are connected for everybody in it.
  const connect = (country: string) =>
    books.query(
      'insert into countries (country_code, live_partner) values ($1, true) on conflict (country_code) do update set live_partner = true',
      [country],
    );

  test('is live for a consumer with approved KYC and a partner in their country', async () => {
    const ann = await person();
    await call('PATCH', '/me', { session: ann.session, body: { country_code: 'LU' } });
    await books.query(`update users set kyc_status = 'APPROVED' where id = $1`, [ann.userId]);
    expect(await again(ann)).toMatchObject({
      env: 'sandbox',
      live_eligible: false,
      live_blockers: ['no_live_banking_partner'],
    });
    await connect('LU');
    expect(await again(ann)).toMatchObject({ env: 'live', live_eligible: true, live_blockers: [] });
  });

  test('is judged by the only org, and is sandbox with org_required where there are several', async () => {
    const country = await ownCountry(books);
    const owner = await merchant({ country });
    expect(await again(owner)).toMatchObject({
      env: 'sandbox',
      live_blockers: ['kyb_not_approved', 'no_live_banking_partner'],
    });
    await connect(country);
    await books.query(`update orgs set kyb_status = 'APPROVED' where id = $1`, [owner.orgId]);
    expect(await again(owner)).toMatchObject({ env: 'live', live_eligible: true, live_blockers: [] });
    await call('POST', '/orgs', { session: owner.session, body: { name: 'Second', country_code: country } });
    expect(await again(owner)).toMatchObject({
      env: 'sandbox',
      live_eligible: false,
      live_blockers: ['org_required'],
    });
  });
});

describe('a session', () => {
  test('ends at sign-out, and only it', async () => {
    const ann = await person();
    const other = (await verify(ann.email, await freshCode(ann.email))).body.session_token as string;
    expect(await call('POST', '/auth/signout', { session: ann.session })).toEqual({ ok: true });
    for (const [method, path] of [
      ['GET', '/me'],
      ['POST', '/auth/signout'],
    ] as const) {
      expect(outcomeOf(await api(method, path, { session: ann.session }))).toEqual({
        status: 401,
        body: { error: 'invalid or expired session' },
      });
    }
    expect((await call('GET', '/me', { session: other })).user_id).toBe(ann.userId);
  });

  test('lasts 30 days', async () => {
    const ann = await person();
    const make = (interval: string) =>
      books.query('update sessions set expires_at = expires_at - $2::interval where user_id = $1', [
        ann.userId,
        interval,
      ]);
    await make('29 days 23 hours');
    expect((await api('GET', '/me', { session: ann.session })).status).toBe(200);
    await make('1 hour');
    expect((await api('GET', '/me', { session: ann.session })).status).toBe(401);
  });

  test('is demanded of console calls: neither nothing, nor a key, nor garbage will do', async () => {
    const { key } = await merchant();
    for (const credential of [
      {},
      { key },
      { session: 'garbage' },
      { session: `sess_${'0'.repeat(43)}` },
      { headers: { authorization: 'Basic eDp5' } },
    ]) {
      expect(outcomeOf(await api('GET', '/me', credential))).toEqual({
        status: 401,
        body: { error: 'invalid or expired session' },
      });
    }
  });
});

describe('a user', () => {
  test('changes name and country; absent and null fields stay', async () => {
    const ann = await person();
    const me = { user_id: ann.userId, email: ann.email, first_name: '', last_name: '', country_code: 'US' };
    expect(await call('GET', '/me', { session: ann.session })).toEqual(me);
    expect(await call('PATCH', '/me', { session: ann.session, body: {} })).toEqual(me);
    const body = { first_name: 'Änn', last_name: null, country_code: 'DE', email: 'other@example.com' };
    expect(await call('PATCH', '/me', { session: ann.session, body })).toEqual({
      ...me,
      first_name: 'Änn',
      country_code: 'DE',
    });
    expect(await call('GET', '/me', { session: ann.session })).toEqual({
      ...me,
      first_name: 'Änn',
      country_code: 'DE',
    });
  });

  test('has names of 1 to 200 characters and a country that exists', async () => {
    const { session } = await person();
    const patch = async (body: object) =>
      (await api('PATCH', '/me', { session, body })).body.error as string | undefined;
    expect(await patch({ first_name: ' ' })).toMatch(/^first_name: /);
    expect(await patch({ last_name: 'x'.repeat(201) })).toMatch(/^last_name: /);
    expect(await patch({ last_name: '😀'.repeat(200) })).toBeUndefined();
    expect(await patch({ last_name: 'a\u0000b' })).toMatch(/^last_name: /);
    for (const country of ['us', 'XX', 'USA', '', 7])
      expect(await patch({ country_code: country })).toBe('bad country_code');
  });
});

describe('an organization', () => {
  test('belongs to the user who opened it', async () => {
    const { session } = await person();
    const org = await call('POST', '/orgs', { session, body: { name: 'Corner shop', country_code: 'GB' } });
    expect(org).toEqual({
      org_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Corner shop',
      country_code: 'GB',
      status: 'ACTIVE',
    });
    expect(await call('GET', `/orgs/${org.org_id}`, { session })).toEqual(org);
    expect(await call('GET', '/orgs', { session })).toEqual({
      orgs: [{ ...org, role: 'owner' }],
      next_cursor: null,
    });
  });

  test('needs a name and a country', async () => {
    const { session } = await person();
    const open = async (body: object) => outcomeOf(await api('POST', '/orgs', { session, body }));
    expect(await open({ name: 'Shop', country_code: 'us' })).toEqual({
      status: 400,
      body: { error: 'bad country_code' },
    });
    expect(await open({ name: 'Shop' })).toEqual({ status: 400, body: { error: 'bad country_code' } });
    for (const name of ['', '  ', 'x'.repeat(201), 3, null, undefined]) {
      expect(await open({ name, country_code: 'US' })).toEqual({
        status: 400,
        body: { error: expect.stringMatching(/^name: /) },
      });
    }
    expect((await call('GET', '/orgs', { session })).orgs).toEqual([]);
  });

  test('is not found by anybody else, nor by an id that is none', async () => {
    const [{ orgId }, stranger] = await Promise.all([merchant(), person()]);
    for (const id of [orgId, randomUUID(), 'nope', orgId.toUpperCase()]) {
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { name: 5 }],
      ] as const) {
        const answer = await api(method, `/orgs/${id}`, { session: stranger.session, body });
        expect(outcomeOf(answer)).toEqual({ status: 404, body: { error: 'org not found' } });
      }
    }
  });

  test('is renamed by owner and admin; an empty patch changes nothing', async () => {
    const [{ orgId, session }, colleague] = await Promise.all([merchant(), person()]);
    const patch = (body: object, by = session) => api('PATCH', `/orgs/${orgId}`, { session: by, body });
    expect((await patch({})).body.name).toBe('Corner shop');
    expect((await patch({ name: null })).body.name).toBe('Corner shop');
    expect((await patch({ name: 'Tea house' })).body).toMatchObject({
      org_id: orgId,
      name: 'Tea house',
      country_code: 'US',
    });
    expect((await patch({ name: '' })).status).toBe(400);

    await books.query(`insert into members (org_id, user_id, role) values ($1, $2, 'admin')`, [
      orgId,
      colleague.userId,
    ]);
    expect((await patch({ name: 'Tea room' }, colleague.session)).body.name).toBe('Tea room');
    for (const role of ['finance', 'support', 'developer']) {
      await books.query('update members set role = $2 where user_id = $1', [colleague.userId, role]);
      expect(outcomeOf(await patch({ name: 5 }, colleague.session))).toEqual({
        status: 403,
        body: { error: 'owner/admin required' },
      });
      expect((await call('GET', `/orgs/${orgId}`, { session: colleague.session })).name).toBe('Tea room');
    }
  });

  test('lists page newest first, and one opened meanwhile neither shifts nor repeats any', async () => {
    const { session } = await person();
    const open = async (name: string) =>
      (await call('POST', '/orgs', { session, body: { name, country_code: 'US' } })).org_id as string;
    const ids: string[] = [];
    for (const name of ['1', '2', '3', '4', '5']) ids.unshift(await open(name));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { orgs: { org_id: string }[]; next_cursor: string | null } = await call(
        'GET',
        `/orgs?limit=2${cursor && `&cursor=${cursor}`}`,
        { session },
      );
      seen.push(...page.orgs.map(({ org_id }) => org_id));
      cursor = page.next_cursor;
      await open('meanwhile');
    }
    expect(seen).toEqual(ids);
  });

  test('lists refuse bad limits and cursors, also those of somebody else', async () => {
    const { session } = await person();
    const other = await merchant();
    for (const limit of ['0', '201', 'ten', '-1', '1.5'])
      expect((await api('GET', `/orgs?limit=${limit}`, { session })).body).toEqual({ error: 'bad limit' });
    await call('POST', '/orgs', { session: other.session, body: { name: 'Second', country_code: 'US' } });
    const { next_cursor: foreign } = await call('GET', '/orgs?limit=1', { session: other.session });
    for (const cursor of ['x', '', 'e30.x', foreign]) {
      expect(outcomeOf(await api('GET', `/orgs?cursor=${cursor}`, { session }))).toEqual({
        status: 400,
        body: { error: 'bad cursor' },
      });
    }
  });
});
