import { prepared, preparedOne } from './database.ts';

/** How far back from one window to the next: nobody who keeps to the limit waits longer than this. */
export const WINDOW_SECONDS = 10;

const WINDOW = `interval '${WINDOW_SECONDS} seconds'`;

/** What a process has drawn from the window of a subject. */
export interface Drawn {
  /** Calls that it may now let pass: as many as wanted, or what was left. */
  readonly granted: number;
  /** What others may still draw. */
  readonly left: number;
  /** Milliseconds until the next window. */
  readonly ms: number;
}

/**
 * Draws calls from a subject's window; a window that is over begins anew. Of many processes at once no more than the limit
 * are granted in all. Parameters: subject, limit, how many are wanted.
 */
export const drawCalls = preparedOne<Drawn>(
  'draw_calls',
  `insert into call_limits as l (subject, began_at, drawn) values ($1, clock_timestamp(), least($3::integer, $2::integer))
   on conflict (subject) do update set
     began_at = case when l.began_at <= clock_timestamp() - ${WINDOW} then excluded.began_at else l.began_at end,
     drawn = case when l.began_at <= clock_timestamp() - ${WINDOW} then excluded.drawn
       else greatest(l.drawn, least(l.drawn + $3::integer, $2::integer)) end
   returning new.drawn - case when old.began_at = new.began_at then old.drawn else 0 end as granted,
     greatest($2::integer - new.drawn, 0) as left,
     greatest(1, extract(epoch from new.began_at + ${WINDOW} - clock_timestamp()) * 1000)::integer as ms`,
);

/** Deletes windows that are over for an hour. A row a subject that called lately: too few for an index. Answers a row for each. */
export const deleteOldWindows = prepared<{ subject: string }>(
  'delete_old_windows',
  `delete from call_limits where subject in (
     select subject from call_limits where began_at < now() - interval '1 hour' limit $1 for update skip locked)
   returning subject`,
);
