import { apiTest } from '../../support/api-test.ts';
import { api, call, merchant, person } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';
import { signIn } from '../../support/signing-in.ts';

/** A thief has a token, and the user signs out: every token of the sign-in must end with it. */
const { books } = apiTest();

const ENDED = [401, { error: 'invalid or expired session' }];
const outcomeOf = ({ status, body }: Answer) => [status, body];
const me = async (session: string) => outcomeOf(await api('GET', '/me', { session }));
const inMode = async (session: string): Promise<string> =>
  (await call('POST', '/auth/mode', { session, body: { env: 'sandbox' } })).session_token;

test('a token made by /auth/mode does not outlive the sign-out, nor does the token that it was made from', async () => {
  const ann = await person();
  const copy = await inMode(ann.session);
  const copyOfCopy = await inMode(copy);
  await call('POST', '/auth/signout', { session: copy });
  for (const session of [ann.session, copy, copyOfCopy]) {
    expect(await me(session)).toEqual(ENDED);
    expect((await api('POST', '/auth/mode', { session, body: { env: 'sandbox' } })).status).toBe(401);
  }
});

test('a stolen sign-in is found in the list and ended from another one, with all its tokens', async () => {
  const ann = await person();
  const stolen = (await signIn(books, ann.email)).session_token as string;
  const copy = await inMode(stolen);
  const { sessions } = await call('GET', '/me/sessions', { session: ann.session });
  expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
  expect(await call('DELETE', `/me/sessions/${sessions[0].id}`, { session: ann.session })).toEqual({
    ok: true,
  });
  for (const session of [stolen, copy]) expect(await me(session)).toEqual(ENDED);
  expect((await me(ann.session))[0]).toBe(200);
});

test('signing out everywhere ends every sign-in of the user, and nobody else’s', async () => {
  const [ann, ben] = [await person(), await person()];
  const second = (await signIn(books, ann.email)).session_token as string;
  const copy = await inMode(second);
  expect(await call('POST', '/auth/signout', { session: ann.session, body: { everywhere: true } })).toEqual({
    ok: true,
  });
  for (const session of [ann.session, second, copy]) expect(await me(session)).toEqual(ENDED);
  expect((await me(ben.session))[0]).toBe(200);
});

test('a user ends no sign-in of another, and does not learn that it exists', async () => {
  const [ann, ben] = [await person(), await person()];
  const [{ id }] = (await call('GET', '/me/sessions', { session: ben.session })).sessions;
  for (const path of [id, id.toUpperCase(), 'nope', '00000000-0000-7000-8000-000000000000'])
    expect(outcomeOf(await api('DELETE', `/me/sessions/${path}`, { session: ann.session }))).toEqual([
      404,
      { error: 'session not found' },
    ]);
  expect((await me(ben.session))[0]).toBe(200);
});

test('tokens made while the sign-in is ended do not survive it', async () => {
  const shop = await merchant();
  const [, ...made] = await Promise.all([
    api('POST', '/auth/signout', { session: shop.session }),
    ...Array.from({ length: 20 }, () =>
      api('POST', '/auth/mode', { session: shop.session, body: { env: 'sandbox', org_id: shop.orgId } }),
    ),
  ]);
  for (const { status, body } of made) {
    if (status === 200) expect(await me(body.session_token)).toEqual(ENDED);
    else expect(status).toBe(401);
  }
});
