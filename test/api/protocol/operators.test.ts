import { listenersOf } from '../../../src/http/listeners.ts';
import { ROUTES } from '../../../src/http/routes/index.ts';
import { apiTest } from '../../support/api-test.ts';
import { OLGA } from '../../support/operators.ts';
import { api, authorized, call, merchant, openCheckout, shopper } from '../../support/people.ts';
import type { Merchant } from '../../support/people.ts';

const { books } = apiTest();

const VERA = { 'x-operator-token': 'viewer-token-of-the-tests' };

const suspend = (shop: Merchant, verb: 'suspend' | 'resume', body: object = { reason: 'seen' }) =>
  api('POST', `/operator/orgs/${shop.orgId}/${verb}`, { headers: OLGA, body });

describe('the platform’s operators', () => {
  test('a viewer reads; every write is refused, before anything else is judged', async () => {
    expect((await api('GET', '/operator/integrity', { headers: VERA })).status).toBe(200);
    const writes = ROUTES.filter(({ credential, method }) => credential === 'operator' && method !== 'GET');
    expect(writes.length).toBeGreaterThan(4);
    for (const { method, path } of writes) {
      const { status, body } = await api(method, path.replaceAll(/\{\w+\}/g, 'x'), {
        headers: VERA,
        body: {},
      });
      expect([path, status, body]).toEqual([path, 403, { error: 'operator role required' }]);
    }
  });

  test('each call is recorded under the operator’s name, reads and refused ones too', async () => {
    const shop = await merchant();
    const path = `/operator/orgs/${shop.orgId}/pricing`;
    await api('PATCH', path, { headers: VERA, body: { mdr_bps: 1 } });
    await api('PATCH', path, { headers: OLGA, body: { mdr_bps: 150 } });
    await api('PATCH', path, { headers: { 'x-operator-token': 'nobody’s, but long enough'.slice(0, 6) } });
    const { rows } = await books.query(
      'select operator, role, method from operator_calls where path = $1 order by at',
      [path],
    );
    expect(rows).toEqual([
      { operator: 'vera', role: 'viewer', method: 'PATCH' },
      { operator: 'olga', role: 'operator', method: 'PATCH' },
    ]);
    const { rows: acts } = await books.query('select operator from operator_actions where target = $1', [
      `org:${shop.orgId}`,
    ]);
    expect(acts).toEqual([{ operator: 'olga' }]);
  });

  test('have a listener of their own where it is set, and then none on the public one', () => {
    const config = { API_HOST: '0.0.0.0', API_PORT: 1, OPERATOR_HOST: '127.0.0.1' };
    const isForOperators = (routes: readonly { credential: string }[]) => [
      ...new Set(routes.map(({ credential }) => credential === 'operator')),
    ];
    const [both, ...none] = listenersOf({ ...config, OPERATOR_PORT: undefined }, ROUTES);
    expect([both?.routes, none]).toEqual([ROUTES, []]);
    const [open, own] = listenersOf({ ...config, OPERATOR_PORT: 2 }, ROUTES);
    expect(isForOperators(open?.routes ?? [])).toEqual([false]);
    expect(isForOperators(own?.routes ?? [])).toEqual([true]);
    expect(own).toMatchObject({ host: '127.0.0.1', port: 2 });
  });
});

test('an operator ends the sign-ins of a user, with every token made from them', async () => {
  const shop = await merchant();
  const body = { env: 'sandbox', org_id: shop.orgId };
  const { session_token: other } = await call('POST', '/auth/mode', { session: shop.session, body });
  const path = `/operator/users/${shop.userId}/end-sessions`;
  const end = (reason: string) => api('POST', path, { headers: OLGA, body: { reason } });
  expect((await end(' ')).status).toBe(400);
  expect((await end('stolen laptop')).body).toEqual({ user_id: shop.userId, ended: 1 });
  for (const session of [shop.session, other])
    expect((await api('GET', '/me', { session })).body).toEqual({ error: 'invalid or expired session' });
  expect((await end('again')).body).toEqual({ user_id: shop.userId, ended: 0 });
});

test('an operator revokes a key of any org; the trail says who', async () => {
  const shop = await merchant();
  const { key_id: keyId } = await call('GET', '/apikeys/verify', { key: shop.key });
  const revoke = () =>
    api('POST', `/operator/keys/${keyId}/revoke`, { headers: OLGA, body: { reason: 'found on the web' } });
  for (const _ of [1, 2]) expect((await revoke()).body).toEqual({ ok: true });
  expect((await api('GET', '/apikeys/verify', { key: shop.key })).body).toEqual({
    error: 'invalid x-api-key',
  });
  const { entries } = await call('GET', `/orgs/${shop.orgId}/audit?action=key.revoked`, {
    session: shop.session,
  });
  expect(entries).toEqual([
    expect.objectContaining({
      actor: { kind: 'operator', id: 'olga', email: null },
      target: { kind: 'key', id: keyId },
    }),
  ]);
});

describe('a suspended org', () => {
  test('opens, authorizes, captures and pays nothing out; voids, returns and reads go on', async () => {
    const [shop, buyer] = [await merchant(), await shopper()];
    const [held, captured] = [await authorized(shop, buyer), await authorized(shop, buyer)];
    const pending = await openCheckout(shop);
    await call('POST', `/charges/${captured.authId}/capture`, { key: shop.key });
    expect((await suspend(shop, 'suspend')).body).toEqual({ org_id: shop.orgId, status: 'SUSPENDED' });
    const refused = [
      await api('POST', `/checkouts/${pending.id}/authorize`, { session: buyer.session, body: {} }),
      await api('POST', `/charges/${held.authId}/capture`, { key: shop.key }),
      await api('POST', '/payouts', { key: shop.key, body: {} }),
    ];
    for (const { status, body } of refused) expect([status, body]).toEqual([403, { error: 'org suspended' }]);
    await call('POST', `/charges/${captured.authId}/capture`, { key: shop.key });
    await call('POST', `/charges/${captured.authId}/return`, { key: shop.key, body: { reason: 'broken' } });
    await call('POST', `/charges/${held.authId}/void`, { key: shop.key });
    const org = await call('GET', `/orgs/${shop.orgId}`, { session: shop.session });
    expect(org).toMatchObject({ status: 'SUSPENDED' });
  });

  test('is resumed; both may be repeated, and the trail has each act once', async () => {
    const shop = await merchant();
    for (const verb of ['suspend', 'suspend', 'resume', 'resume'] as const)
      expect((await suspend(shop, verb)).status).toBe(200);
    await openCheckout(shop);
    const { entries } = await call('GET', `/orgs/${shop.orgId}/audit`, { session: shop.session });
    expect(entries.slice(0, 2)).toEqual([
      expect.objectContaining({
        action: 'org.resumed',
        actor: { kind: 'operator', id: 'olga', email: null },
      }),
      expect.objectContaining({ action: 'org.suspended', after: { status: 'SUSPENDED', reason: 'seen' } }),
    ]);
  });

  test('needs a reason, and an org that exists', async () => {
    const shop = await merchant();
    expect((await suspend(shop, 'suspend', { reason: ' ' })).body).toEqual({
      error: expect.stringMatching(/^reason: /),
    });
    const unknown = { ...shop, orgId: crypto.randomUUID() };
    expect((await suspend(unknown, 'suspend')).body).toEqual({ error: 'org not found' });
  });
});
