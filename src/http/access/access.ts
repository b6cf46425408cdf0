import { may, ROLES } from '../../domain/roles.ts';
import type { Capability } from '../../domain/roles.ts';
import { REASONS } from '../../domain/outcome.ts';
import type { RefusalCode } from '../../domain/outcome.ts';
import type { Credential } from './caller.ts';

/** What belongs to an org or a user in one environment. */
const SCOPED = ['checkout', 'charge', 'sale', 'entry', 'payout', 'delivery'] as const;
type ScopedKind = (typeof SCOPED)[number];
/** What belongs to no environment. */
type GlobalKind = 'org' | 'member' | 'invite' | 'key' | 'terminal' | 'user' | 'country' | 'case';
export type TargetKind = ScopedKind | GlobalKind;

/**
 * Which sessions reach a target: a member of the org that it belongs to; the shopper whose it is, or who has paid it; anybody;
 * anybody while it can be paid. A key reaches what belongs to its org, whatever stands here, and the operator everything.
 */
export type Reach = 'member' | 'shopper' | 'anybody' | 'anybody_while_payable';

/** What a call is about, and where it is named. Whom it is out of reach for, finds it as absent as one that never was. */
export interface Target<Kind extends TargetKind = TargetKind> {
  readonly kind: Kind;
  /** The place that names it: a parameter of the path, a field of the body, or a parameter of the query. */
  readonly at: 'path' | 'body' | 'query';
  readonly name: string;
  /** The parameter of the path that names the org which the target must belong to. */
  readonly within?: string;
  /** Which sessions reach it: `['member']` when absent. */
  readonly reach?: readonly Reach[];
  /**
   * Where it need not be named: the call is then about the org that the caller acts for (a key's own; a session's chosen or
   * only one, else `org_id required`), or about no target at all.
   */
  readonly unnamed?: 'acting_org' | 'nothing';
  /** What is said of an absent one, and of one out of reach: `<kind> not found` when absent here. */
  readonly absent?: RefusalCode;
  /** What is said of another org's, where the specification tells it from an absent one. */
  readonly foreign?: RefusalCode;
}

/** Callers who are in an environment, and among them those who are in an org by a role. */
type InEnvironment = 'api_key' | 'session' | 'api_key_or_session';
type InRole = 'session' | 'api_key_or_session';

/**
 * - `any`: nothing that the call reads or writes belongs to an environment.
 * - `own`: it is within the credential's environment. A target of the other one is `key env mismatch`.
 * - `sandbox`: the same, and a live credential finds no such route: `not found`.
 */
export type EnvironmentRule = 'any' | 'own' | 'sandbox';

interface AccessTo<T extends Target | null, Environment extends EnvironmentRule, Needs extends Capability> {
  /** Null for calls about the caller, or about nothing. */
  readonly target: T;
  /** What a member must be able to do in the target's org: `view` when absent. Keys have no role and are not bound by it. */
  readonly capability?: Needs;
  readonly environment: Environment;
}

/** Who may call a route, for what. A role without a member, or an environment without a credential that has one, does not compile. */
export type Access<C extends Credential = Credential> = C extends InEnvironment
  ? | AccessTo<null, EnvironmentRule, never>
    | AccessTo<Target<GlobalKind>, EnvironmentRule, C extends InRole ? Capability : never>
    | AccessTo<Target<ScopedKind>, 'own' | 'sandbox', C extends InRole ? Capability : never>
  : AccessTo<Target | null, 'any', never>;

/** Whether this kind of target is of one environment. */
export function isScoped(kind: TargetKind): boolean {
  return (SCOPED as readonly string[]).includes(kind);
}

/** What a member reads who lacks the capability: the roles that have it. Source: specification, "Roles". */
export function roleRequired(capability: Capability): string {
  return `${ROLES.filter((role) => may(role, capability)).join('/')} required`;
}

/** What is said of a target that is absent or out of reach. */
export function absentCode({ kind, absent }: Target): RefusalCode {
  const own = `${kind}_not_found`;
  if (absent !== undefined) return absent;
  if (own in REASONS) return own as RefusalCode;
  throw new Error(`no reason says that a ${kind} is absent`);
}

/** Every refusal that follows from the declaration, with its reason. */
export function accessRefusals({ target, capability = 'view', environment }: Access): { code: RefusalCode; reason: string }[] {
  const codes: RefusalCode[] = [];
  if (environment === 'sandbox') codes.push('not_found');
  if (target !== null) {
    if (target.within !== undefined) codes.push('org_not_found');
    codes.push(absentCode(target));
    if (target.foreign !== undefined) codes.push(target.foreign);
    if (target.unnamed === 'acting_org') codes.push('org_required');
    if (environment !== 'any' && isScoped(target.kind)) codes.push('key_env_mismatch');
  }
  const said = codes.map((code) => ({ code, reason: REASONS[code] as string }));
  return capability === 'view' ? said : [...said, { code: 'admin_required', reason: roleRequired(capability) }];
}

const SESSIONS: Readonly<Record<Reach, string>> = {
  member: 'a member',
  shopper: 'the shopper whose it is',
  anybody: 'anybody who has signed in',
  anybody_while_payable: 'anybody who has signed in, while it can be paid',
};

const ENVIRONMENTS: Readonly<Record<EnvironmentRule, string>> = {
  any: 'none; the same by either',
  own: "the credential's",
  sandbox: 'sandbox only; a live credential gets `not found`',
};

/** Role and environment of a call in words, as the OpenAPI document states them. */
export function accessInWords(credential: Credential, { target, capability = 'view', environment }: Access): string {
  switch (credential) {
    case 'none':
      return 'Role: none, nor a credential.';
    case 'operator':
      return "Role: the platform's operator.";
    case 'verification_partner':
    case 'bank_partner':
      return 'Role: the partner, by its signature.';
    case 'api_key':
    case 'session':
    case 'api_key_or_session':
      return `Role: ${rolesInWords(credential, target, capability)}. Environment: ${ENVIRONMENTS[environment]}.`;
  }
}

function rolesInWords(credential: InEnvironment, target: Target | null, capability: Capability): string {
  const callers: string[] = [];
  if (credential !== 'session') callers.push(target === null ? 'any key' : 'a key of the organization');
  if (credential !== 'api_key') {
    const roles = capability === 'view' ? 'a member' : ROLES.filter((role) => may(role, capability)).join(', ');
    const reach = target?.reach ?? ['member'];
    callers.push(...(target === null ? [SESSIONS.anybody] : reach.map((who) => (who === 'member' ? roles : SESSIONS[who]))));
  }
  return callers.join('; or ');
}
