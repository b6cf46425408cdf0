import type { Environment } from '../domain/environment.ts';
import type { WebhookEvent } from '../domain/webhook-schedule.ts';
import { statement, statementOne } from './statement.ts';

/** Lists the owners and admins of an org. */
export const managersOf = statement<{ orgId: string }, { userId: string }>(
  'managers_of',
  `select user_id from members
   where org_id = :orgId and status = 'ACTIVE' and role in ('owner', 'admin') order by user_id`,
);

/** A delivery that began a streak of failures. */
export interface StreakRow {
  readonly deliveryId: string;
  readonly orgId: string;
}

/** Lists the streaks in these environments whose mails have not been started. */
export const findUnmailedFailures = statement<
  { environments: readonly Environment[]; limit: number },
  StreakRow
>(
  'find_failing_to_tell',
  `select d.id as delivery_id, w.org_id from webhooks w join deliveries d on d.id = w.failing_delivery_id
   where w.failing_to_tell and d.env = any (:environments::text[]) order by w.org_id limit :limit`,
);

/** Marks streaks whose mails have been started. */
export const markFailureMailed = statement<{ orgIds: string[]; deliveryIds: string[] }, never>(
  'mark_failing_told',
  `update webhooks w set failing_to_tell = false
   from unnest(:orgIds::uuid[], :deliveryIds::uuid[]) told (org_id, delivery_id)
   where w.org_id = told.org_id and w.failing_delivery_id = told.delivery_id`,
);

/** The facts of the mail about a webhook that fails, and its recipient. */
export interface FailureMailRow {
  readonly email: string;
  readonly org: string;
  readonly env: Environment;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly statusCode: number | null;
  readonly error: string | null;
}

/** Reads the facts of the mail, while the webhook fails since this delivery and the user manages the org. */
export const findFailureMail = statementOne<
  { deliveryId: string; orgId: string; userId: string },
  FailureMailRow
>(
  'failing_news',
  `select u.email, o.name as org, d.env, d.event, w.url, a.status_code, a.error
   from webhooks w
   join deliveries d on d.id = w.failing_delivery_id
   join orgs o on o.id = w.org_id
   join members m on m.org_id = w.org_id and m.user_id = :userId and m.status = 'ACTIVE'
     and m.role in ('owner', 'admin')
   join users u on u.id = m.user_id
   left join delivery_attempts a on a.delivery_id = d.id and a.number = d.attempts
   where w.org_id = :orgId and w.failing_delivery_id = :deliveryId`,
);
