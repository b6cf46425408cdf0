import type { InviteStatus } from '../domain/members.ts';
import type { Role } from '../domain/roles.ts';
import { PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement } from './statement.ts';

export interface InviteRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: InviteStatus;
  readonly createdAt: Date;
}

/** Lists the org's invites, ended ones too, newest first. */
export const listInvites = statement<{ orgId: string } & PageParams, InviteRow>(
  'list_invites',
  `select id, email, role, status, created_at from invites where org_id = :orgId
    and (created_at, id) < ${PAGE_START}
   order by created_at desc, id desc limit :limit`,
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
