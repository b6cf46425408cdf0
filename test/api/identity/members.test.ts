import { randomUUID } from 'node:crypto';
import { ROLES } from '../../../src/domain/roles.ts';
import { apiTest } from '../../support/api-test.ts';
import { api, call, merchant, person } from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';
import { freshCode, signIn, verify } from '../../support/signing-in.ts';

const { books } = apiTest();

const outcomeOf = ({ status, body }: Answer) => ({ status, body });
const refusal = (status: number, error: string) => ({ status, body: { error } });
const ADMIN_REQUIRED = refusal(403, 'owner/admin required');
const LAST_OWNER = refusal(400, 'last owner');
const BAD_ROLE = { status: 400, body: { error: expect.stringMatching(/^role: /) } };
const someAddress = () => `${randomUUID()}@example.com`;

let shop: Merchant;
beforeEach(async () => {
  shop = await merchant();
});

interface Where {
  readonly session?: string;
  readonly orgId?: string;
}
const at = (what: string, { orgId = shop.orgId }: Where) => `/orgs/${orgId}/${what}`;
const by = ({ session = shop.session }: Where) => ({ session });
const add = async (body: object, where: Where = {}) =>
  outcomeOf(await api('POST', at('members', where), { ...by(where), body }));
const patch = async (userId: string, body: object, where: Where = {}) =>
  outcomeOf(await api('PATCH', at(`members/${userId}`, where), { ...by(where), body }));
const remove = async (userId: string, where: Where = {}) =>
  outcomeOf(await api('DELETE', at(`members/${userId}`, where), by(where)));
const invite = async (body: object, where: Where = {}) =>
  outcomeOf(await api('POST', at('invites', where), { ...by(where), body }));
const revoke = async (id: string, where: Where = {}) =>
  outcomeOf(await api('DELETE', at(`invites/${id}`, where), by(where)));
const members = async (where: Where = {}) =>
  (await call('GET', at('members', where), by(where))).members as Member[];
const invites = async (where: Where = {}) =>
  (await call('GET', at('invites', where), by(where))).invites as Invite[];
const roleOf = async ({ userId }: Person, where: Where = {}) =>
  (await members(where)).find((member) => member.user_id === userId)?.role;

interface Member {
  readonly user_id: string;
  readonly role: string;
}
interface Invite {
  readonly invite_id: string;
  readonly email: string;
  readonly role: string;
  readonly status: string;
}

/** Somebody who was added and has used the org since. */
async function colleague(role: string): Promise<Person> {
  const someone = await person();
  expect((await add({ user_id: someone.userId, role })).status).toBe(200);
  await call('GET', `/orgs/${shop.orgId}`, { session: someone.session });
  return someone;
}

