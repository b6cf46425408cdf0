import { prepared, preparedOne } from './database.ts';

/**
 * Counts one more, unless the hour's limit is reached: then no row is answered and nothing is written. The hour begins with
 * the first that is counted. Of many at once exactly as many are counted as the limit allows.
 * Parameters: scope, subject, limit an hour.
 */
export const countAgainstLimit = preparedOne<{ count: number }>(
  'count_against_limit',
  `insert into sign_in_limits as l (scope, subject, began_at, count) values ($1, $2, clock_timestamp(), 1)
   on conflict (scope, subject) do update set
     began_at = case when l.began_at <= excluded.began_at - interval '1 hour' then excluded.began_at else l.began_at end,
     count = case when l.began_at <= excluded.began_at - interval '1 hour' then 1 else l.count + 1 end
   where l.count < $3::bigint or l.began_at <= excluded.began_at - interval '1 hour'
   returning count`,
);

/** Seconds until the hour of a limit is over, 1 at least. Parameters: scope, subject. */
export const findSecondsUntilFree = preparedOne<{ seconds: number }>(
  'find_seconds_until_free',
  `select greatest(1, ceil(extract(epoch from began_at + interval '1 hour' - clock_timestamp())))::integer as seconds
   from sign_in_limits where scope = $1 and subject = $2`,
);

/** Takes back what was counted and did not happen. Parameters: scope, subject. */
export const uncount = prepared<never>(
  'uncount_against_limit',
  'update sign_in_limits set count = count - 1 where scope = $1 and subject = $2 and count > 0',
);
