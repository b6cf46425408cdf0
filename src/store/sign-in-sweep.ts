import { prepared } from './database.ts';

/**
 * What signing in leaves behind and nobody needs any more, oldest first, so many at a time; rows that somebody works with
 * are left for the next time. `now()`, not the clock: only a time that stands still enters an index.
 * Parameter of each: how many at most. Each answers a row for what it deleted.
 */

/** Codes older than two days: valid for minutes, their wrong tries and mails count for a day. */
export const deleteOldCodes = prepared<{ id: string }>(
  'delete_old_codes',
  `delete from sign_in_codes where id in (
     select id from sign_in_codes where created_at < now() - interval '2 days' order by created_at limit $1 for update skip locked)
   returning id`,
);

/** Sessions that ended, or expired, more than thirty days ago. */
export const deleteOldSessions = prepared<{ id: string }>(
  'delete_old_sessions',
  `delete from sessions where id in (
     select id from sessions where least(ended_at, expires_at) < now() - interval '30 days'
     order by least(ended_at, expires_at) limit $1 for update skip locked)
   returning id`,
);

/** Counts whose hour is over, and another for those that are just being looked at. */
export const deleteOldLimits = prepared<{ scope: string }>(
  'delete_old_limits',
  `delete from sign_in_limits where (scope, subject) in (
     select scope, subject from sign_in_limits where began_at < now() - interval '2 hours' order by began_at limit $1 for update skip locked)
   returning scope`,
);
