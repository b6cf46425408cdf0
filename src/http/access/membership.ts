import type { Environment } from '../../domain/environment.ts';
import { isId } from '../../domain/id.ts';
import { may } from '../../domain/roles.ts';
import type { Capability, Role } from '../../domain/roles.ts';
import { joinOrg } from '../../commands/member.ts';
import { findFirstMemberships, findMembership, findNamedMembership } from '../../store/members.ts';
import { roleRequired } from './access.ts';
import { refused } from '../answers.ts';
import type { KeyCaller, SessionCaller } from './caller.ts';
import type { KeyCheck } from './key-rules.ts';
import type { RequestRecord } from '../pipeline/request-record.ts';
import type { CallDeps } from '../route.ts';

/**
 * The org of a call, and the role of its caller there. These functions read membership and role on every
 * request: removal and demotion act on the next call. The capability comes from the route's declaration,
 * never from an argument. Call them before `call.body()`: 404 and 403 come before validation.
 */

/** The part of a route's call that these functions need. */
interface CallOf<Caller> {
  readonly deps: CallDeps;
  readonly caller: Caller;
  readonly capability: Capability;
  /** Gets the call's org as soon as the caller is known to belong to it. */
  readonly record: RequestRecord;
}

export type SessionCall = CallOf<SessionCaller>;

/** The same of a route that keys may call. */
type KeyCall = CallOf<KeyCaller | SessionCaller> & KeyChecking;
type KeyChecking = Pick<KeyCheck, 'requireKey'>;

export interface Membership {
  readonly orgId: string;
  readonly role: Role;
}

/** The org that a key or a session acts for. A key has no role: routes decide what keys may do. */
export interface ActingOrg {
  readonly orgId: string;
  readonly role: Role | null;
}

/**
 * Returns the role of the session's user in the org, if it has the route's capability. The org id comes
 * unchecked: a text that is not an id is an unknown org.
 *
 * Refused: `org not found` for an org that is unknown or not the user's; `owner/admin required`, or the other
 * roles that have the capability. Source: contract, section 2; specification, "Roles".
 */
export async function requireRole(call: CallOf<SessionCaller>, orgId: unknown): Promise<Role> {
  return requireCapability(call, await findRole(call, orgId));
}

/**
 * Returns the role of the session's user in the org, without checking the capability. Routes use it to find
 * an object of the org, or answer 404, before they call `requireCapability`. The user's first call that names
 * the org is recorded, and a pending member joins by it, whatever the call is answered. Refused: `org not
 * found`. Source: contract, section 16.
 */
export async function findRole(
  { deps, caller, record }: Omit<CallOf<SessionCaller>, 'capability'>,
  orgId: unknown,
): Promise<Role> {
  if (typeof orgId !== 'string' || !isId(orgId)) return refused('org_not_found');
  const member = { orgId, userId: caller.userId };
  const found = await findNamedMembership(deps.database.pool, member);
  if (found === null) return refused('org_not_found');
  if (found.isUnused) await joinOrg(deps, member);
  record.orgId = orgId;
  return found.role;
}

/**
 * Returns the session's user as the one who changes the org in the path. The command checks the role again,
 * under the org's lock: this check only keeps strangers from taking that lock. Refused: `org not found`.
 */
export async function orgActor(
  call: Omit<CallOf<SessionCaller>, 'capability'> & { readonly params: Readonly<Record<string, string>> },
): Promise<{ readonly orgId: string; readonly userId: string; readonly role: Role }> {
  const orgId = call.params['id'] ?? '';
  return { orgId, userId: call.caller.userId, role: await findRole(call, orgId) };
}

/**
 * Returns the role if it has the route's capability. Refused: the roles that have it, such as
 * `owner/admin required`.
 */
export function requireCapability({ capability }: Pick<CallOf<unknown>, 'capability'>, role: Role): Role {
  return may(role, capability) ? role : refused('admin_required', roleRequired(capability));
}

