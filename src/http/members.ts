import { ROLES } from '../domain/roles.ts';
import type { Role } from '../domain/roles.ts';
import type { Queryable } from '../store/database.ts';
import { findMembership, lockOrg } from '../store/members.ts';
import { refused } from './answers.ts';
import type { SessionCaller } from './access/caller.ts';
import { roleIn } from './access/membership.ts';
import type { RequestRecord } from './pipeline/request-record.ts';
import type { ApiDeps } from './route.ts';

/** What changing members and invites needs of a call. */
interface OrgCall {
  readonly deps: ApiDeps;
  readonly caller: SessionCaller;
  readonly params: Readonly<Record<string, string>>;
  readonly record: RequestRecord;
}

/** A change of an org's members or invites: its transaction, and what its caller is in the org. */
export interface OrgChange {
  readonly tx: Queryable;
  readonly orgId: string;
  readonly role: Role;
}

/**
 * Runs a change of the org's members or invites under the lock of its row, one after the other. The caller's role is
 * read under that lock: who was demoted a moment ago changes nobody. A refusal inside undoes everything.
 *
 * Refused: `org not found`.
 */
export async function changeOrg<T>({ deps, caller, params, record }: OrgCall, change: (work: OrgChange) => Promise<T>): Promise<T> {
  const orgId = params['id'] ?? '';
  await roleIn({ deps, caller, record }, orgId); // Strangers take no lock of somebody's org.
  return deps.database.transaction(async (tx) => {
    await lockOrg(tx, { orgId });
    const { role } = (await findMembership(tx, { orgId, userId: caller.userId })) ?? refused('org_not_found');
    return change({ tx, orgId, role });
  });
}

/** The role that a body names, if it is one: rank is judged before the body is validated. Source: contract, section 1. */
export function sentRoles(sent: Readonly<Record<string, unknown>>): readonly Role[] {
  return ROLES.filter((role) => role === sent['role']);
}
