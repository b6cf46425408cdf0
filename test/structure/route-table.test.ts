import { z } from 'zod';
import { requireTable } from '../../src/http/access/route-table.ts';
import type { Access } from '../../src/http/access/access.ts';
import { takesIdempotencyKey } from '../../src/http/route.ts';
import type { Route } from '../../src/http/route.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import { withoutSecrets } from '../../src/http/shapes/fields.ts';
import { makeMatrix } from '../support/matrix.ts';

const ROW = { target: null, environment: 'any' };

/** A route, whatever the compiler would say of it. */
function route(more: object = {}): Route {
  const plain = {
    method: 'GET',
    path: '/things',
    credential: 'session',
    access: ROW,
    id: 'listThings',
    tag: 'Things',
    summary: 'Things',
  };
  return { ...plain, answer: z.object({}), handle: async () => ({}), ...more } as unknown as Route;
}
const starting =
  (...routes: Route[]) =>
  () =>
    requireTable(routes);
const accessTo = (target: object, more: object = {}) => ({ access: { target, environment: 'any', ...more } });
const ORG = { kind: 'org', at: 'path', name: 'id' };

describe('the service does not start with', () => {
  test('a route without a row', () => {
    expect(starting(route())).not.toThrow();
    expect(starting(route({ access: undefined }))).toThrow('listThings (GET /things): it has no row');
  });

  test('two routes that answer the same call, whatever they name its parameters', () => {
    const [first, second] = [
      route({ path: '/orgs/{id}', id: 'one' }),
      route({ path: '/orgs/{org_id}', id: 'other' }),
    ];
    expect(starting(first, second)).toThrow('GET /orgs/{} is declared twice');
    expect(starting(first, { ...second, method: 'POST' })).not.toThrow();
  });

  test('two routes of one operation id', () => {
    expect(starting(route(), route({ path: '/other' }))).toThrow('listThings is declared twice');
  });

  test('a role rule where no member calls, or on no org', () => {
    const ofKey = route({
      path: '/orgs/{id}',
      credential: 'api_key',
      ...accessTo(ORG, { capability: 'manage_org', scope: null }),
    });
    expect(starting(ofKey)).toThrow('api_key has no role');
    expect(starting({ ...ofKey, credential: 'api_key_or_session' })).not.toThrow();
    expect(starting(route({ access: { ...ROW, capability: 'manage_org' } }))).toThrow(
      'a role is one in an org, and it names none',
    );
  });

  test('a scope rule where no key calls, or none where one does', () => {
    const ofKey = { credential: 'api_key', access: { ...ROW, scope: 'reports' } };
    expect(starting(route(ofKey))).not.toThrow();
    expect(starting(route({ ...ofKey, credential: 'session' }))).toThrow('session has no scope');
    expect(starting(route({ ...ofKey, access: ROW }))).toThrow('it does not say which scope a key needs');
    // @ts-expect-error -- nor does it compile
    const access: Access<'api_key'> = { target: null, environment: 'any' };
    expect(access).toEqual(ROW);
  });

  test('an environment rule where the credential has none', () => {
    expect(starting(route({ credential: 'operator', access: { ...ROW, environment: 'own' } }))).toThrow(
      'operator has no environment',
    );
  });

  test('a target that is named nowhere', () => {
    expect(starting(route(accessTo(ORG)))).toThrow('no id in its path');
    expect(starting(route(accessTo({ ...ORG, at: 'query' })))).toThrow('no id in its query');
    expect(starting(route(accessTo({ ...ORG, at: 'body' })))).toThrow('no id in its body');
    expect(starting(route({ path: '/{id}', ...accessTo({ ...ORG, within: 'org_id' }) }))).toThrow(
      'no org_id in its path',
    );
  });
});

test('a route about a kind of which the matrix has no object fails the matrix', () => {
  const { without } = makeMatrix([
    route({ path: '/cats/{id}', ...accessTo({ kind: 'cat', at: 'path', name: 'id' }) }),
  ]);
  expect(without).toEqual([expect.stringContaining('listThings is about a cat')]);
});