describe('members', () => {
  test('are listed to any member as the specification shows them, newest first', async () => {
    const ben = await colleague('developer');
    await call('PATCH', '/me', { session: ben.session, body: { first_name: 'Ben', last_name: 'Day' } });
    const answer = await call('GET', `/orgs/${shop.orgId}/members`, { session: ben.session });
    expect(answer).toEqual({
      members: [
        {
          user_id: ben.userId,
          email: ben.email,
          first_name: 'Ben',
          last_name: 'Day',
          role: 'developer',
          status: 'ACTIVE',
        },
        {
          user_id: shop.userId,
          email: shop.email,
          first_name: '',
          last_name: '',
          role: 'owner',
          status: 'ACTIVE',
        },
      ],
      next_cursor: null,
    });
  });

  test('lists page exactly, and one added meanwhile neither shifts nor repeats any', async () => {
    for (const role of ['admin', 'finance', 'support']) await colleague(role);
    const all = (await members()).map(({ user_id: id }) => id);
    const first = await call('GET', `/orgs/${shop.orgId}/members?limit=2`, { session: shop.session });
    await colleague('developer');
    const second = await call('GET', `/orgs/${shop.orgId}/members?limit=2&cursor=${first.next_cursor}`, {
      session: shop.session,
    });
    expect([...first.members, ...second.members].map(({ user_id: id }) => id)).toEqual(all);
    expect(second.next_cursor).toBeNull();
    const foreign = await api('GET', `/orgs/${shop.orgId}/invites?cursor=${first.next_cursor}`, {
      session: shop.session,
    });
    expect(outcomeOf(foreign)).toEqual(refusal(400, 'bad cursor'));
    expect(
      (await api('GET', `/orgs/${shop.orgId}/members?limit=201`, { session: shop.session })).body,
    ).toEqual({ error: 'bad limit' });
  });

  test('are added once, by their user id, as Member', async () => {
    const ben = await person();
    const member = {
      user_id: ben.userId,
      email: '',
      first_name: '',
      last_name: '',
      role: 'finance',
      status: 'PENDING',
    };
    expect(await add({ user_id: ben.userId, role: 'finance' })).toEqual({ status: 200, body: member });
    expect(await add({ user_id: ben.userId, role: 'admin' })).toEqual(refusal(400, 'already a member'));
    expect(await roleOf(ben)).toBe('finance');
    expect((await call('GET', '/orgs', { session: ben.session })).orgs).toEqual([
      expect.objectContaining({ role: 'finance' }),
    ]);
  });

  test('added many times at once are added once', async () => {
    const ben = await person();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => add({ user_id: ben.userId, role: 'support' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 400),
    ]);
  });

  test('get another role as Member; an empty patch changes nothing', async () => {
    const ben = await colleague('support');
    expect(await patch(ben.userId, { role: 'admin' })).toMatchObject({
      status: 200,
      body: { user_id: ben.userId, role: 'admin' },
    });
    for (const body of [{}, { role: null }])
      expect(await patch(ben.userId, body)).toMatchObject({ status: 200, body: { role: 'admin' } });
    expect(await roleOf(ben)).toBe('admin');
  });

  test('demoted or removed feel it on their next call', async () => {
    const ben = await colleague('admin');
    const rename = async () =>
      outcomeOf(await api('PATCH', `/orgs/${shop.orgId}`, { session: ben.session, body: {} }));
    expect((await rename()).status).toBe(200);
    await patch(ben.userId, { role: 'finance' });
    expect(await rename()).toEqual(ADMIN_REQUIRED);
    expect(await remove(ben.userId)).toEqual({ status: 200, body: { ok: true } });
    expect(await rename()).toEqual(refusal(404, 'org not found'));
    expect(await remove(ben.userId)).toEqual(refusal(404, 'member not found'));
    expect((await call('GET', '/orgs', { session: ben.session })).orgs).toEqual([]);
  });
});

