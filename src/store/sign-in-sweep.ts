import { statement } from './statement.ts';

/**
 * Statements that delete rows of sign-in that no call needs any more: oldest first, at most `limit` a time.
 * They skip locked rows; a later sweep deletes those. Each returns a row for each row that it deletes.
 * They use `now()`, not `clock_timestamp()`: PostgreSQL searches an index only by a time that is stable.
 */

/**
 * Deletes codes older than two days, with their challenges. A code is valid for minutes; its tries and mails
 * count for a day.
 */
export const deleteOldCodes = statement<{ limit: number }, { id: string }>(
  'delete_old_codes',
  `delete from sign_in_codes where id = any (array(
     select id from sign_in_codes where created_at < now() - interval '2 days'
     order by created_at limit :limit for update skip locked))
   returning id`,
);

/** Deletes sessions that ended or expired more than thirty days ago. */
export const deleteOldSessions = statement<{ limit: number }, { id: string }>(
  'delete_old_sessions',
  `delete from sessions where id = any (array(
     select id from sessions where least(ended_at, expires_at) < now() - interval '30 days'
     order by least(ended_at, expires_at) limit :limit for update skip locked))
   returning id`,
);

/** Deletes sign-ins that ended or expired more than thirty days ago, with their tokens. */
export const deleteOldSignIns = statement<{ limit: number }, { id: string }>(
  'delete_old_sign_ins',
  `delete from sign_ins where id = any (array(
     select id from sign_ins where least(ended_at, expires_at) < now() - interval '30 days'
     order by least(ended_at, expires_at) limit :limit for update skip locked))
   returning id`,
);

/** Deletes counts two hours after their start: they last one hour, and calls may be reading them. */
export const deleteOldLimits = statement<{ limit: number }, { scope: string }>(
  'delete_old_limits',
  `delete from sign_in_limits where (scope, subject) in (
     select scope, subject from sign_in_limits where began_at < now() - interval '2 hours'
     order by began_at limit :limit for update skip locked)
   returning scope`,
);
