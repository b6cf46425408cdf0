import type { Target as Declared, TargetKind } from '../../src/http/access/access.ts';
import type { Route } from '../../src/http/route.ts';
import type { Env, OrgName, UserName } from './matrix-callers.ts';

/** The facts of an object that the rules need. */
export interface Facts {
  readonly org?: OrgName;
  /** The shopper whose it is. */
  readonly user?: UserName;
  readonly env?: Env;
  readonly payable?: boolean;
  /** Of a terminal: the environment of the checkout that waits on it. */
  readonly waits?: Env;
}

/** The target of a call: an object of the world by its reference there, an unknown id, or none. */
export interface Target {
  readonly name: string;
  /** Null where the call names none. */
  readonly ref: string | null;
  /** Null for what does not exist. */
  readonly facts: Facts | null;
  /**
   * The org in the path that the object must belong to: one of the world's, or the reference of one that is
   * none.
   */
  readonly within?: string;
}

interface Fixture {
  readonly ref: string;
  readonly facts: Facts;
}

const ORGS: readonly OrgName[] = ['ours', 'theirs'];
const ENVIRONMENTS: readonly Env[] = ['sandbox', 'live'];
export const BUYER: Readonly<Record<OrgName, 'ann' | 'ben'>> = { ours: 'ann', theirs: 'ben' };

const ofOrgs = (kind: string): Fixture[] => ORGS.map((org) => ({ ref: `${kind} ${org}`, facts: { org } }));
const scoped = (kind: string, facts: (org: OrgName, env: Env) => Facts = () => ({})): Fixture[] =>
  ORGS.flatMap((org) =>
    ENVIRONMENTS.map((env) => ({ ref: `${kind} ${org} ${env}`, facts: { org, env, ...facts(org, env) } })),
  );

const bought = (org: OrgName): Facts => ({ user: BUYER[org] });
const PAID = scoped('paid checkout', bought);

/** The objects of the world, by kind. A kind that a route declares and that is not here fails the matrix. */
const FIXTURES: Readonly<Partial<Record<TargetKind, readonly Fixture[]>>> = {
  org: ofOrgs('org'),
  member: ofOrgs('member'),
  invite: ofOrgs('invite'),
  key: ofOrgs('key'),
  terminal: ofOrgs('terminal'),
  user: [{ ref: 'user', facts: {} }],
  session: (['owner', 'ann'] as const).map((user) => ({ ref: `session ${user}`, facts: { user } })),
  country: [{ ref: 'country', facts: {} }],
  case: [{ ref: 'case', facts: {} }],
  suspense_case: [{ ref: 'suspense case', facts: {} }],
  adjustment: [{ ref: 'adjustment', facts: {} }],
  payout: scoped('payout'),
  counterparty: scoped('counterparty'),
  delivery: scoped('delivery'),
  checkout: PAID,
  sale: PAID,
  charge: scoped('charge', bought),
  entry: ORGS.flatMap((org) =>
    ENVIRONMENTS.map((env) => ({ ref: `entry ${BUYER[org]} ${env}`, facts: { user: BUYER[org], env } })),
  ),
};
const PAYABLE = scoped('payable checkout', () => ({ payable: true }));
const WAITING = scoped('waiting terminal', (_, waits) => ({ waits })).map(
  ({ ref, facts: { org, waits } }) => ({
    ref,
    facts: { org, waits } as Facts,
  }),
);

/** References of ids that lead nowhere. Capitals: ids are case-sensitive. */
export const NOWHERE = ['absent', 'malformed', 'in capitals'];

/** Every target that a route is called with, or null where the world has none of its kind. */
export function targetsOf({ access: { target } }: Route): Target[] | null {
  if (target === null) return [{ name: 'no target', ref: null, facts: null }];
  const fixtures = fixturesOf(target);
  if (fixtures === null) return null;
  const objects: Target[] = fixtures.map(({ ref, facts }) => ({ name: ref, ref, facts }));
  const nowhere: Target[] = NOWHERE.map((ref) => ({
    name: `${ref} ${target.kind}`,
    ref: ref === 'in capitals' ? `${ref} ${fixtures[0]?.ref}` : ref,
    facts: null,
  }));
  const unnamed: Target[] =
    target.unnamed === undefined ? [] : [{ name: 'none named', ref: null, facts: null }];
  if (target.within === undefined) return [...objects, ...nowhere, ...unnamed];
  const inOrgs = (refs: readonly string[], all: Target[]) =>
    refs.flatMap((within) => all.map((one) => ({ ...one, name: `${one.name} in ${within}`, within })));
  return [
    ...inOrgs(['org ours', 'org theirs'], [...objects, ...nowhere]),
    ...inOrgs(NOWHERE.slice(0, 2), objects.slice(0, 1)),
  ];
}

function fixturesOf({ kind, reach = [], absent }: Declared): readonly Fixture[] | null {
  if (kind === 'terminal' && absent === 'no_active_checkout') return WAITING;
  const fixtures = FIXTURES[kind] ?? null;
  return fixtures !== null && reach.includes('anybody_while_payable') ? [...fixtures, ...PAYABLE] : fixtures;
}
