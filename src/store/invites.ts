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

/** A pending invite that has run out is expired before its row says so. */
const STATUS = `case when status = 'PENDING' and expires_at <= clock_timestamp() then 'EXPIRED' else status end`;

/** Lists the org's invites, ended ones too, newest first. */
export const listInvites = statement<{ orgId: string } & PageParams, InviteRow>(
  'list_invites',
  `select id, email, role, ${STATUS} as status, created_at from invites where org_id = :orgId
    and (created_at, id) < ${PAGE_START}
   order by created_at desc, id desc limit :limit`,
);

/** Locks the orgs that have a pending invite for this address, by id, as every change of members does. */
export const lockInvitingOrgs = statement<{ email: string }, { id: string }>(
  'lock_inviting_orgs',
  `select id from orgs where id in (select org_id from invites where email = :email and status = 'PENDING'
     and expires_at > clock_timestamp())
   order by id for no key update`,
);

interface Claim {
  readonly email: string;
  readonly userId: string;
  /** Orgs that the transaction has locked. */
  readonly orgIds: readonly string[];
}

/**
 * Claims the pending invites of an address and inserts the memberships. A present member keeps the role, and
 * one who was pending joins. Returns the claimed invites.
 */
export const claimInvites = statement<Claim, { id: string; orgId: string; role: Role }>(
  'claim_invites',
  `with claimed as (
     update invites set status = 'CLAIMED', ended_at = clock_timestamp()
     where email = :email and status = 'PENDING' and expires_at > clock_timestamp()
       and org_id = any (:orgIds::uuid[])
     returning id, org_id, role),
   joined as (
     insert into members (org_id, user_id, role) select org_id, :userId::uuid, role from claimed
     on conflict (org_id, user_id) do update set status = 'ACTIVE' where members.status = 'PENDING')
   select id, org_id, role from claimed`,
);

/**
 * Ends invites that have run out, with the acts in their orgs' trails, and returns them. The index serves a
 * time that stays the same during the statement.
 */
export const expireInvites = statement<{ limit: number }, { id: string }>(
  'expire_invites',
  `with due as (
     select id from invites where status = 'PENDING' and expires_at <= now()
     limit :limit for update skip locked),
   expired as (
     update invites i set status = 'EXPIRED', ended_at = clock_timestamp() from due
     where i.id = due.id returning i.id, i.org_id),
   told as (
     insert into org_events (org_id, actor_kind, action, target_kind, target_id, before, after)
     select org_id, 'system', 'invite.expired', 'invite', id::text, '{"status": "PENDING"}',
       '{"status": "EXPIRED"}' from expired)
   select id from expired`,
);
