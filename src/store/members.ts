import type { MemberStatus } from '../domain/members.ts';
import type { Role } from '../domain/roles.ts';
import { PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement, statementOne } from './statement.ts';

export interface MemberRow {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: MemberStatus;
  readonly createdAt: Date;
}

interface MemberKey {
  readonly orgId: string;
  readonly userId: string;
}

/** Finds the role of a user in an org. Returns null unless the user is an active member. */
export const findMembership = statementOne<MemberKey, { role: Role }>(
  'find_membership',
  `select role from members where org_id = :orgId and user_id = :userId and status = 'ACTIVE'`,
);

/**
 * Finds the membership of a user whose call names the org. `isUnused` is true until the user's first such
 * call; a pending membership is always unused.
 */
export const findNamedMembership = statementOne<MemberKey, { role: Role; isUnused: boolean }>(
  'find_named_membership',
  'select role, used_at is null as is_unused from members where org_id = :orgId and user_id = :userId',
);

/** Finds at most two memberships of the user: callers need to know if there are none, one or several. */
export const findFirstMemberships = statement<
  { userId: string },
  { orgId: string; role: Role; isUnused: boolean }
>(
  'find_first_memberships',
  `select org_id, role, used_at is null as is_unused from members where user_id = :userId and status = 'ACTIVE' limit 2`,
);

/**
 * Locks an org, so that changes of its members, invites, rates and standing run one at a time. Read in a
 * later statement: one that waited for the lock sees the rows from before it. The lock is a statement,
 * because MikroORM has no `no key update`: `for update` would stop every insert that refers to the org.
 */
export const lockOrg = statement<{ orgId: string }, never>(
  'lock_org',
  `select from orgs
   where id = :orgId for no key update`,
);

/**
 * Lists the org's members, newest first. `afterId` is the user id of the row before the page. A pending
 * member's name and e-mail address are empty: nobody may learn them by knowing an id.
 */
export const listMembers = statement<{ orgId: string } & PageParams, MemberRow>(
  'list_members',
  `select m.user_id, coalesce(u.email, '') as email, coalesce(u.first_name, '') as first_name,
     coalesce(u.last_name, '') as last_name, m.role, m.status, m.created_at
   from members m left join users u on u.id = m.user_id and m.status = 'ACTIVE'
   where m.org_id = :orgId and (m.created_at, m.user_id) < ${PAGE_START}
   order by m.created_at desc, m.user_id desc limit :limit`,
);
