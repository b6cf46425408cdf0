import { may } from '../domain/roles.ts';
import type { Capability, Role } from '../domain/roles.ts';
import { REASONS } from '../domain/outcome.ts';
import { findFirstMemberships, findMembership } from '../store/members.ts';
import { refused } from './answers.ts';
import type { KeyCaller, SessionCaller } from './caller.ts';
import type { ApiDeps } from './route.ts';
import { isId } from './shapes/fields.ts';

/**
 * Which org a call is about, and what its caller may do there. Membership and role are read on every request, so that
 * removal and demotion act on the next call. Call these before `call.body()`: 404 and 403 come before validation.
 */

/** What these need of a call; every route's call has it. */
interface CallOf<Caller> {
  readonly deps: ApiDeps;
  readonly caller: Caller;
}

export interface Membership {
  readonly orgId: string;
  readonly role: Role;
}

/** The org that a key or a session acts for. A key has no role: it may what its routes allow keys to do. */
export interface ActingOrg {
  readonly orgId: string;
  readonly role: Role | null;
}

/** What a member reads who lacks a capability: the roles that have it. */
const ROLE_REQUIRED: Partial<Record<Capability, string>> = {
  create_payouts: 'owner/admin/finance required',
};

/**
 * The role of the session's user in the org. Ids come as they were sent: whatever is no id is no org.
 *
 * Refused: `org not found` for an org that is unknown or not the user's; `owner/admin required` (or the capability's
 * own text) for a role that lacks the capability. Source: contract, section 2; specification, "Roles".
 */
export async function memberOf(call: CallOf<SessionCaller>, orgId: unknown, capability: Capability = 'view'): Promise<Role> {
  if (typeof orgId !== 'string' || !isId(orgId)) return refused('org_not_found');
  const member = await findMembership(call.deps.database.pool, [orgId, call.caller.userId]);
  if (member === null) return refused('org_not_found');
  return requireCapability(member.role, capability);
}

/**
 * The org of a session call that has none in its path: the `org_id` sent in query or body, else the one chosen by
 * `/auth/mode`, else the user's only one.
 *
 * Refused: `org_id required` where none is named and the user has several or none, and what `memberOf` refuses: an org
 * chosen earlier that the user has left since is not found, and no other takes its place. Source: contract, section 2.
 */
export async function orgOfSession(call: CallOf<SessionCaller>, sentOrgId?: unknown, capability: Capability = 'view'): Promise<Membership> {
  const chosen = sentOrgId ?? call.caller.activeOrgId;
  if (chosen !== null) return { role: await memberOf(call, chosen, capability), orgId: chosen as string };
  const [only, second] = await findFirstMemberships(call.deps.database.pool, [call.caller.userId]);
  if (only === undefined || second !== undefined) return refused('org_required');
  return { orgId: only.orgId, role: requireCapability(only.role, capability) };
}

/**
 * The org in the path of a route that takes key or session. The capability binds members only.
 * Refused: `org not found` for a key of another org, and what `memberOf` refuses.
 */
export async function orgOfCaller(
  call: CallOf<KeyCaller | SessionCaller>,
  orgId: unknown,
  capability: Capability = 'view',
): Promise<ActingOrg> {
  const { deps, caller } = call;
  if (caller.kind === 'session') return { role: await memberOf({ deps, caller }, orgId, capability), orgId: orgId as string };
  return caller.orgId === orgId ? { orgId: caller.orgId, role: null } : refused('org_not_found');
}

/**
 * The org of a call by key or session that has none in its path: the key's own, or `orgOfSession`.
 * A key that sends another org's `org_id` is refused with `org not found`.
 */
export async function actingOrg(
  call: CallOf<KeyCaller | SessionCaller>,
  sentOrgId?: unknown,
  capability: Capability = 'view',
): Promise<ActingOrg> {
  const { deps, caller } = call;
  if (caller.kind === 'session') return orgOfSession({ deps, caller }, sentOrgId, capability);
  return orgOfCaller(call, sentOrgId ?? caller.orgId);
}

/**
 * The role again, if it has the capability. For routes that must find an object of the org, or answer 404, before
 * they judge the role. Refused: `owner/admin required`, or the capability's own text.
 */
export function requireCapability(role: Role, capability: Capability): Role {
  return may(role, capability) ? role : refused('admin_required', ROLE_REQUIRED[capability] ?? REASONS.admin_required);
}
