import { KEY_SCOPES, scopeRequired } from '../../domain/api-key.ts';
import type { KeyScope } from '../../domain/api-key.ts';
import { may, ROLES } from '../../domain/roles.ts';
import type { Capability } from '../../domain/roles.ts';
import { REASONS } from '../../domain/outcome.ts';
import type { RefusalCode } from '../../domain/outcome.ts';
import type { Credential } from './caller.ts';

/** Kinds that belong to an org or a user in one environment. */
const SCOPED = ['checkout', 'charge', 'sale', 'entry', 'payout', 'counterparty', 'delivery'] as const;
type ScopedKind = (typeof SCOPED)[number];
/** Kinds that belong to no environment. */
type GlobalKind =
  | 'org'
  | 'member'
  | 'invite'
  | 'key'
  | 'terminal'
  | 'user'
  | 'session'
  | 'country'
  | 'case'
  | 'suspense_case'
  | 'adjustment';
export type TargetKind = ScopedKind | GlobalKind;

/**
 * The sessions that reach a target: a member of its org; the shopper who owns it or has paid it; the user
 * whose it is; any session; any session while the target can be paid. A key always reaches the targets of its
 * org, and the operator every target.
 */
export type Reach = 'member' | 'shopper' | 'self' | 'anybody' | 'anybody_while_payable';

/**
 * The target of a call, and its place in the request. A caller who may not reach the target gets the answer
 * for an unknown one.
 */
export interface Target<Kind extends TargetKind = TargetKind> {
  readonly kind: Kind;
  /** The place that names the target: a path parameter, a field of the body, or a query parameter. */
  readonly at: 'path' | 'body' | 'query';
  readonly name: string;
  /** The path parameter that names the target's org. */
  readonly within?: string;
  /** The sessions that reach the target. Default: `['member']`. */
  readonly reach?: readonly Reach[];
  /**
   * The target of a call that names none: the org that the caller acts for (a key's own; a session's chosen
   * or only one, else `org_id required`), or no target. Without this field the call must name its target.
   */
  readonly unnamed?: 'acting_org' | 'nothing';
  /** The refusal for an unknown target, and for one out of reach. Default: `<kind> not found`. */
  readonly absent?: RefusalCode;
  /** The refusal for another org's target, where the specification has one of its own. */
  readonly foreign?: RefusalCode;
}

/** Credentials with an environment, and among them those whose caller may have a role, or be a key. */
type InEnvironment = 'api_key' | 'session' | 'api_key_or_session';
type InRole = 'session' | 'api_key_or_session';
type InKey = 'api_key' | 'api_key_or_session';

/** The scope that a key needs. One of several is enough. Null: none. Source: contract, section 16. */
export type ScopeRule = KeyScope | readonly [KeyScope, ...KeyScope[]] | null;

/** A route that keys may call has a scope rule; no other route has one. */
type ScopeOf<C extends Credential> = C extends InKey
  ? { readonly scope: ScopeRule }
  : { readonly scope?: never };

/**
 * The environment that a call may touch.
 *
 * - `any`: the call reads and writes nothing that belongs to an environment.
 * - `own`: the call stays in the credential's environment. A target of the other one is `key env mismatch`.
 * - `sandbox`: like `own`, and live credentials get `not found`.
 * - `live`: like `own`, and for sandbox credentials every target is `key env mismatch`.
 */
export type EnvironmentRule = 'any' | 'own' | 'sandbox' | 'live';

interface AccessTo<T extends Target | null, Environment extends EnvironmentRule, Needs extends Capability> {
  /** Null for calls about the caller, or without a target. */
  readonly target: T;
  /**
   * The capability that a member needs in the target's org. Default: `view`. Keys have no role and need none.
   */
  readonly capability?: Needs;
  readonly environment: Environment;
}

/**
 * The access row of a route. A capability for a credential without roles does not compile, nor does an
 * environment for a credential without one, nor a route for keys without a scope rule.
 */
export type Access<C extends Credential = Credential> = C extends InEnvironment
  ? ScopeOf<C> &
      (
        | AccessTo<null, EnvironmentRule, never>
        | AccessTo<Target<GlobalKind>, EnvironmentRule, C extends InRole ? Capability : never>
        | AccessTo<Target<ScopedKind>, 'own' | 'sandbox' | 'live', C extends InRole ? Capability : never>
      )
  : ScopeOf<C> & AccessTo<Target | null, 'any', never>;

