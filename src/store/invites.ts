import type { InviteStatus } from '../domain/members.ts';
import type { Role } from '../domain/roles.ts';
import { prepared, preparedOne } from './database.ts';

export interface InviteRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: InviteStatus;
  readonly createdAt: Date;
}

const INVITE = 'id, email, role, status, created_at as "createdAt"';

/** The org's invites, ended ones too, newest first. Parameters: org, after time or null, after id, how many. */
export const listInvites = prepared<InviteRow>(
  'list_invites',
  `select ${INVITE} from invites
   where org_id = $1 and (created_at, id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by created_at desc, id desc limit $4`,
);

/** Parameters: id, org. */
export const findInvite = preparedOne<InviteRow>('find_invite', `select ${INVITE} from invites where id = $1 and org_id = $2`);

/** The org's invite that waits for this address. Parameters: org, e-mail. */
export const findPendingInvite = preparedOne<InviteRow>(
  'find_pending_invite',
  `select ${INVITE} from invites where org_id = $1 and email = $2 and status = 'PENDING'`,
);

/** Whether a member of the org signs in with this address. Parameters: org, e-mail. */
export const findMemberByEmail = preparedOne<{ userId: string }>(
  'find_member_by_email',
  `select m.user_id as "userId" from members m join users u on u.id = m.user_id where m.org_id = $1 and u.email = $2 and m.status = 'ACTIVE'`,
);

/** An invite for this address; one that waits already gets the role. Parameters: id, org, e-mail, role, user. */
export const putInvite = preparedOne<InviteRow>(
  'put_invite',
  `insert into invites (id, org_id, email, role, created_by) values ($1, $2, $3, $4, $5)
   on conflict (email, org_id) where status = 'PENDING' do update set role = excluded.role
   returning ${INVITE}`,
);

export const revokeInvite = prepared<never>(
  'revoke_invite',
  `update invites set status = 'REVOKED', ended_at = clock_timestamp() where id = $1 and status = 'PENDING'`,
);

/** Who is removed does not come back by an invite that still waits. Parameters: org, user. */
export const revokeInviteOfUser = prepared<never>(
  'revoke_invite_of_user',
  `update invites set status = 'REVOKED', ended_at = clock_timestamp()
   where org_id = $1 and email = (select email from users where id = $2) and status = 'PENDING'`,
);

/** Locks the orgs that wait for this address, in the order of their ids, as everybody who changes their members does. */
export const lockInvitingOrgs = prepared<{ id: string }>(
  'lock_inviting_orgs',
  `select id from orgs where id in (select org_id from invites where email = $1 and status = 'PENDING') order by id for no key update`,
);

/**
 * Ends the invites of an address in these orgs and makes the user a member; who is one already keeps the role.
 * Parameters: e-mail, user, the orgs, locked.
 */
export const claimInvites = prepared<never>(
  'claim_invites',
  `with claimed as (
     update invites set status = 'CLAIMED', ended_at = clock_timestamp()
     where email = $1 and status = 'PENDING' and org_id = any ($3::uuid[])
     returning org_id, role)
   insert into members (org_id, user_id, role) select org_id, $2::uuid, role from claimed on conflict (org_id, user_id) do nothing`,
);
