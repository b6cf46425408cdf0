import type { Target as Declared } from '../../src/http/access/access.ts';
import type { Role } from '../../src/domain/roles.ts';
import type { Route } from '../../src/http/route.ts';
import type { Caller, Identity, OrgName } from './matrix-callers.ts';
import type { Facts, Target } from './matrix-targets.ts';

/** The exact answer to a refused caller. */
export type Words = readonly [status: number, reason: string];
/** Null for a cell that gets past credential, reach, environment and role. */
export type Expected = Words | null;
/** One check: what is known once it has passed, or what is said. */
type Step<T> = { readonly is: T } | { readonly refused: Words };

type Declaration = Pick<Route, 'method' | 'credential' | 'access'>;

/**
 * Who may what. Source: specification, "Roles"; contract, sections 2 and 18. Not read from the code: it is
 * what the code must do.
 */
const ALLOWED: Readonly<Record<string, readonly Role[]>> = {
  manage_members: ['owner', 'admin'],
  manage_keys: ['owner', 'admin'],
  manage_webhook: ['owner', 'admin'],
  manage_org: ['owner', 'admin'],
  create_payouts: ['owner', 'admin', 'finance'],
  manage_bank: ['owner', 'admin', 'finance'],
  approve_destinations: ['owner', 'admin'],
  void_and_return: ['owner', 'admin', 'finance', 'support'],
  view: ['owner', 'admin', 'finance', 'support', 'developer'],
};

/**
 * Reasons that a declaration may name, where `<kind> not found` is not what is said. Source: specification,
 * "Errors"; contract, section 14.
 */
const SAID: Readonly<Record<string, Words>> = {
  case_not_found: [404, 'case not found'],
  no_active_checkout: [404, 'no active checkout on this terminal'],
  terminal_of_another_merchant: [400, 'terminal belongs to another merchant'],
  bad_country_code: [400, 'bad country_code'],
};
const ORG_ABSENT = { refused: [404, 'org not found'] } as const;
/** The kinds of objects that belong to one environment. Source: contract, section 3. */
const OF_ENVIRONMENT = ['checkout', 'charge', 'sale', 'entry', 'payout', 'counterparty', 'delivery'];

/**
 * The expected answer of a call, by the declaration of its route: a second implementation of the contract,
 * sections 1 to 3 and 14. The order is the contract's: credential, object, environment, role or the limits of
 * a key.
 */
export function expectedOf(declaration: Declaration, caller: Caller, named: Target): Expected {
  const { access } = declaration;
  const identity = identified(declaration, caller);
  if ('refused' in identity) return identity.refused;
  const who = joined(identity.is, declaration, named);
  if (access.environment === 'sandbox' && who?.env === 'live') return [404, 'not found'];
  const { target } = access;
  const limited = lacksScope(who, access);
  if (target === null || (named.ref === null && target.unnamed === 'nothing')) return limited;
  // A cart is judged before its terminal: contract, section 4. A key's limits come before the cart.
  if (target.kind === 'terminal' && target.at === 'body' && limited !== null) return limited;
  const found = named.ref === null ? actingOrg(who) : objectOf(target, who, named);
  if ('refused' in found) return found.refused;
  if (OF_ENVIRONMENT.includes(target.kind) && who !== null && found.is.env !== who.env)
    return [403, 'key env mismatch'];
  if (access.environment === 'live' && who?.env !== 'live') return [403, 'key env mismatch'];
  return limited ?? lacksRole(who, found.is, access.capability ?? 'view');
}

/**
 * Who is calling once the call has named the org: a pending member has joined. Source: contract, section 16.
 */
function joined(who: Identity | null, declaration: Declaration, named: Target): Identity | null {
  const pending = who?.kind === 'session' ? who.pending : undefined;
  const org = namesOrg(declaration, named);
  const role = org === null ? undefined : pending?.[org];
  return who?.kind !== 'session' || org === null || role === undefined
    ? who
    : { ...who, roles: { [org]: role } };
}

/**
 * The org that a call about this target names in its path, query or body. A `merchant_id` does not name it.
 */
export function namesOrg({ access: { target } }: Declaration, { ref, within }: Target): OrgName | null {
  const named = within ?? (target?.kind === 'org' && target.name !== 'merchant_id' ? ref : null);
  if (named === 'org ours') return 'ours';
  return named === 'org theirs' ? 'theirs' : null;
}

const refused = (status: number, reason: string): { readonly refused: Words } => ({
  refused: [status, reason],
});

