import { apiTest } from '../../support/api-test.ts';
import { api, call, merchant, person } from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';
import { signIn } from '../../support/signing-in.ts';

const { books } = apiTest();

let shop: Merchant;
beforeEach(async () => {
  shop = await merchant();
});

interface Member {
  readonly user_id: string;
  readonly email: string;
  readonly status: string;
}

async function added(role = 'developer'): Promise<Person> {
  const someone = await person();
  const body = { user_id: someone.userId, role };
  await call('POST', `/orgs/${shop.orgId}/members`, { session: shop.session, body });
  return someone;
}

async function memberOf({ userId }: Person): Promise<Member | undefined> {
  const { members } = await call('GET', `/orgs/${shop.orgId}/members`, { session: shop.session });
  return (members as Member[]).find((member) => member.user_id === userId);
}

async function actions(action?: string): Promise<{ actor: { email: string | null } }[]> {
  const query = action === undefined ? '' : `?action=${action}`;
  return (await call('GET', `/orgs/${shop.orgId}/audit${query}`, { session: shop.session })).entries;
}

describe('a member who was added by id', () => {
  test('is pending, without name and e-mail address, until they use the org', async () => {
    const ben = await person();
    await call('PATCH', '/me', { session: ben.session, body: { first_name: 'Ben', last_name: 'Day' } });
    const body = { user_id: ben.userId, role: 'support' };
    const answer = await call('POST', `/orgs/${shop.orgId}/members`, { session: shop.session, body });
    const pending = { user_id: ben.userId, email: '', first_name: '', last_name: '', role: 'support' };
    expect(answer).toEqual({ ...pending, status: 'PENDING' });
    expect(await memberOf(ben)).toEqual({ ...pending, status: 'PENDING' });
    await call('GET', `/orgs/${shop.orgId}`, { session: ben.session });
    expect(await memberOf(ben)).toMatchObject({ email: ben.email, first_name: 'Ben', status: 'ACTIVE' });
    expect(await actions('member.joined')).toEqual([
      expect.objectContaining({ actor: { kind: 'user', id: ben.userId, email: ben.email } }),
    ]);
  });

  test.each([
    ['in the path', (orgId: string) => ['GET', `/orgs/${orgId}/members`, undefined] as const],
    ['in the query', (orgId: string) => ['GET', `/payouts?org_id=${orgId}`, undefined] as const],
    ['in /auth/mode', (orgId: string) => ['POST', '/auth/mode', { env: 'sandbox', org_id: orgId }] as const],
    [
      'in the body of a call that is refused',
      (orgId: string) => ['POST', '/payouts', { org_id: orgId }] as const,
    ],
  ])('joins by the first call that names the org %s', async (_, callOf) => {
    const ben = await added();
    const [method, path, body] = callOf(shop.orgId);
    await api(method, path, { session: ben.session, ...(body === undefined ? {} : { body }) });
    expect(await memberOf(ben)).toMatchObject({ status: 'ACTIVE', email: ben.email });
  });

  test('does not act for the org before that', async () => {
    const ben = await added('owner');
    expect((await call('GET', '/orgs', { session: ben.session })).orgs).toEqual([
      expect.objectContaining({ org_id: shop.orgId, role: 'owner' }),
    ]);
    expect((await api('GET', '/payouts', { session: ben.session })).body).toEqual({
      error: 'org_id required',
    });
    expect((await memberOf(ben))?.status).toBe('PENDING');
    const leaving = await api('DELETE', `/orgs/${shop.orgId}/members/${shop.userId}`, {
      session: shop.session,
    });
    expect(leaving.body).toEqual({ error: 'last owner' });
  });

  test('may decline, and the org never learns their e-mail address', async () => {
    const ben = await added('admin');
    await call('DELETE', `/orgs/${shop.orgId}/members/${ben.userId}`, { session: ben.session });
    expect(await memberOf(ben)).toBeUndefined();
    const [left] = await actions('member.left');
    expect(left).toMatchObject({ actor: { kind: 'user', id: ben.userId, email: null } });
    expect(JSON.stringify(await actions())).not.toContain(ben.email);
  });

  test('joins once, however many first calls come at once', async () => {
    const ben = await added();
    await Promise.all(
      Array.from({ length: 10 }, () => call('GET', `/orgs/${shop.orgId}`, { session: ben.session })),
    );
    expect(await actions('member.joined')).toHaveLength(1);
  });
});

test('any member may leave, but the last owner', async () => {
  const ben = await added();
  await call('GET', `/orgs/${shop.orgId}`, { session: ben.session });
  const leave = ({ userId, session }: Person) =>
    api('DELETE', `/orgs/${shop.orgId}/members/${userId}`, { session });
  expect((await leave(ben)).body).toEqual({ ok: true });
  expect((await leave(ben)).body).toEqual({ error: 'org not found' });
  expect((await leave(shop)).body).toEqual({ error: 'last owner' });
  expect(await actions('member.left')).toEqual([
    expect.objectContaining({ actor: { kind: 'user', id: ben.userId, email: ben.email } }),
  ]);
});

test('the e-mail address of a pending member can be invited like any other', async () => {
  const ben = await added();
  const body = { email: ben.email, role: 'support' };
  const answer = await api('POST', `/orgs/${shop.orgId}/invites`, { session: shop.session, body });
  expect(answer).toMatchObject({ status: 200, body: { status: 'PENDING' } });
});

describe('an invite', () => {
  const invite = (email: string) =>
    call('POST', `/orgs/${shop.orgId}/invites`, { session: shop.session, body: { email, role: 'support' } });
  const statusOf = async (inviteId: string): Promise<string | undefined> => {
    const { invites } = await call('GET', `/orgs/${shop.orgId}/invites`, { session: shop.session });
    return (invites as { invite_id: string; status: string }[]).find((one) => one.invite_id === inviteId)
      ?.status;
  };
  const age = (inviteId: string) =>
    books.query(`update invites set expires_at = expires_at - interval '7 days' where id = $1`, [inviteId]);

  test('expires after seven days: it can be neither claimed nor revoked', async () => {
    const ben = await person();
    const { invite_id: id } = await invite(ben.email);
    await age(id);
    expect(await statusOf(id)).toBe('EXPIRED');
    await signIn(books, ben.email);
    expect(await memberOf(ben)).toBeUndefined();
    const revoked = await api('DELETE', `/orgs/${shop.orgId}/invites/${id}`, { session: shop.session });
    expect(revoked.body).toEqual({ error: 'invite not pending' });
  });

  test('is good for another seven days when the address is invited again', async () => {
    const ben = await person();
    const { invite_id: id } = await invite(ben.email);
    await age(id);
    await invite(ben.email);
    await signIn(books, ben.email);
    expect(await memberOf(ben)).toMatchObject({ email: ben.email, status: 'ACTIVE' });
    expect(await actions('invite.claimed')).toHaveLength(1);
  });
});