describe('the last owner', () => {
  test('can neither leave nor step down, until there is another', async () => {
    for (const role of ['admin', 'developer']) expect(await patch(shop.userId, { role })).toEqual(LAST_OWNER);
    expect(await remove(shop.userId)).toEqual(LAST_OWNER);
    expect(await patch(shop.userId, { role: 'owner' })).toMatchObject({ status: 200 });
    const ben = await colleague('owner');
    expect(await patch(shop.userId, { role: 'developer' })).toMatchObject({
      status: 200,
      body: { role: 'developer' },
    });
    expect(await remove(ben.userId, { session: ben.session })).toEqual(LAST_OWNER);
    expect(await remove(shop.userId, { session: ben.session })).toMatchObject({ status: 200 });
  });

  test('is guarded by the database as well, also when each takes the other away', async () => {
    const ben = await colleague('owner');
    const demote = 'update members set role = $3 where org_id = $1 and user_id = $2';
    const [one, two] = await Promise.all([books.connect(), books.connect()]);
    await Promise.all([one.query('begin'), two.query('begin')]);
    await Promise.all([
      one.query(demote, [shop.orgId, ben.userId, 'admin']),
      two.query(demote, [shop.orgId, shop.userId, 'admin']),
    ]);
    const ends = await Promise.allSettled([one.query('commit'), two.query('commit')]);
    for (const client of [one, two]) client.release();
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(books.query('delete from members where org_id = $1', [shop.orgId])).rejects.toThrow(
      'without an owner',
    );
  });

  test('two owners who demote or remove each other, or step down, at once always leave one', async () => {
    const ben = await person();
    const rounds = await Promise.all(
      Array.from({ length: 50 }, async (_, round) => {
        const org = await call('POST', '/orgs', {
          session: shop.session,
          body: { name: `Round ${round}`, country_code: 'US' },
        });
        const mine = { orgId: org.org_id as string };
        const his = { ...mine, session: ben.session };
        expect((await add({ user_id: ben.userId, role: 'owner' }, mine)).status).toBe(200);
        const acts = [
          () => [
            patch(ben.userId, { role: 'developer' }, mine),
            patch(shop.userId, { role: 'developer' }, his),
          ],
          () => [remove(ben.userId, mine), remove(shop.userId, his)],
          () => [patch(shop.userId, { role: 'admin' }, mine), patch(ben.userId, { role: 'admin' }, his)],
          () => [
            remove(shop.userId, mine),
            patch(shop.userId, { role: 'admin' }, his),
            remove(ben.userId, his),
          ],
        ];
        const answers = await Promise.all(acts[round % acts.length]?.() ?? []);
        return { orgId: mine.orgId, answers };
      }),
    );
    const { rows } = await books.query<{ owners: number }>(
      `select count(*) filter (where role = 'owner')::int as owners from members where org_id = any ($1) group by org_id`,
      [rounds.map(({ orgId }) => orgId)],
    );
    expect(rows).toHaveLength(50);
    for (const { owners } of rows) expect(owners).toBe(1);
    for (const { answers } of rounds) {
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
      for (const { status, body } of answers) {
        if (status !== 200)
          expect(['last owner', 'owner/admin required', 'org not found', 'member not found']).toContain(
            body.error,
          );
      }
    }
  });
});

