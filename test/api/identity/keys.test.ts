import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { api, call, merchant, person, until } from '../../support/people.ts';
import type { Answer, Merchant } from '../../support/people.ts';

const { books } = apiTest();

const outcomeOf = ({ status, body }: Answer) => ({ status, body });
const verify = (key: string) => api('GET', '/apikeys/verify', { key });
const INVALID = { status: 401, body: { error: 'invalid x-api-key' } };

let shop: Merchant;
beforeEach(async () => {
  shop = await merchant();
});

const issue = (body: object, session = shop.session) => api('POST', '/apikeys', { session, body });
const revoke = (keyId: string, session = shop.session) =>
  api('DELETE', `/orgs/${shop.orgId}/keys/${keyId}`, { session });
const keys = async (query = '') =>
  (await call('GET', `/orgs/${shop.orgId}/keys${query}`, { session: shop.session })) as KeyPage;

interface KeyPage {
  readonly keys: { readonly id: string; readonly last_used_at: string | null }[];
  readonly next_cursor: string | null;
}

async function colleague(role: string): Promise<string> {
  const { userId, session } = await person();
  await books.query('insert into members (org_id, user_id, role) values ($1, $2, $3)', [
    shop.orgId,
    userId,
    role,
  ]);
  return session;
}

describe('issuing a key', () => {
  test.each([
    ['sandbox', 'fl_test_'],
    ['live', 'fl_live_'],
  ])('for %s gives one that begins with %s, before any verification', async (env, begin) => {
    const { status, body } = await issue({ org_id: shop.orgId, env, name: 'till' });
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['id', 'key', 'prefix']);
    expect(body.key).toMatch(new RegExp(`^${begin}[0-9A-Za-z]{49}$`));
    expect(body.prefix).toBe(body.key.slice(0, 12));
    expect(outcomeOf(await verify(body.key))).toEqual({
      status: 200,
      body: { key_id: body.id, org_id: shop.orgId, env },
    });
  });

  test('keeps a digest of it and nothing else', async () => {
    const { body } = await issue({ org_id: shop.orgId, env: 'sandbox', name: 'till' });
    const { rows } = await books.query<{ kept: string }>(
      'select api_keys::text as kept from api_keys where id = $1',
      [body.id],
    );
    expect(rows[0]?.kept).not.toContain(body.key.slice(12));
  });

  test('is for the org that the session acts for, unless body or query name another; several and none chosen need one', async () => {
    const owner = await merchant();
    const issued = async (more: object, query = '', session = owner.session): Promise<unknown[]> => {
      const { status, body } = await api('POST', `/apikeys${query}`, {
        session,
        body: { env: 'sandbox', name: 'till', ...more },
      });
      return [status, status === 200 ? (await verify(body.key)).body.org_id : body.error];
    };
    for (const org of [null, undefined]) expect(await issued({ org_id: org })).toEqual([200, owner.orgId]);
    const { org_id: second } = await call('POST', '/orgs', {
      session: owner.session,
      body: { name: 'Second', country_code: 'US' },
    });
    expect(await issued({})).toEqual([400, 'org_id required']);
    expect(await issued({}, `?org_id=${second}`)).toEqual([200, second]);
    expect(await issued({ org_id: owner.orgId }, `?org_id=${second}`)).toEqual([200, owner.orgId]);
    for (const wrong of [shop.orgId, 'x', `${second}&org_id=${second}`])
      expect(await issued({}, `?org_id=${wrong}`)).toEqual([404, 'org not found']);
    const { session_token: acting } = await call('POST', '/auth/mode', {
      session: owner.session,
      body: { env: 'sandbox', org_id: second },
    });
    expect(await issued({}, '', acting)).toEqual([200, second]);
  });

  test('needs an environment and a name', async () => {
    const asked = async (body: object) =>
      outcomeOf(await issue({ org_id: shop.orgId, env: 'sandbox', name: 'till', ...body }));
    for (const env of ['LIVE', 'test', '', 1, undefined]) {
      expect(await asked({ env })).toEqual({ status: 400, body: { error: expect.stringMatching(/^env: /) } });
    }
    for (const name of ['', ' ', 'x'.repeat(201), 1, undefined]) {
      expect(await asked({ name })).toEqual({
        status: 400,
        body: { error: expect.stringMatching(/^name: /) },
      });
    }
  });

  test('is for owners and admins; 404 comes before 403 and both before validation', async () => {
    const stranger = await person();
    for (const id of [shop.orgId, randomUUID(), 'nope', 5]) {
      expect(outcomeOf(await issue({ org_id: id, env: 'bogus' }, stranger.session))).toEqual({
        status: 404,
        body: { error: 'org not found' },
      });
    }
    for (const role of ['finance', 'support', 'developer']) {
      const session = await colleague(role);
      expect(outcomeOf(await issue({ org_id: shop.orgId, env: 'bogus' }, session))).toEqual({
        status: 403,
        body: { error: 'owner/admin required' },
      });
    }
    expect(
      (await issue({ org_id: shop.orgId, env: 'live', name: 'till' }, await colleague('admin'))).status,
    ).toBe(200);
  });
});