/** Returns the scopes of which a key needs one. Null if it needs none. */
export function scopesOf({ scope = null }: Pick<Access, 'scope'>): readonly KeyScope[] | null {
  return scope === null ? null : KEY_SCOPES.filter((one) => [scope].flat().includes(one));
}

/** True for kinds of targets that belong to one environment. */
export function isScoped(kind: TargetKind): boolean {
  return (SCOPED as readonly string[]).includes(kind);
}

/**
 * Returns the reason for a member without the capability: the roles that have it. Source: specification,
 * "Roles".
 */
export function roleRequired(capability: Capability): string {
  return `${ROLES.filter((role) => may(role, capability)).join('/')} required`;
}

/** Returns the refusal for a target that is unknown or out of reach. */
export function notFoundCode({ kind, absent }: Target): RefusalCode {
  const own = `${kind}_not_found`;
  if (absent !== undefined) return absent;
  if (own in REASONS) return own as RefusalCode;
  throw new Error(`no reason says that a ${kind} is absent`);
}

/** Returns every refusal that follows from the access row, with its reason. */
export function accessRefusals(access: Access): { code: RefusalCode; reason: string }[] {
  const { target, capability = 'view', environment, scope } = access;
  const codes: RefusalCode[] = [];
  if (environment === 'sandbox') codes.push('not_found');
  if (target !== null) {
    if (target.within !== undefined) codes.push('org_not_found');
    codes.push(notFoundCode(target));
    if (target.foreign !== undefined) codes.push(target.foreign);
    if (target.unnamed === 'acting_org') codes.push('org_required');
    if (environment !== 'any' && isScoped(target.kind)) codes.push('key_env_mismatch');
  }
  if (scope !== undefined) codes.push('address_not_allowed');
  const said = codes.map((code) => ({ code, reason: REASONS[code] as string }));
  const scopes = scopesOf(access);
  if (scopes !== null) said.push({ code: 'key_scope_required', reason: scopeRequired(scopes) });
  if (capability !== 'view') said.push({ code: 'admin_required', reason: roleRequired(capability) });
  return said;
}

const SESSIONS: Readonly<Record<Reach, string>> = {
  member: 'a member',
  shopper: 'the shopper who owns it',
  self: 'the user whose it is',
  anybody: 'any signed-in user',
  anybody_while_payable: 'any signed-in user while it can be paid',
};

const ENVIRONMENTS: Readonly<Record<EnvironmentRule, string>> = {
  any: 'either, with the same result',
  own: "the credential's",
  sandbox: 'sandbox only; a live credential gets `not found`',
  live: 'live only; a sandbox credential gets `key env mismatch`',
};

/** Returns role and environment of a call as a sentence of the OpenAPI document. */
export function accessInWords(credential: Credential, access: Access): string {
  const { target, capability = 'view', environment } = access;
  switch (credential) {
    case 'none':
      return 'No credential needed.';
    case 'operator':
      return "Role: the platform's operator.";
    case 'verification_partner':
    case 'bank_partner':
      return 'Role: the partner, by its signature.';
    case 'api_key':
    case 'session':
    case 'api_key_or_session':
      return `Role: ${rolesInWords(credential, target, capability)}. ${scopeInWords(access)}Environment: ${ENVIRONMENTS[environment]}.`;
  }
}

function scopeInWords(access: Access): string {
  if (access.scope === undefined) return '';
  const scopes = scopesOf(access);
  return `Scope of the key: ${scopes === null ? 'none' : scopes.map((scope) => `\`${scope}\``).join(' or ')}. `;
}

function rolesInWords(credential: InEnvironment, target: Target | null, capability: Capability): string {
  const callers: string[] = [];
  if (credential !== 'session')
    callers.push(target === null ? 'any API key' : 'an API key of the organization');
  if (credential !== 'api_key') {
    const roles =
      capability === 'view' ? 'a member' : ROLES.filter((role) => may(role, capability)).join(', ');
    const reach = target?.reach ?? ['member'];
    callers.push(
      ...(target === null
        ? [SESSIONS.anybody]
        : reach.map((who) => (who === 'member' ? roles : SESSIONS[who]))),
    );
  }
  return callers.join('; or ');
}