describe('rank', () => {
  test('members are managed by owner and admin alone; 404 of the org comes before 403, and both before validation', async () => {
    const [stranger, target] = await Promise.all([person(), colleague('developer')]);
    const { invite_id: inviteId } = (await invite({ email: someAddress(), role: 'support' })).body;
    const all = (session: string) => [
      add({ user_id: stranger.userId, role: 'bogus' }, { session }),
      patch(target.userId, { role: 'bogus' }, { session }),
      remove(target.userId, { session }),
      invite({ email: 'bogus', role: 'bogus' }, { session }),
      revoke(inviteId, { session }),
    ];
    for (const answer of all(stranger.session)) expect(await answer).toEqual(refusal(404, 'org not found'));
    for (const role of ['finance', 'support', 'developer']) {
      const { session } = await colleague(role);
      for (const answer of all(session)) expect(await answer).toEqual(ADMIN_REQUIRED);
      expect(await add({ user_id: 'nope', role: 'bogus' }, { session })).toEqual(ADMIN_REQUIRED);
      expect(await remove('nope', { session })).toEqual(refusal(404, 'member not found'));
      expect(await revoke('nope', { session })).toEqual(refusal(404, 'invite not found'));
      expect((await api('GET', `/orgs/${shop.orgId}/invites`, { session })).status).toBe(200);
    }
  });

  test('an admin changes no owner, makes none and invites none', async () => {
    const [admin, peer, helper] = await Promise.all([
      colleague('admin'),
      colleague('admin'),
      colleague('support'),
    ]);
    const where = { session: admin.session };
    const { invite_id: ownersInvite, email } = (await invite({ email: someAddress(), role: 'owner' })).body;
    for (const body of [{ role: 'admin' }, { role: 'bogus' }, {}])
      expect(await patch(shop.userId, body, where)).toEqual(ADMIN_REQUIRED);
    expect(await remove(shop.userId, where)).toEqual(ADMIN_REQUIRED);
    for (const userId of [admin.userId, peer.userId, helper.userId]) {
      expect(await patch(userId, { role: 'owner' }, where)).toEqual(ADMIN_REQUIRED);
    }
    expect(await add({ user_id: (await person()).userId, role: 'owner' }, where)).toEqual(ADMIN_REQUIRED);
    expect(await invite({ email: 'bogus', role: 'owner' }, where)).toEqual(ADMIN_REQUIRED);
    expect(await invite({ email, role: 'developer' }, where)).toEqual(ADMIN_REQUIRED);
    expect(await revoke(ownersInvite, where)).toEqual(ADMIN_REQUIRED);
    expect(await patch(helper.userId, { role: 'admin' }, where)).toMatchObject({ status: 200 });
    expect(await patch(peer.userId, { role: 'developer' }, where)).toMatchObject({ status: 200 });
    expect(await remove(helper.userId, where)).toMatchObject({ status: 200 });
  });

  test('roles are the five, users are known', async () => {
    const [ben, stranger] = await Promise.all([colleague('support'), person()]);
    for (const role of ['Owner', 'bogus', '', 7, ['admin']]) {
      expect(await add({ user_id: stranger.userId, role })).toEqual(BAD_ROLE);
      expect(await patch(ben.userId, { role })).toEqual(BAD_ROLE);
      expect(await invite({ email: someAddress(), role })).toEqual(BAD_ROLE);
    }
    for (const body of [{}, { role: null }])
      expect(await add({ user_id: stranger.userId, ...body })).toEqual(BAD_ROLE);
    for (const id of [randomUUID(), 'nope', '', stranger.userId.toUpperCase()]) {
      expect(await add({ user_id: id, role: 'bogus' })).toEqual(refusal(404, 'user not found'));
    }
    for (const id of [null, undefined, 5]) {
      expect(await add({ user_id: id, role: 'admin' })).toEqual({
        status: 400,
        body: { error: expect.stringMatching(/^user_id: /) },
      });
    }
    for (const id of [stranger.userId, randomUUID(), 'nope', ben.userId.toUpperCase()]) {
      expect(await patch(id, { role: 'bogus' })).toEqual(refusal(404, 'member not found'));
    }
  });
});

