import { prepared, preparedOne } from './database.ts';

/** A new session: id, token digest, user, environment, days it lasts. Its active org is the user's only one, if any. */
export const insertSession = prepared<never>(
  'insert_session',
  `insert into sessions (id, token_digest, user_id, env, expires_at)
   values ($1, $2, $3, $4, clock_timestamp() + make_interval(hours => 24 * $5::integer))`,
);

/**
 * Another session beside one that lasts, until that one ends: id, token digest, the other's id, environment, active org or null.
 * The same once more gets the new token: the one before was told to nobody.
 */
export const continueSession = preparedOne<{ id: string }>(
  'continue_session',
  `insert into sessions (id, token_digest, user_id, env, active_org_id, expires_at)
   select $1::uuid, $2::bytea, user_id, $4::text, $5::uuid, expires_at
   from sessions where id = $3 and ended_at is null and expires_at > clock_timestamp()
   on conflict (id) do update set token_digest = excluded.token_digest
     where sessions.user_id = excluded.user_id and sessions.env = excluded.env
       and sessions.active_org_id is not distinct from excluded.active_org_id
   returning id`,
);

export const endSession = prepared<never>(
  'end_session',
  'update sessions set ended_at = clock_timestamp() where id = $1 and ended_at is null',
);
