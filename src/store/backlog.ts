import type { Environment } from '../domain/environment.ts';
import { prepared, preparedOne } from './database.ts';

/** How late webhooks are, in seconds; 0 where none is late. */
export interface WebhookLag {
  /** The delivery that is due longest and not sent, by its org's time. */
  readonly due: number;
  /** The delivery that nobody has begun to send for longest: the way from its row to its workflow. */
  readonly notBegun: number;
}

/** Reads what waits to be sent, and no more: its cost grows with that alone. */
export const findWebhookLag = preparedOne<WebhookLag>(
  'find_webhook_lag',
  `select coalesce((
       select greatest(0, max(extract(epoch from org_now(org_id, env) - oldest)))
       from (select org_id, env, min(coalesce(next_attempt_at, created_at)) as oldest
             from deliveries where status = 'PENDING' group by org_id, env) waiting), 0)::float8 as due,
     coalesce((
       select greatest(0, extract(epoch from clock_timestamp() - min(recorded_at)))
       from deliveries where status = 'PENDING' and attempts = 0 and next_attempt_at is null), 0)::float8 as "notBegun"`,
);

/** How many payouts the bank has not settled yet, an environment a row. */
export const countOpenPayouts = prepared<{ env: Environment; count: number }>(
  'count_open_payouts',
  `select e.env, (select count(*) from payouts p where p.status = 'PENDING' and p.env = e.env)::integer as count
   from unnest(array['sandbox', 'live']) as e(env)`,
);