/** Who is calling; null for those who are in no environment. */
function identified(
  { method, credential }: Declaration,
  { key, session, operator, signs }: Caller,
): Step<Identity | null> {
  const byKey = () =>
    key === undefined
      ? refused(401, 'missing x-api-key')
      : key === 'invalid'
        ? refused(401, 'invalid x-api-key')
        : { is: key };
  const bySession = () =>
    session === undefined || session === 'invalid'
      ? refused(401, 'invalid or expired session')
      : { is: session };
  switch (credential) {
    case 'none':
      return { is: null };
    case 'api_key':
      return byKey();
    case 'session':
      return bySession();
    case 'api_key_or_session':
      return key === undefined && session !== undefined ? bySession() : byKey();
    case 'operator':
      if (operator === 'viewer' && method !== 'GET') return refused(403, 'operator role required');
      return operator === undefined || operator === 'wrong'
        ? refused(401, 'invalid operator token')
        : { is: null };
    case 'bank_partner':
    case 'verification_partner':
      return signs === credential ? { is: null } : refused(401, 'invalid signature');
  }
}

/** The object that the call names, when the caller reaches it. */
function objectOf(target: Declared, who: Identity | null, { facts, within }: Target): Step<Facts> {
  const absent = {
    refused:
      target.absent === undefined ? ([404, `${target.kind} not found`] as const) : wordsOf(target.absent),
  };
  if (within !== undefined) {
    const org = within === 'org ours' ? 'ours' : within === 'org theirs' ? 'theirs' : null;
    if (org === null || (who !== null && !isOf(who, org))) return ORG_ABSENT;
    if (facts?.org !== org) return absent;
  }
  if (facts === null) return absent;
  if (!reaches(target, who, facts))
    return target.foreign === undefined ? absent : { refused: wordsOf(target.foreign) };
  // A terminal is of no environment, what waits on it is: the slot is per terminal and environment.
  if (facts.waits !== undefined && facts.waits !== who?.env) return absent;
  return { is: facts };
}

/**
 * The org of a call that names none: a key's own; a session's chosen one, in which they may be no more; or
 * their only one.
 */
function actingOrg(who: Identity | null): Step<Facts> {
  if (who === null) throw new Error('nobody acts for an org');
  if (who.kind === 'key') return { is: { org: who.org } };
  if (who.activeOrg !== null) return isOf(who, who.activeOrg) ? { is: { org: who.activeOrg } } : ORG_ABSENT;
  const [only, second] = Object.keys(who.roles) as OrgName[];
  return only === undefined || second !== undefined ? refused(400, 'org_id required') : { is: { org: only } };
}

const isOf = (who: Identity, org: OrgName): boolean =>
  who.kind === 'key' ? who.org === org : who.roles[org] !== undefined;

function reaches(
  { reach = ['member'] }: Declared,
  who: Identity | null,
  { org, user, payable }: Facts,
): boolean {
  if (who === null) return true;
  if (who.kind === 'key') return who.org === org;
  if (reach.includes('anybody') || (reach.includes('anybody_while_payable') && payable === true)) return true;
  if ((reach.includes('shopper') || reach.includes('self')) && who.user === user) return true;
  return reach.includes('member') && org !== undefined && isOf(who, org);
}

function lacksRole(who: Identity | null, { org }: Facts, capability: string): Expected {
  if (who?.kind !== 'session' || capability === 'view') return null;
  const allowed = ALLOWED[capability];
  if (allowed === undefined) throw new Error(`say in matrix-rules.ts which roles have ${capability}`);
  const role = org === undefined ? undefined : who.roles[org];
  return role !== undefined && allowed.includes(role) ? null : [403, `${allowed.join('/')} required`];
}

/** The refusal by the limits of a key, or null. Source: contract, section 16. */
function lacksScope(who: Identity | null, { scope }: Declaration['access']): Expected {
  if (who?.kind !== 'key') return null;
  if (scope === undefined) throw new Error('a route for keys says which scope they need');
  if (who.elsewhere === true) return [403, 'address not allowed'];
  const needed = scope === null ? [] : [scope].flat();
  if (needed.length === 0 || who.scope === undefined || needed.includes(who.scope)) return null;
  return [403, `key scope required: ${needed.join('/')}`];
}

function wordsOf(code: string): Words {
  const words = SAID[code];
  if (words === undefined) throw new Error(`say in matrix-rules.ts what a caller reads for ${code}`);
  return words;
}
