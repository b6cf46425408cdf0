import type { SignInLimit } from '../domain/sign-in.ts';
import { statement, statementOne } from './statement.ts';

/**
 * Two limiters, which cannot be one without another answer to some call. Calls are drawn in parts from a
 * window of ten seconds, so that most calls cost no statement, and a call that was counted stays counted.
 * Sign-in counts each act on its own in an hour that begins with the first, and takes an act back that came
 * to nothing: the hour allows exactly its limit of mails and of wrong tries.
 */

/** The length of a window. A caller within the limit waits no longer than this. */
export const WINDOW_SECONDS = 10;

const WINDOW = `interval '${WINDOW_SECONDS} seconds'`;

/** The calls that a process has drawn from the window of a subject. */
export interface DrawResult {
  /** The calls that the process may now accept: as many as wanted, or the rest of the window. */
  readonly granted: number;
  /** The calls that other processes may still draw. */
  readonly left: number;
  /** Milliseconds until the next window. */
  readonly ms: number;
}

/**
 * Draws calls from a subject's window. A window that is over begins again. All processes together draw at
 * most `most` calls from a window.
 */
export const drawCalls = statementOne<{ subject: string; most: number; wanted: number }, DrawResult>(
  'draw_calls',
  `insert into call_limits as l (subject, began_at, drawn)
   values (:subject, clock_timestamp(), least(:wanted::integer, :most::integer))
   on conflict (subject) do update set
     began_at = case when l.began_at <= clock_timestamp() - ${WINDOW} then excluded.began_at else l.began_at
       end,
     drawn = case when l.began_at <= clock_timestamp() - ${WINDOW} then excluded.drawn
       else greatest(l.drawn, least(l.drawn + :wanted::integer, :most::integer)) end
   returning new.drawn - case when old.began_at = new.began_at then old.drawn else 0 end as granted,
     greatest(:most::integer - new.drawn, 0) as left,
     greatest(1, extract(epoch from new.began_at + ${WINDOW} - clock_timestamp()) * 1000)::integer as ms`,
);

/**
 * Deletes windows that ended an hour ago. Returns a row for each. The table has one row for each recent
 * subject: too few for an index.
 */
export const deleteOldWindows = statement<{ limit: number }, { subject: string }>(
  'delete_old_windows',
  `delete from call_limits where subject in (
     select subject from call_limits where began_at < now() - interval '1 hour'
     limit :limit for update skip locked)
   returning subject`,
);

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
  `select greatest(1, ceil(extract(epoch from began_at + interval '1 hour' - clock_timestamp())))::integer as
    seconds
   from sign_in_limits where scope = :scope and subject = :subject`,
);

/** Takes one call off the count: it was counted and did not happen. */
export const uncount = statement<Count, never>(
  'uncount_against_limit',
  'update sign_in_limits set count = count - 1 where scope = :scope and subject = :subject and count > 0',
);
