import type { Role } from '../../src/domain/roles.ts';

export type OrgName = 'ours' | 'theirs';
export type Env = 'sandbox' | 'live';

/** The holder of a valid credential. */
export type Identity =
  | {
      readonly kind: 'key';
      readonly org: OrgName;
      readonly env: Env;
      /** The only scope of the key. Without it, it has all. */
      readonly scope?: KeyScope;
      /** Calls from an address that the key does not allow. */
      readonly elsewhere?: true;
    }
  | {
      readonly kind: 'session';
      readonly user: UserName;
      readonly env: Env;
      readonly roles: Readonly<Partial<Record<OrgName, Role>>>;
      readonly activeOrg: OrgName | null;
      /** Memberships that somebody else made: the first call that names the org makes the user a member. */
      readonly pending?: Readonly<Partial<Record<OrgName, Role>>>;
    };

/** The credentials that a caller sends, by their place in the request. */
export interface Caller {
  readonly name: string;
  readonly key?: Identity | 'invalid';
  readonly session?: Identity | 'invalid';
  readonly operator?: 'right' | 'viewer' | 'wrong';
  readonly signs?: 'bank_partner' | 'verification_partner';
}

/** Ann has bought from us, Ben from them; the traveller is a developer of ours and the owner of theirs. */
export type UserName = Role | 'former admin' | 'pending member' | 'their owner' | 'traveller' | 'ann' | 'ben';

const ENVIRONMENTS: readonly Env[] = ['sandbox', 'live'];
const MEMBERS: readonly Role[] = ['owner', 'admin', 'finance', 'support', 'developer'];

/** In the sandbox by the sign-in, which chooses no org; live by `/auth/mode`, which chooses one. */
function sessions(user: UserName, roles: Partial<Record<OrgName, Role>>, org: OrgName | null): Caller[] {
  return ENVIRONMENTS.map((env) => ({
    name: `${user}, ${env} session`,
    session: { kind: 'session', user, env, roles, activeOrg: env === 'live' ? org : null },
  }));
}

const keys = (org: OrgName): Caller[] =>
  ENVIRONMENTS.map((env) => ({ name: `${org}, ${env} key`, key: { kind: 'key', org, env } }));

/** Contract, section 16. */
const SCOPES = ['checkouts', 'charges', 'returns', 'payouts', 'reports', 'sandbox'] as const;
export type KeyScope = (typeof SCOPES)[number];

/** Keys with limits, by the name of their caller: the fields of their creation. */
export const LIMITED_KEYS: Readonly<Record<string, object>> = {
  ...Object.fromEntries(SCOPES.map((scope) => [`our key for ${scope}`, { scopes: [scope] }])),
  'our key from elsewhere': { allowed_addresses: ['192.0.2.0/24', '2001:db8::/32'] },
};

const OUR_KEY = { kind: 'key', org: 'ours', env: 'sandbox' } as const satisfies Identity;

/** Every kind of caller. The credentials themselves are in the world, by these names. */
export const CALLERS: readonly Caller[] = [
  { name: 'nobody' },
  { name: 'garbage as key', key: 'invalid' },
  { name: 'a well-formed key that nobody has', key: 'invalid' },
  { name: 'a revoked key', key: 'invalid' },
  { name: 'an expired key', key: 'invalid' },
  { name: 'a session token as key', key: 'invalid' },
  { name: 'garbage as session', session: 'invalid' },
  { name: 'a well-formed token that nobody has', session: 'invalid' },
  { name: 'an expired session', session: 'invalid' },
  { name: 'a signed-out session', session: 'invalid' },
  { name: 'a key as session', session: 'invalid' },
  { name: 'our key beside an invalid session', key: OUR_KEY, session: 'invalid' },
  { name: 'a revoked key beside a session of the owner', key: 'invalid', session: sessionOf('owner') },
  ...MEMBERS.flatMap((role) => sessions(role, { ours: role }, 'ours')),
  ...sessions('former admin', {}, 'ours'),
  ...sessions('their owner', { theirs: 'owner' }, 'theirs'),
  {
    name: 'traveller, sandbox session',
    session: { ...sessionOf('traveller'), roles: { ours: 'developer', theirs: 'owner' } },
  },
  ...keys('ours'),
  ...keys('theirs'),
  ...SCOPES.map((scope): Caller => ({ name: `our key for ${scope}`, key: { ...OUR_KEY, scope } })),
  { name: 'our key from elsewhere', key: { ...OUR_KEY, elsewhere: true } },
  ...sessions('ann', {}, null),
  ...sessions('ben', {}, null),
  { name: 'the operator', operator: 'right' },
  { name: 'an operator who only views', operator: 'viewer' },
  { name: 'a wrong operator token', operator: 'wrong' },
  { name: 'the bank', signs: 'bank_partner' },
  { name: 'the verification provider', signs: 'verification_partner' },
];

/** Their calls change who they are, so they are not among the others. */
export const PENDING_MEMBER: Caller = {
  name: 'pending member, sandbox session',
  session: {
    kind: 'session',
    user: 'pending member',
    env: 'sandbox',
    roles: {},
    activeOrg: null,
    pending: { ours: 'support' },
  },
};

function sessionOf(user: 'owner' | 'traveller'): Extract<Identity, { kind: 'session' }> {
  return { kind: 'session', user, env: 'sandbox', roles: { ours: 'owner' }, activeOrg: null };
}
