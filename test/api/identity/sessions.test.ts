import { apiTest } from '../../support/api-test.ts';
import { api, call, merchant, person } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import { confirmationCode, signIn } from '../../support/signing-in.ts';

const { books } = apiTest();

interface Row {
  readonly id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly last_used_at: string;
}
const list = async (session: string): Promise<Row[]> =>
  (await call('GET', '/me/sessions', { session })).sessions;
const again = async ({ email }: Person): Promise<string> => (await signIn(books, email)).session_token;
const inMode = async (session: string, orgId?: string): Promise<string> =>
  (await call('POST', '/auth/mode', { session, body: { env: 'sandbox', org_id: orgId } })).session_token;

describe('the list of sign-ins', () => {
  test('has one row for each sign-in, newest first, whatever its tokens', async () => {
    const ann = await person();
    const second = await again(ann);
    const token = await inMode(second);
    const row = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      last_used_at: expect.stringMatching(/^\d{4}-.*Z$/),
      env: 'sandbox',
      org_id: null,
      address: '127.0.0.1',
      user_agent: 'node',
    };
    const rows = [
      { ...row, current: true },
      { ...row, current: false },
    ];
    expect(await list(token)).toEqual(rows);
    expect(await list(second)).toEqual(rows);
    expect((await list(ann.session)).map(({ current }) => current)).toEqual([false, true]);
  });

  test('names the only organization of the user at the sign-in, whatever its tokens act for since', async () => {
    const shop = await merchant();
    const second = await again(shop);
    await inMode(second, shop.orgId);
    const rows = (await call('GET', '/me/sessions', { session: second })).sessions;
    expect(rows.map((row: { org_id: string }) => row.org_id)).toEqual([shop.orgId, null]);
  });

  test('leaves out what has ended or expired', async () => {
    const ann = await person();
    const [second, third] = [await again(ann), await again(ann)];
    await call('POST', '/auth/signout', { session: second });
    expect(await list(third)).toHaveLength(2);
    const [, first] = await list(third);
    await books.query('update sign_ins set expires_at = clock_timestamp() where id = $1', [first?.id]);
    expect(await list(third)).toHaveLength(1);
  });

  test('shows the last use of any token, written once in five minutes', async () => {
    const ann = await person();
    const token = await inMode(ann.session);
    const usedAt = async (): Promise<number> =>
      Number(
        (
          await books.query(
            'select extract(epoch from last_used_at) * 1000 as ms from sign_ins where user_id = $1',
            [ann.userId],
          )
        ).rows[0].ms,
      );
    const first = await usedAt();
    await call('GET', '/me', { session: token });
    expect(await usedAt()).toBe(first);
    await books.query(
      `update sign_ins set last_used_at = last_used_at - interval '5 minutes' where user_id = $1`,
      [ann.userId],
    );
    await call('GET', '/me', { session: token });
    expect(await usedAt()).toBeGreaterThan(first);
  });
});

test('a user has a hundred open sign-ins at most: another one ends the oldest', async () => {
  const ann = await person();
  await books.query(
    `insert into sessions (id, token_digest, user_id, env, expires_at, created_at)
     select uuidv7(), sha256(n::text::bytea || $1::text::bytea), $1::uuid, 'sandbox', clock_timestamp() + interval '1 day', clock_timestamp()
     from generate_series(1, 99) n`,
    [ann.userId],
  );
  expect(await list(ann.session)).toHaveLength(100);
  const newest = await again(ann);
  expect(await list(newest)).toHaveLength(100);
  expect((await api('GET', '/me', { session: ann.session })).status).toBe(401);
});

test('a sign-out needs no body, and takes everywhere as true or false only', async () => {
  const ann = await person();
  const other = await again(ann);
  const wrong = await api('POST', '/auth/signout', { session: ann.session, body: { everywhere: 'yes' } });
  expect([wrong.status, wrong.body]).toEqual([400, { error: 'everywhere: must be true or false' }]);
  await call('POST', '/auth/signout', { session: ann.session, body: { everywhere: false } });
  expect((await api('GET', '/me', { session: ann.session })).status).toBe(401);
  await call('POST', '/auth/signout', { session: other });
  expect((await api('GET', '/me', { session: other })).status).toBe(401);
});

test('an ended sign-in stays ended: the database takes no change of it', async () => {
  const ann = await person();
  await call('POST', '/auth/signout', { session: ann.session });
  await expect(
    books.query('update sign_ins set ended_at = null where user_id = $1', [ann.userId]),
  ).rejects.toMatchObject({ code: '23001' });
});

test('a token written by the previous release is a sign-in of its own, and is not fresh', async () => {
  const ann = await person();
  const { rows } = await books.query<{ id: string }>(
    `insert into sessions (id, token_digest, user_id, env, expires_at)
     values (uuidv7(), sha256($1::text::bytea), $1::uuid, 'sandbox', clock_timestamp() + interval '1 day') returning sign_in_id as id`,
    [ann.userId],
  );
  const [newest] = await list(ann.session);
  expect(newest).toMatchObject({ id: rows[0]?.id, address: null, user_agent: null });
  const made = await books.query('select from sign_ins where id = $1 and code_entered_at is null', [
    rows[0]?.id,
  ]);
  expect(made.rowCount).toBe(1);
});

describe('a fresh code', () => {
  const verify = (session: string, code: string) =>
    api('POST', '/auth/fresh/verify', { session, body: { code } });
  const REFUSED = { status: 401, body: { error: 'invalid or expired code' } };
  const age = (userId: string, interval: string) =>
    books.query(
      `update sign_in_codes set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
       where sign_in_id in (select id from sign_ins where user_id = $1)`,
      [userId, interval],
    );

  test('is mailed apart from sign-in, with no digits in the subject, and counts its minute alone', async () => {
    const ann = await person();
    const code = await confirmationCode(ann);
    expect(await call('POST', '/auth/fresh/request', { session: ann.session })).toEqual({ ok: true });
    const { rows } = await books.query(
      'select from sign_in_codes where sign_in_id is not null and email = $1',
      [ann.email],
    );
    expect(rows).toHaveLength(1);
    const { body } = await verify(ann.session, ` ${code} `);
    expect(body).toEqual({ fresh_until: expect.stringMatching(/Z$/) });
  });

  test('is good once, for its own sign-in, for ten minutes, and not to sign in', async () => {
    const ann = await person();
    const other = await again(ann);
    const code = await confirmationCode(ann);
    expect(await verify(other, code)).toMatchObject(REFUSED);
    const signingIn = { body: { email: ann.email, code } };
    expect(await api('POST', '/auth/otp/verify', signingIn)).toMatchObject(REFUSED);
    expect((await verify(ann.session, code)).status).toBe(200);
    expect(await verify(ann.session, code)).toMatchObject(REFUSED);
    await age(ann.userId, '61 seconds');
    const late = await confirmationCode(ann);
    await age(ann.userId, '10 minutes');
    expect(await verify(ann.session, late)).toMatchObject(REFUSED);
  });

  test('needs a session', async () => {
    for (const path of ['/auth/fresh/request', '/auth/fresh/verify'])
      expect((await api('POST', path, { body: { code: '123456' } })).body).toEqual({
        error: 'invalid or expired session',
      });
  });
});
