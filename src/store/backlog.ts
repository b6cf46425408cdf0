import type { Environment } from '../domain/environment.ts';
import { statement, statementOne } from './statement.ts';

/** The lag of webhooks in seconds. 0 when none is late. */
export interface WebhookLag {
  /** The age of the oldest due attempt, by its org's time. */
  readonly due: number;
  /** The age of the oldest delivery whose workflow has not begun. */
  readonly notBegun: number;
}

/** Measures the lag of webhooks. It reads pending deliveries alone, so its cost grows with their number. */
export const findWebhookLag = statementOne<Record<string, never>, WebhookLag>(
  'find_webhook_lag',
  `select coalesce((
       select greatest(0, max(extract(epoch from org_now(org_id, env) - oldest)))
       from (select org_id, env, min(coalesce(next_attempt_at, created_at)) as oldest
             from deliveries where status = 'PENDING' group by org_id, env) waiting), 0)::float8 as due,
     coalesce((
       select greatest(0, extract(epoch from clock_timestamp() - min(recorded_at)))
       from deliveries
       where status = 'PENDING' and attempts = 0 and next_attempt_at is null), 0)::float8 as not_begun`,
);

/** Counts the payouts that the bank has not settled, one row for each environment. */
export const countOpenPayouts = statement<Record<string, never>, { env: Environment; count: number }>(
  'count_open_payouts',
  `select e.env, (select count(*) from payouts p where p.status = 'PENDING'
    and p.env = e.env)::integer as count
   from unnest(array['sandbox', 'live']) as e(env)`,
);
