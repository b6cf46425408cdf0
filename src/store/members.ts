import type { Role } from '../domain/roles.ts';
import { prepared, preparedOne } from './database.ts';

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
