import { ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { may, ROLES } from './roles.ts';
import type { Role } from './roles.ts';

/** Ended invites stay as they ended. Source: contract, section 2. */
export type InviteStatus = 'PENDING' | 'CLAIMED' | 'REVOKED';

/**
 * Whether a member with this role may deal with members and invites, given the roles that the act touches: the one that
 * somebody has, the one they are to get. A pending invite counts as the member it would make.
 *
 * Refused: `owner/admin required` for roles that manage no members, and where a role touched ranks above the actor's own.
 * Source: contract, section 2; specification, "Roles".
 */
export function judgeManager(actor: Role, touched: readonly Role[]): Outcome<Role> {
  const isAbove = (role: Role): boolean => ROLES.indexOf(role) < ROLES.indexOf(actor);
  return may(actor, 'manage_members') && !touched.some(isAbove) ? ok(actor) : refuse('admin_required');
}

/** What becomes of a member: `after` is null when they are removed. `owners` counts the org's, this one included. */
export interface MemberChange {
  readonly before: Role;
  readonly after: Role | null;
  readonly owners: number;
}

/** Whether the org keeps an owner. Refused: `last owner`. Source: contract, section 2. */
export function judgeOwners({ before, after, owners }: MemberChange): Outcome<Role | null> {
  return before === 'owner' && after !== 'owner' && owners <= 1 ? refuse('last_owner') : ok(after);
}