describe('invites', () => {
  test('answer Invite, are listed to any member, and again change the role of the one that waits', async () => {
    const email = someAddress();
    const { status, body } = await invite({ email: ` ${email.toUpperCase()} `, role: 'support' });
    expect([status, body]).toEqual([
      200,
      { invite_id: expect.stringMatching(/^[0-9a-f-]{36}$/), email, role: 'support', status: 'PENDING' },
    ]);
    expect(await invite({ email, role: 'finance' })).toEqual({
      status: 200,
      body: { ...body, role: 'finance' },
    });
    const { session } = await colleague('developer');
    expect(await call('GET', `/orgs/${shop.orgId}/invites`, { session })).toEqual({
      invites: [{ ...body, role: 'finance' }],
      next_cursor: null,
    });
  });

  test('of one address made at once are one invite', async () => {
    const email = someAddress();
    const answers = await Promise.all(ROLES.map((role) => invite({ email, role })));
    for (const { status } of answers) expect(status).toBe(200);
    expect(new Set(answers.map(({ body }) => body.invite_id)).size).toBe(1);
    expect(await invites()).toHaveLength(1);
  });

  test('are refused for members and for invalid addresses', async () => {
    const ben = await colleague('developer');
    expect(await invite({ email: ben.email.toUpperCase(), role: 'admin' })).toEqual(
      refusal(400, 'already a member'),
    );
    for (const email of ['nobody', '', null, 5]) {
      expect(await invite({ email, role: 'admin' })).toEqual({
        status: 400,
        body: { error: expect.stringMatching(/^email: /) },
      });
    }
    expect(await invites()).toEqual([]);
  });

  test('are claimed by signing in, however the address is written', async () => {
    const email = someAddress();
    const other = await merchant();
    await invite({ email, role: 'finance' });
    await invite({ email: email.toUpperCase(), role: 'support' }, other);
    const ben = await person(undefined, email.toUpperCase());
    expect([await roleOf(ben), await roleOf(ben, other)]).toEqual(['finance', 'support']);
    expect(await invites()).toEqual([expect.objectContaining({ email, role: 'finance', status: 'CLAIMED' })]);
    expect((await call('GET', '/orgs', { session: ben.session })).orgs).toHaveLength(2);
    expect(await revoke((await invites())[0]?.invite_id ?? '')).toEqual(refusal(400, 'invite not pending'));
  });

  test('claimed by who is a member already keep the role', async () => {
    const ben = await person();
    await invite({ email: ben.email, role: 'admin' });
    await add({ user_id: ben.userId, role: 'developer' });
    await signIn(books, ben.email);
    expect(await roleOf(ben)).toBe('developer');
    expect(await invites()).toEqual([expect.objectContaining({ status: 'CLAIMED' })]);
  });

  test('revoked are not claimed, and can be neither revoked nor found elsewhere', async () => {
    const email = someAddress();
    const { invite_id: id } = (await invite({ email, role: 'admin' })).body;
    const other = await merchant();
    expect(await revoke(id, other)).toEqual(refusal(404, 'invite not found'));
    for (const unknown of [randomUUID(), 'nope', id.toUpperCase()])
      expect(await revoke(unknown)).toEqual(refusal(404, 'invite not found'));
    expect(await revoke(id)).toEqual({ status: 200, body: { ok: true } });
    expect(await revoke(id)).toEqual(refusal(400, 'invite not pending'));
    const ben = await person(undefined, email);
    expect(await roleOf(ben)).toBeUndefined();
    expect((await invite({ email, role: 'developer' })).body).toMatchObject({
      status: 'PENDING',
      role: 'developer',
    });
    expect((await invites()).map(({ status }) => status)).toEqual(['PENDING', 'REVOKED']);
    await expect(
      books.query(`update invites set status = 'PENDING', ended_at = null where id = $1`, [id]),
    ).rejects.toThrow();
  });

  test('do not bring back who was removed', async () => {
    const ben = await person();
    await invite({ email: ben.email, role: 'admin' });
    await add({ user_id: ben.userId, role: 'developer' });
    await remove(ben.userId);
    await signIn(books, ben.email);
    expect(await roleOf(ben)).toBeUndefined();
    expect(await invites()).toEqual([expect.objectContaining({ status: 'REVOKED' })]);
  });

  test('of a claim and a revocation at once exactly one happens', async () => {
    const email = someAddress();
    const rounds = await Promise.all(
      Array.from({ length: 20 }, async (_, round) => {
        const org = await call('POST', '/orgs', {
          session: shop.session,
          body: { name: `Round ${round}`, country_code: 'US' },
        });
        const where = { orgId: org.org_id as string };
        return { where, id: (await invite({ email, role: 'finance' }, where)).body.invite_id as string };
      }),
    );
    const code = await freshCode(books, email);
    const [signedIn, ...revoked] = await Promise.all([
      verify(email, code),
      ...rounds.map(({ id, where }) => revoke(id, where)),
    ]);
    expect(signedIn?.status).toBe(200);
    const ben = { userId: signedIn?.body.user_id as string, email, session: '' };
    for (const [index, { where }] of rounds.entries()) {
      const isRevoked = revoked[index]?.status === 200;
      if (!isRevoked) expect(revoked[index]).toEqual(refusal(400, 'invite not pending'));
      expect(await roleOf(ben, where)).toBe(isRevoked ? undefined : 'finance');
      expect((await invites(where)).map(({ status }) => status)).toEqual([isRevoked ? 'REVOKED' : 'CLAIMED']);
    }
  });
});
