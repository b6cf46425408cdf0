import type { Role } from '../domain/roles.ts';
import { prepared, preparedOne } from './database.ts';

export interface MemberRow {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: 'ACTIVE';
  readonly createdAt: Date;
}

const MEMBER = `select m.user_id as "userId", u.email, u.first_name as "firstName", u.last_name as "lastName", m.role, m.status,
   m.created_at as "createdAt"
   from members m join users u on u.id = m.user_id`;

/** The role of this user in this org, while they are a member. */
export const findMembership = preparedOne<{ role: Role }>(
  'find_membership',
  `select role from members where org_id = $1 and user_id = $2 and status = 'ACTIVE'`,
);

/** The user's memberships, two at most: it takes no more to know none, the only one, or several. */
export const findFirstMemberships = prepared<{ orgId: string; role: Role }>(
  'find_first_memberships',
  `select org_id as "orgId", role from members where user_id = $1 and status = 'ACTIVE' limit 2`,
);

/** Lets one change of an org's members and invites after the other. Read what depends on it in a later statement. */
export const lockOrg = prepared<never>('lock_org', 'select from orgs where id = $1 for no key update');

/** A member as others see them. Parameters: org, user. */
export const findMember = preparedOne<MemberRow>('find_member', `${MEMBER} where m.org_id = $1 and m.user_id = $2 and m.status = 'ACTIVE'`);

/** The org's members, newest first. Parameters: org, after time or null, after user, how many. */
export const listMembers = prepared<MemberRow>(
  'list_members',
  `${MEMBER} where m.org_id = $1 and m.status = 'ACTIVE'
     and (m.created_at, m.user_id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by m.created_at desc, m.user_id desc limit $4`,
);

export const countOwners = preparedOne<{ owners: number }>(
  'count_owners',
  `select count(*)::integer as owners from members where org_id = $1 and role = 'owner' and status = 'ACTIVE'`,
);

/** Parameters: org, user, role. */
export const insertMember = prepared<never>('insert_member', 'insert into members (org_id, user_id, role) values ($1, $2, $3)');

/** Parameters: org, user, role. */
export const updateMemberRole = prepared<never>('update_member_role', 'update members set role = $3 where org_id = $1 and user_id = $2');

/** Parameters: org, user. */
export const deleteMember = prepared<never>('delete_member', 'delete from members where org_id = $1 and user_id = $2');