/**
 * Returns the org of a session call without an org in its path: the `org_id` sent in query or body, else the
 * org chosen by `/auth/mode`, else the user's only one.
 *
 * Refused: `org_id required` if none is named and the user has several or none; the refusals of
 * `requireRole`. A chosen org that the user has left since is `org not found`: another org would be a
 * surprise. Source: contract, section 2.
 */
export async function orgOfSession(call: CallOf<SessionCaller>, sentOrgId?: unknown): Promise<Membership> {
  const chosen = sentOrgId ?? call.caller.activeOrgId;
  if (chosen !== null) return { role: await requireRole(call, chosen), orgId: chosen as string };
  const [only, second] = await findFirstMemberships(call.deps.database.pool, call.caller);
  if (only === undefined || second !== undefined) return refused('org_required');
  if (only.isUnused) await joinOrg(call.deps, { orgId: only.orgId, userId: call.caller.userId });
  call.record.orgId = only.orgId;
  return { orgId: only.orgId, role: requireCapability(call, only.role) };
}

/**
 * Returns the org of a route that takes key or session. Members need the capability, keys the scope. Refused:
 * `org not found` for a key of another org; the refusals of `requireRole` and `requireKey`.
 */
export async function orgOfCaller(call: KeyCall, orgId: unknown): Promise<ActingOrg> {
  const org = await findOrg(call, orgId);
  call.requireKey();
  return org;
}

/**
 * The same without the check of the key. Routes use it to find an object of the org, or answer 404, before
 * `requireEnvironment` checks the key.
 */
export async function findOrg(call: CallOf<KeyCaller | SessionCaller>, orgId: unknown): Promise<ActingOrg> {
  const { caller } = call;
  if (caller.kind === 'session')
    return { role: await requireRole({ ...call, caller }, orgId), orgId: orgId as string };
  return caller.orgId === orgId ? { orgId: caller.orgId, role: null } : refused('org_not_found');
}

/**
 * Returns the org of a call by key or session without an org in its path: the key's own, or `orgOfSession`.
 * Refused: `org not found` for a key that sends another org's `org_id`.
 */
export async function actingOrg(call: KeyCall, sentOrgId?: unknown): Promise<ActingOrg> {
  const { caller } = call;
  if (caller.kind === 'session') return orgOfSession({ ...call, caller }, sentOrgId);
  return orgOfCaller(call, sentOrgId ?? caller.orgId);
}

/** True if the org is the key's, or the session's user is a member of it. */
export async function isInOrg(
  { deps, caller, record }: Omit<CallOf<KeyCaller | SessionCaller>, 'capability'>,
  orgId: string,
): Promise<boolean> {
  if (caller.kind === 'api_key') return caller.orgId === orgId;
  const isMember = (await findMembership(deps.database.pool, { orgId, userId: caller.userId })) !== null;
  if (isMember) record.orgId = orgId;
  return isMember;
}

/**
 * Returns the object if `requireEnvironment` does, and the caller may change it: a member needs the route's
 * capability in the object's org, and a key its scope. Refused: the refusals of `requireEnvironment`, and
 * the roles that have the capability. Source: contract, section 18.
 */
export async function requireChangeable<T extends { readonly env: string; readonly orgId: string }>(
  call: KeyCall,
  object: T,
): Promise<T> {
  const { deps, caller } = call;
  requireEnvironment(call, object);
  if (caller.kind === 'api_key') return object;
  const member = await findMembership(deps.database.pool, { orgId: object.orgId, userId: caller.userId });
  // The member left after the object was found to be in reach.
  if (member === null) return refused('org_not_found');
  requireCapability(call, member.role);
  return object;
}

/**
 * Returns the object if it belongs to the credential's environment, and the caller's key may make this call.
 * Call it once the object is known to be in the caller's reach: otherwise `key env mismatch` would reveal to
 * strangers that the object exists. Refused: `key env mismatch`, and the refusals of `requireKey`. Source:
 * contract, sections 3 and 16.
 */
export function requireEnvironment<T extends { readonly env: string }>(
  { caller, requireKey }: KeyChecking & { readonly caller: { readonly env: Environment } },
  object: T,
): T {
  if (object.env !== caller.env) return refused('key_env_mismatch');
  requireKey();
  return object;
}