describe('verifying a key', () => {
  test('refuses absent, malformed, mistyped and unknown keys', async () => {
    expect(outcomeOf(await api('GET', '/apikeys/verify'))).toEqual({
      status: 401,
      body: { error: 'missing x-api-key' },
    });
    expect(outcomeOf(await api('GET', '/apikeys/verify', { session: shop.session }))).toEqual({
      status: 401,
      body: { error: 'missing x-api-key' },
    });
    const last = shop.key.at(-1) === 'a' ? 'b' : 'a';
    const otherEnvironment = shop.key.replace('fl_test_', 'fl_live_');
    for (const key of [
      'x',
      shop.key.slice(0, -1),
      `${shop.key.slice(0, -1)}${last}`,
      otherEnvironment,
      `${shop.key}0`,
    ]) {
      expect(outcomeOf(await verify(key))).toEqual(INVALID);
    }
  });

  test('writes down when a key was last used', async () => {
    const before = Date.now();
    await verify(shop.key);
    const page = await until(keys, ({ keys: [key] }) => key?.last_used_at !== null);
    expect(Math.abs(Date.parse(page.keys[0]?.last_used_at ?? '') - before)).toBeLessThan(60_000);
  });
});

describe('listing keys', () => {
  test('shows any member every key of both environments, but never the key', async () => {
    const { body: live } = await issue({ org_id: shop.orgId, env: 'live', name: 'server' });
    const answer = await call('GET', `/orgs/${shop.orgId}/keys`, { session: await colleague('developer') });
    const shared = {
      status: 'ACTIVE',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      created_by: shop.userId,
      last_used_at: null,
      scopes: ['checkouts', 'charges', 'returns', 'payouts', 'reports', 'sandbox'],
      expires_at: null,
      allowed_addresses: null,
    };
    expect(answer).toEqual({
      keys: [
        { ...shared, id: live.id, prefix: live.prefix, name: 'server', env: 'live' },
        { ...shared, id: expect.any(String), prefix: shop.key.slice(0, 12), name: 'till', env: 'sandbox' },
      ],
      next_cursor: null,
    });
  });

  test('pages newest first, and a key issued meanwhile neither shifts nor repeats any', async () => {
    for (const name of ['a', 'b', 'c']) await issue({ org_id: shop.orgId, env: 'sandbox', name });
    const all = (await keys()).keys.map(({ id }) => id);
    expect(all).toHaveLength(4);
    const first = await keys('?limit=3');
    await issue({ org_id: shop.orgId, env: 'sandbox', name: 'meanwhile' });
    const second = await keys(`?limit=3&cursor=${first.next_cursor}`);
    expect([...first.keys, ...second.keys].map(({ id }) => id)).toEqual(all);
    expect(second.next_cursor).toBeNull();
  });

  test('a cursor of another org is refused', async () => {
    await issue({ org_id: shop.orgId, env: 'sandbox', name: 'second' });
    const { next_cursor: cursor } = await keys('?limit=1');
    const other = await merchant();
    const answer = await api('GET', `/orgs/${other.orgId}/keys?cursor=${cursor}`, { session: other.session });
    expect(outcomeOf(answer)).toEqual({ status: 400, body: { error: 'bad cursor' } });
  });

  test('is for members, by session', async () => {
    const stranger = await person();
    const path = `/orgs/${shop.orgId}/keys`;
    expect(outcomeOf(await api('GET', path, { session: stranger.session }))).toEqual({
      status: 404,
      body: { error: 'org not found' },
    });
    expect(outcomeOf(await api('GET', path, { key: shop.key }))).toEqual({
      status: 401,
      body: { error: 'invalid or expired session' },
    });
  });
});

describe('revoking a key', () => {
  test('acts on its next call, and again changes nothing', async () => {
    const [key] = (await keys()).keys;
    expect((await verify(shop.key)).status).toBe(200);
    expect(outcomeOf(await revoke(key?.id ?? ''))).toEqual({ status: 200, body: { ok: true } });
    expect(outcomeOf(await verify(shop.key))).toEqual(INVALID);
    const revokedAt = async () =>
      (await books.query<{ revoked_at: Date }>('select revoked_at from api_keys where id = $1', [key?.id]))
        .rows;
    const first = await revokedAt();
    expect((await revoke(key?.id ?? '')).body).toEqual({ ok: true });
    expect(await revokedAt()).toEqual(first);
    expect((await keys()).keys[0]).toMatchObject({ id: key?.id, status: 'REVOKED' });
  });

  test('finds only keys of the org, and is for owners and admins', async () => {
    const other = await merchant();
    const {
      keys: [foreign],
    } = (await call('GET', `/orgs/${other.orgId}/keys`, { session: other.session })) as KeyPage;
    const {
      keys: [own],
    } = await keys();
    const developer = await colleague('developer');
    for (const id of [foreign?.id ?? '', randomUUID(), 'nope']) {
      for (const session of [shop.session, developer]) {
        expect(outcomeOf(await revoke(id, session))).toEqual({
          status: 404,
          body: { error: 'key not found' },
        });
      }
    }
    expect(outcomeOf(await revoke(own?.id ?? '', developer))).toEqual({
      status: 403,
      body: { error: 'owner/admin required' },
    });
    expect(outcomeOf(await revoke(own?.id ?? '', other.session))).toEqual({
      status: 404,
      body: { error: 'org not found' },
    });
    expect((await verify(other.key)).status).toBe(200);
    expect((await verify(shop.key)).status).toBe(200);
    expect((await revoke(own?.id ?? '', await colleague('admin'))).status).toBe(200);
  });
});
