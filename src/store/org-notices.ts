import type { Environment } from '../domain/environment.ts';
import type { ActorKind, MailedAct } from '../domain/org-event.ts';
import { statement, statementOne } from './statement.ts';

/** Lists acts whose mails have not been started. */
export const findUnmailedNotices = statement<{ limit: number }, { eventId: string }>(
  'find_unmailed_notices',
  'select event_id from org_notices order by event_id limit :limit',
);

/** Forgets acts whose mails have been started. */
export const forgetNotices = statement<{ eventIds: string[] }, never>(
  'forget_notices',
  'delete from org_notices where event_id = any (:eventIds::uuid[])',
);

/** Lists the owners of an act's org. */
export const noticeReaders = statement<{ eventId: string }, { userId: string }>(
  'notice_readers',
  `select m.user_id from org_events e join members m on m.org_id = e.org_id
   where e.id = :eventId and m.status = 'ACTIVE' and m.role = 'owner' order by m.user_id`,
);

/** The facts of the mail about an act, and its recipient. */
export interface NoticeRow {
  readonly email: string;
  readonly org: string;
  readonly action: MailedAct;
  readonly at: Date;
  readonly env: Environment | null;
  readonly actorKind: ActorKind;
  /** The e-mail address of the user who acted, or null. */
  readonly actor: string | null;
  readonly address: string | null;
}

/** Reads the facts of the mail, while the user is an owner of the org. */
export const findNotice = statementOne<{ eventId: string; userId: string }, NoticeRow>(
  'find_notice',
  `select u.email, o.name as org, e.action, e.at, e.env, e.actor_kind, a.email as actor, e.address
   from org_events e join orgs o on o.id = e.org_id
   join members m on m.org_id = e.org_id and m.user_id = :userId and m.status = 'ACTIVE' and m.role = 'owner'
   join users u on u.id = m.user_id
   left join users a on a.id = case when e.actor_kind = 'user' then e.actor_id::uuid end
   where e.id = :eventId`,
);
