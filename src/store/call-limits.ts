import { statement, statementOne } from './statement.ts';

/** The length of a window. A caller within the limit waits no longer than this. */
export const WINDOW_SECONDS = 10;

const WINDOW = `interval '${WINDOW_SECONDS} seconds'`;

/** The calls that a process has drawn from the window of a subject. */
export interface Drawn {
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
export const drawCalls = statementOne<{ subject: string; most: number; wanted: number }, Drawn>(
  'draw_calls',
  `insert into call_limits as l (subject, began_at, drawn)
   values (:subject, clock_timestamp(), least(:wanted::integer, :most::integer))
   on conflict (subject) do update set
     began_at = case when l.began_at <= clock_timestamp() - ${WINDOW} then excluded.began_at else l.began_at end,
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
