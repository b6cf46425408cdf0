import type { SignInLimit } from '../domain/sign-in.ts';
import { statement, statementOne } from './statement.ts';

type Count = Pick<SignInLimit, 'scope' | 'subject'>;

/**
 * Counts one more call against an hourly limit. Returns null, and writes nothing, when the limit is reached:
 * of many calls at once, exactly as many are counted as the limit allows. The hour begins with the first call
 * that is counted.
 */
export const countAgainstLimit = statementOne<SignInLimit, { count: number }>(
  'count_against_limit',
  `insert into sign_in_limits as l (scope, subject, began_at, count)
   values (:scope, :subject, clock_timestamp(), 1)
   on conflict (scope, subject) do update set
     began_at = case when l.began_at <= excluded.began_at - interval '1 hour' then excluded.began_at
       else l.began_at end,
     count = case when l.began_at <= excluded.began_at - interval '1 hour' then 1 else l.count + 1 end
   where l.count < :perHour::bigint or l.began_at <= excluded.began_at - interval '1 hour'
   returning count`,
);

/** Finds the seconds until the hour of a limit is over, at least 1. */
export const findSecondsUntilFree = statementOne<Count, { seconds: number }>(
  'find_seconds_until_free',
  `select greatest(1, ceil(extract(epoch from began_at + interval '1 hour' - clock_timestamp())))::integer as seconds
   from sign_in_limits where scope = :scope and subject = :subject`,
);

/** Takes one call off the count: it was counted and did not happen. */
export const uncount = statement<Count, never>(
  'uncount_against_limit',
  'update sign_in_limits set count = count - 1 where scope = :scope and subject = :subject and count > 0',
);
