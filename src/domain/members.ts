import { ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { may, ROLES } from './roles.ts';
import type { Role } from './roles.ts';

/** The status of an invite. All but `PENDING` are final. Source: contract, sections 2 and 16. */
export type InviteStatus = 'PENDING' | 'CLAIMED' | 'REVOKED' | 'EXPIRED';

/** The lifetime of an invite. Source: contract, section 16. */
export const INVITE_DAYS = 7;

/**
 * The status of a membership. A member who was added by id is `PENDING` until they use it. Source: contract,
 * section 16.
 */
export type MemberStatus = 'PENDING' | 'ACTIVE';

/**
 * Decides if a member with this role may change a member or an invite. `touched` holds the roles before and
 * after the change. A pending invite counts as the member that it would create.
 *
 * Refused: `owner/admin required` for roles that manage no members, and where a touched role ranks above the
 * actor's own. Source: contract, section 2; specification, "Roles".
 */
export function judgeManager(actor: Role, touched: readonly Role[]): Outcome<Role> {
  const isAbove = (role: Role): boolean => ROLES.indexOf(role) < ROLES.indexOf(actor);
  return may(actor, 'manage_members') && !touched.some(isAbove) ? ok(actor) : refuse('admin_required');
}

/**
 * A change of a member's role. `after` is null for a removal. `owners` counts the owners of the org, this one
 * included.
 */
export interface MemberChange {
  readonly before: Role;
  readonly after: Role | null;
  readonly owners: number;
}

/** Decides if the org keeps an owner after the change. Refused: `last owner`. Source: contract, section 2. */
export function judgeOwners({ before, after, owners }: MemberChange): Outcome<Role | null> {
  return before === 'owner' && after !== 'owner' && owners <= 1 ? refuse('last_owner') : ok(after);
}
