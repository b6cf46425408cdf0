import { randomUUID } from 'node:crypto';
import type { Route } from '../../../src/http/route.ts';
import { ROUTES } from '../../../src/http/routes/index.ts';
import { apiTest } from '../../support/api-test.ts';
import { OLGA } from '../../support/operators.ts';
import { api, merchant, person } from '../../support/people.ts';
import type { Answer, Merchant } from '../../support/people.ts';
import { signedBy } from '../../support/matrix-world.ts';

/** Refusals that say nothing about the request itself. Source: contract, section 14. */
const NOT_KEPT = [401, 403, 409, 429];
const posts = ROUTES.filter(({ method }) => method === 'POST');
/** Sign-in ignores the key. Source: contract, section 16. */
const isSignIn = ({ path }: Route): boolean => path.startsWith('/auth/');

apiTest();
let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

/**
 * The caller that the route is for, about the own org where the path names one and about nothing that exists
 * elsewhere.
 */
async function senderOf({
  credential,
  path,
  id,
}: Route): Promise<(key: string, body: string) => Promise<Answer>> {
  const at = path.replace(/^\/orgs\/\{id\}/, `/orgs/${shop.orgId}`).replaceAll(/\{\w+\}/g, randomUUID());
  const session = id === 'signOut' ? (await person()).session : shop.session;
  return (key, body) => {
    const headers = (): Record<string, string> => {
      if (credential === 'operator') return OLGA;
      if (credential === 'bank_partner' || credential === 'verification_partner')
        return signedBy(credential, body);
      if (credential === 'none') return {};
      return credential === 'session' ? { authorization: `Bearer ${session}` } : { 'x-api-key': shop.key };
    };
    return api('POST', at, { body, headers: { ...headers(), 'idempotency-key': key } });
  };
}

const named = (routes: readonly Route[]) => routes.map((route) => [route.path, route] as const);

test.each(named(posts.filter((route) => !isSignIn(route))))(
  'POST %s does under one key what it did first',
  async (_, route) => {
    const send = await senderOf(route);
    const key = randomUUID();
    const [first, second] = [await send(key, '{"reason":"a"}'), await send(key, '{"reason":"a"}')];
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    const isKept = !NOT_KEPT.includes(first.status);
    expect(second.headers.get('idempotent-replayed')).toBe(isKept ? 'true' : null);
    const other = await send(key, '{"reason":"b"}');
    if (isKept) expect([other.status, other.body]).toEqual([422, { error: 'idempotency key reused' }]);
    for (const bad of ['', 'k'.repeat(256)]) {
      const { status, body } = await send(bad, '{"reason":"a"}');
      expect([status, body]).toEqual([400, { error: 'idempotency-key: 1 to 255 characters' }]);
    }
  },
);

test.each(named(posts.filter(isSignIn)))('POST %s ignores an idempotency key', async (_, route) => {
  const send = await senderOf(route);
  for (const key of [randomUUID(), '', 'k'.repeat(256)]) {
    const first = await send(key, '{"env":"sandbox"}');
    const second = await send(key, '{"env":"other"}');
    expect(first.status).not.toBe(422);
    expect(first.body).not.toEqual({ error: 'idempotency-key: 1 to 255 characters' });
    expect([second.status, second.body]).not.toEqual([422, { error: 'idempotency key reused' }]);
    expect(second.headers.get('idempotent-replayed')).toBeNull();
  }
});

test('there is a POST of every kind of caller among them', () => {
  expect(new Set(posts.map(({ credential }) => credential))).toEqual(
    new Set([
      'none',
      'api_key',
      'session',
      'api_key_or_session',
      'operator',
      'bank_partner',
      'verification_partner',
    ]),
  );
});
