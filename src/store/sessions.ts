import { prepared } from './database.ts';

/** A new session: id, token digest, user, environment, days it lasts. Its active org is the user's only one, if any. */
export const insertSession = prepared<never>(
  'insert_session',
  `insert into sessions (id, token_digest, user_id, env, expires_at)
   values ($1, $2, $3, $4, clock_timestamp() + make_interval(hours => 24 * $5::integer))`,
);

export const endSession = prepared<never>(
  'end_session',
  'update sessions set ended_at = clock_timestamp() where id = $1 and ended_at is null',
);
