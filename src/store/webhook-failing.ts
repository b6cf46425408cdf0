import type { Environment } from '../domain/environment.ts';
import type { WebhookEvent } from '../domain/webhook-schedule.ts';
import { prepared, preparedOne } from './database.ts';

/** `(org)`: its owners and admins. */
export const managersOf = prepared<{ user_id: string }>(
  'managers_of',
  `select user_id from members where org_id = $1 and status = 'ACTIVE' and role in ('owner', 'admin') order by user_id`,
);

/** A delivery that began a streak of failures. */
export interface StreakRow {
  readonly delivery_id: string;
  readonly org_id: string;
}

/** `(most)`: those of whom nobody has been told. */
export const findFailingToTell = prepared<StreakRow>(
  'find_failing_to_tell',
  'select failing_delivery_id as delivery_id, org_id from webhooks where failing_to_tell order by org_id limit $1',
);

/** `(orgs, deliveries)`: telling has begun. */
export const markFailingTold = prepared<never>(
  'mark_failing_told',
  `update webhooks w set failing_to_tell = false
   from unnest($1::uuid[], $2::uuid[]) told (org_id, delivery_id) where w.org_id = told.org_id and w.failing_delivery_id = told.delivery_id`,
);

/** What somebody is told of a webhook that fails. */
export interface FailingNews {
  readonly email: string;
  readonly org: string;
  readonly env: Environment;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly status_code: number | null;
  readonly error: string | null;
}

/** `(delivery, org, user)`: the news, while the webhook fails since this delivery and the user manages the org. */
export const failingNews = preparedOne<FailingNews>(
  'failing_news',
  `select u.email, o.name as org, d.env, d.event, w.url, a.status_code, a.error
   from webhooks w
   join deliveries d on d.id = w.failing_delivery_id
   join orgs o on o.id = w.org_id
   join members m on m.org_id = w.org_id and m.user_id = $3 and m.status = 'ACTIVE' and m.role in ('owner', 'admin')
   join users u on u.id = m.user_id
   left join delivery_attempts a on a.delivery_id = d.id and a.number = d.attempts
   where w.org_id = $2 and w.failing_delivery_id = $1`,
);
