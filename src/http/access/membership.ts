import type { Environment } from '../../domain/environment.ts';
import { isId } from '../../domain/id.ts';
import { may } from '../../domain/roles.ts';
import type { Capability, Role } from '../../domain/roles.ts';
import { findFirstMemberships, findMembership } from '../../store/members.ts';
import { roleRequired } from './access.ts';
import { refused } from '../answers.ts';
import type { KeyCaller, SessionCaller } from './caller.ts';
import type { RequestRecord } from '../pipeline/request-record.ts';
import type { ApiDeps } from '../route.ts';

/**
 * Which org a call is about, and what its caller may do there. Membership and role are read on every request,
 * so that removal and demotion act on the next call. What the role must be able to do is the route's
 * declaration, never an argument. Call these before `call.body()`: 404 and 403 come before validation.
 */

/** What these need of a call; every route's call has it. */
interface CallOf<Caller> {
  readonly deps: ApiDeps;
  readonly caller: Caller;
  readonly capability: Capability;
  /** Which org a call is about goes into its record as soon as the caller is known to belong to it. */
  readonly record: RequestRecord;
}

export type SessionCall = CallOf<SessionCaller>;

export interface Membership {
  readonly orgId: string;
  readonly role: Role;
}

/** The org that a key or a session acts for. A key has no role: it may what its routes allow keys to do. */
export interface ActingOrg {
  readonly orgId: string;
  readonly role: Role | null;
}

/**
 * The role of the session's user in the org, if it has the route's capability. Ids come as they were sent:
 * whatever is no id is no org.
 *
 * Refused: `org not found` for an org that is unknown or not the user's; `owner/admin required`, or whichever
 * roles have the capability. Source: contract, section 2; specification, "Roles".
 */
export async function memberOf(call: CallOf<SessionCaller>, orgId: unknown): Promise<Role> {
  return requireCapability(call, await roleIn(call, orgId));
}

/**
 * The role of the session's user in the org, not judged: for routes that must find an object of the org, or
 * answer 404, before they call `requireCapability`. Refused: `org not found`.
 */
export async function roleIn({ deps, caller, record }: Omit<CallOf<SessionCaller>, 'capability'>, orgId: unknown): Promise<Role> {
  if (typeof orgId !== 'string' || !isId(orgId)) return refused('org_not_found');
  const member = await findMembership(deps.database.pool, { orgId, userId: caller.userId });
  if (member === null) return refused('org_not_found');
  record.orgId = orgId;
  return member.role;
}

/**
 * The session's user as the one who changes the org in the path. The command judges the role again, under the
 * org's lock: this check only keeps strangers from taking that lock. Refused: `org not found`.
 */
export async function orgActor(
  call: Omit<CallOf<SessionCaller>, 'capability'> & { readonly params: Readonly<Record<string, string>> },
): Promise<{ readonly orgId: string; readonly userId: string }> {
  const orgId = call.params['id'] ?? '';
  await roleIn(call, orgId);
  return { orgId, userId: call.caller.userId };
}

/**
 * The role again, if it has the route's capability. Refused: the roles that have it, such as `owner/admin
 * required`.
 */
export function requireCapability({ capability }: Pick<CallOf<unknown>, 'capability'>, role: Role): Role {
  return may(role, capability) ? role : refused('admin_required', roleRequired(capability));
}

/**
 * The org of a session call that has none in its path: the `org_id` sent in query or body, else the one
 * chosen by `/auth/mode`, else the user's only one.
 *
 * Refused: `org_id required` where none is named and the user has several or none, and what `memberOf`
 * refuses: an org chosen earlier that the user has left since is not found, and no other takes its place.
 * Source: contract, section 2.
 */
export async function orgOfSession(call: CallOf<SessionCaller>, sentOrgId?: unknown): Promise<Membership> {
  const chosen = sentOrgId ?? call.caller.activeOrgId;
  if (chosen !== null) return { role: await memberOf(call, chosen), orgId: chosen as string };
  const [only, second] = await findFirstMemberships(call.deps.database.pool, call.caller);
  if (only === undefined || second !== undefined) return refused('org_required');
  call.record.orgId = only.orgId;
  return { orgId: only.orgId, role: requireCapability(call, only.role) };
}

/**
 * The org in the path of a route that takes key or session. The capability binds members only.
 * Refused: `org not found` for a key of another org, and what `memberOf` refuses.
 */
export async function orgOfCaller(call: CallOf<KeyCaller | SessionCaller>, orgId: unknown): Promise<ActingOrg> {
  const { caller } = call;
  if (caller.kind === 'session') return { role: await memberOf({ ...call, caller }, orgId), orgId: orgId as string };
  return caller.orgId === orgId ? { orgId: caller.orgId, role: null } : refused('org_not_found');
}

/**
 * The org of a call by key or session that has none in its path: the key's own, or `orgOfSession`.
 * A key that sends another org's `org_id` is refused with `org not found`.
 */
export async function actingOrg(call: CallOf<KeyCaller | SessionCaller>, sentOrgId?: unknown): Promise<ActingOrg> {
  const { caller } = call;
  if (caller.kind === 'session') return orgOfSession({ ...call, caller }, sentOrgId);
  return orgOfCaller(call, sentOrgId ?? caller.orgId);
}

/**
 * Whether the org is the key's, or one that the session's user is a member of. For what belongs to an org.
 */
export async function belongsTo(
  { deps, caller, record }: Omit<CallOf<KeyCaller | SessionCaller>, 'capability'>,
  orgId: string,
): Promise<boolean> {
  if (caller.kind === 'api_key') return caller.orgId === orgId;
  const isMember = (await findMembership(deps.database.pool, { orgId, userId: caller.userId })) !== null;
  if (isMember) record.orgId = orgId;
  return isMember;
}

/**
 * The object again, if it is of the credential's environment. Ask once it is known to be in the caller's
 * reach: the other environment's is told apart from an absent one to its own people only. Refused: `key env
 * mismatch`. Source: contract, section 3.
 */
export function ofOwnEnvironment<T extends { readonly env: string }>({ caller }: { caller: { env: Environment } }, object: T): T {
  return object.env === caller.env ? object : refused('key_env_mismatch');
}
