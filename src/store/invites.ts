import type { InviteStatus } from '../domain/members.ts';
import type { Role } from '../domain/roles.ts';
import { PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement, statementOne } from './statement.ts';

export interface InviteRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: InviteStatus;
  readonly createdAt: Date;
}

const INVITE = 'id, email, role, status, created_at';

/** Lists the org's invites, ended ones too, newest first. */
export const listInvites = statement<{ orgId: string } & PageParams, InviteRow>(
  'list_invites',
  `select ${INVITE} from invites where org_id = :orgId and (created_at, id) < ${PAGE_START}
   order by created_at desc, id desc limit :limit`,
);

export const findInvite = statementOne<{ inviteId: string; orgId: string }, InviteRow>(
  'find_invite',
  `select ${INVITE} from invites where id = :inviteId and org_id = :orgId`,
);

/** Finds the org's pending invite for this address. */
export const findPendingInvite = statementOne<{ orgId: string; email: string }, InviteRow>(
  'find_pending_invite',
  `select ${INVITE} from invites where org_id = :orgId and email = :email and status = 'PENDING'`,
);

/** Finds the member of the org who signs in with this address. */
export const findMemberByEmail = statementOne<{ orgId: string; email: string }, { userId: string }>(
  'find_member_by_email',
  `select m.user_id from members m join users u on u.id = m.user_id
   where m.org_id = :orgId and u.email = :email and m.status = 'ACTIVE'`,
);

interface NewInvite {
  readonly inviteId: string;
  readonly orgId: string;
  readonly email: string;
  readonly role: Role;
  /** The user who invites. */
  readonly createdBy: string;
}

/** Inserts an invite for this address. A pending invite for the address takes the new role instead. */
export const putInvite = statementOne<NewInvite, InviteRow>(
  'put_invite',
  `insert into invites (id, org_id, email, role, created_by) 
   values (:inviteId, :orgId, :email, :role, :createdBy)
   on conflict (email, org_id) where status = 'PENDING' do update set role = excluded.role
   returning ${INVITE}`,
);

export const revokeInvite = statement<{ inviteId: string }, never>(
  'revoke_invite',
  `update invites set status = 'REVOKED', ended_at = clock_timestamp()
   where id = :inviteId and status = 'PENDING'`,
);

/** Revokes the pending invite of a user. Otherwise a removed member would join again at the next sign-in. */
export const revokeInviteOfUser = statement<{ orgId: string; userId: string }, never>(
  'revoke_invite_of_user',
  `update invites set status = 'REVOKED', ended_at = clock_timestamp()
   where org_id = :orgId and email = (select email from users where id = :userId) and status = 'PENDING'`,
);

/** Locks the orgs that have a pending invite for this address, by id, as every change of members does. */
export const lockInvitingOrgs = statement<{ email: string }, { id: string }>(
  'lock_inviting_orgs',
  `select id from orgs where id in (select org_id from invites where email = :email and status = 'PENDING')
   order by id for no key update`,
);

interface Claim {
  readonly email: string;
  readonly userId: string;
  /** Orgs that the transaction has locked. */
  readonly orgIds: readonly string[];
}

/** Claims the pending invites of an address and inserts the memberships. A present member keeps the role. */
export const claimInvites = statement<Claim, never>(
  'claim_invites',
  `with claimed as (
     update invites set status = 'CLAIMED', ended_at = clock_timestamp()
     where email = :email and status = 'PENDING' and org_id = any (:orgIds::uuid[])
     returning org_id, role)
   insert into members (org_id, user_id, role) select org_id, :userId::uuid, role from claimed
   on conflict (org_id, user_id) do nothing`,
);