/** The matrix proves that the service does what the declarations say; these say what must be declared. */
describe('the declarations are those of the specification:', () => {
  const of = (test: (declared: Route) => boolean) =>
    ROUTES.filter(test).map(({ method, path }) => `${method} ${path}`);

  test('only health and sign-in need no credential', () => {
    expect(
      of(
        ({ credential, path }) => (credential === 'none') !== /^\/(health|livez|auth\/otp\/\w+)$/.test(path),
      ),
    ).toEqual([]);
  });

  test('the operator and the partners have their own paths', () => {
    expect(
      of(({ credential, path }) => (credential === 'operator') !== path.startsWith('/operator/')),
    ).toEqual([]);
    expect(
      of(({ credential, path }) => credential.endsWith('_partner') !== path.startsWith('/partners/')),
    ).toEqual([]);
  });

  test('a key needs the scope that the contract gives the call', () => {
    const scopes = ROUTES.flatMap(({ method, path, access: { scope } }) =>
      scope === undefined ? [] : [`${method} ${path}: ${scope === null ? 'none' : [scope].flat().join('/')}`],
    );
    expect(scopes.toSorted()).toEqual([
      'GET /apikeys/verify: none',
      'GET /charges/{id}/timeline: reports',
      'GET /checkouts/{id}: checkouts',
      'GET /orgs/{id}/balance/entries: payouts/reports',
      'GET /orgs/{id}/balance: payouts/reports',
      'GET /orgs/{id}/cashback/summary: reports',
      'GET /orgs/{id}/events: reports',
      'GET /orgs/{id}/requests: reports',
      'GET /orgs/{id}/returns: reports',
      'GET /orgs/{id}/sales/daily: reports',
      'GET /orgs/{id}/sales: reports',
      'GET /orgs/{id}/statements/{month}: reports',
      'GET /orgs/{id}/webhook/deliveries/{delivery_id}: reports',
      'GET /orgs/{id}/webhook/deliveries: reports',
      'GET /payouts/{id}: payouts',
      'GET /sales/{id}: reports',
      'GET /sandbox/clock/due: sandbox',
      'GET /sandbox/clock: sandbox',
      'GET /terminals/{id}/checkout: checkouts',
      'POST /charges/{auth_id}/capture: charges',
      'POST /charges/{id}/return/preview: returns',
      'POST /charges/{id}/return: returns',
      'POST /charges/{id}/void: charges',
      'POST /checkouts: checkouts',
      'POST /payouts: payouts',
      'POST /sandbox/clock/advance: sandbox',
      'POST /sandbox/payouts/{id}/fail: sandbox',
      'POST /sandbox/payouts/{id}/return: sandbox',
      'POST /sandbox/payouts/{id}/settle: sandbox',
      'POST /terminals: checkouts',
    ]);
  });

  test('the answer to a POST is kept for repeats without its secrets', () => {
    const secrets = ROUTES.filter(takesIdempotencyKey).flatMap(({ method, path, answer }) =>
      Object.keys((answer as { shape?: object }).shape ?? {})
        .filter((name) => /^key$|token|secret/.test(name))
        .map((name) => [
          `${method} ${path}: ${name}`,
          (withoutSecrets(answer, { [name]: 'x' }) as Record<string, unknown>)[name],
        ]),
    );
    expect(Object.fromEntries(secrets)).toEqual({
      'POST /apikeys: key': null,
      'POST /orgs/{id}/webhook/rotate: secret': null,
    });
  });

  test('the aids of the sandbox are there only', () => {
    expect(
      of(({ access, path }) => (access.environment === 'sandbox') !== path.startsWith('/sandbox/')),
    ).toEqual([]);
  });

  test('checkout creation is for keys alone', () => {
    const keyOnly = ['POST /checkouts'];
    expect(
      of(({ credential, path }) => credential === 'api_key' && !path.startsWith('/sandbox/')).toSorted(),
    ).toEqual(['GET /apikeys/verify', ...keyOnly].toSorted());
  });

  test('members and invites, keys, webhooks and the org are managed by owner and admin', () => {
    const managed = (path: string) => /^(\/orgs\/\{id\}|\/apikeys)/.test(path);
    const writes = ROUTES.filter(
      ({ method, path, credential }) => method !== 'GET' && managed(path) && credential === 'session',
    );
    expect(
      writes.map(({ method, path, access }) => `${method} ${path}: ${access.capability}`).toSorted(),
    ).toEqual(
      expect.arrayContaining([
        'DELETE /orgs/{id}/invites/{invite_id}: manage_members',
        'DELETE /orgs/{id}/keys/{key_id}: manage_keys',
        'DELETE /orgs/{id}/members/{user_id}: manage_members',
        'DELETE /orgs/{id}/webhook: manage_webhook',
        'PATCH /orgs/{id}/members/{user_id}: manage_members',
        'PATCH /orgs/{id}: manage_org',
        'POST /apikeys: manage_keys',
        'POST /orgs/{id}/invites: manage_members',
        'POST /orgs/{id}/members: manage_members',
        'PUT /orgs/{id}/webhook: manage_webhook',
      ]),
    );
    expect(writes.filter(({ access }) => access.capability === undefined)).toEqual([]);
  });

  test('of what a member may change, terminals and their own mode need no role', () => {
    const free = ROUTES.filter(
      ({ method, credential, access: { target, capability } }) =>
        method !== 'GET' && credential.endsWith('session') && target !== null && capability === undefined,
    );
    expect(
      free
        .filter(({ access: { target } }) => (target?.reach ?? ['member']).includes('member'))
        .map(({ id }) => id),
    ).toEqual(['setMode', 'createTerminal', 'updateTerminal']);
  });
});
