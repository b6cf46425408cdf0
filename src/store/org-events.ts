import type { Environment } from '../domain/environment.ts';
import type { ActorKind, OrgAction } from '../domain/org-event.ts';
import { PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement } from './statement.ts';
import type { JsonText } from './statement.ts';

interface EventParams {
  readonly orgId: string;
  readonly env: Environment | null;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly action: OrgAction;
  readonly targetKind: string;
  readonly targetId: string;
  readonly before: JsonText<object> | null;
  readonly after: JsonText<object> | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly isMailed: boolean;
}

/**
 * Appends an act to the trail of an org, and asks for the mails about it. Run it in the transaction of the
 * act.
 */
export const insertOrgEvent = statement<EventParams, never>(
  'insert_org_event',
  `with event as (
     insert into org_events (org_id, env, actor_kind, actor_id, action, target_kind, target_id, before, after,
       address, request_id)
     values (:orgId, :env, :actorKind, :actorId, :action, :targetKind, :targetId, :before, :after, :address,
       :requestId)
     returning id)
   insert into org_notices (event_id) select id from event where :isMailed::boolean`,
);

/** An act in the trail. */
export interface OrgEventRow {
  readonly id: string;
  readonly at: Date;
  readonly env: Environment | null;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly email: string | null;
  readonly action: OrgAction;
  readonly targetKind: string;
  readonly targetId: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

/**
 * Lists an org's trail, newest first. A null action selects all. A user who declined a membership never
 * joined, so the org does not learn their e-mail address. The address of an invite comes from its row.
 */
export const listOrgEvents = statement<{ orgId: string; action: OrgAction | null } & PageParams, OrgEventRow>(
  'list_org_events',
  `select e.id, e.at, e.env, e.actor_kind, e.actor_id,
     case when e.before ->> 'status' = 'PENDING' and e.action = 'member.left' then null else u.email end as email,
     e.action, e.target_kind, e.target_id, e.before,
     case when i.id is null or e.after is null then e.after
       else (e.after::jsonb || jsonb_build_object('email', i.email))::json end as after,
     e.address, e.request_id
   from org_events e
   left join users u on u.id = case when e.actor_kind = 'user' then e.actor_id::uuid end
   left join invites i on i.id = case when e.target_kind = 'invite' then e.target_id::uuid end
   where e.org_id = :orgId and (:action::text is null or e.action = :action)
     and (e.at, e.id) < ${PAGE_START}
   order by e.at desc, e.id desc limit :limit`,
);
