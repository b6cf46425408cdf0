import { prepared, preparedOne } from './database.ts';
import type { Database } from './database.ts';

/**
 * Sessions. What ends the one that a sign-in made ends all that changes of mode made from it, under its lock: a change of mode
 * shares it, signing out takes it alone.
 */

/** A new session: id, token digest, user, environment, days it lasts. Its active org is the user's only one, if any. */
export const insertSession = prepared<never>(
  'insert_session',
  `insert into sessions (id, sign_in_id, token_digest, user_id, env, expires_at)
   values ($1, $1, $2, $3, $4, clock_timestamp() + make_interval(hours => 24 * $5::integer))`,
);

/**
 * Another session beside one that lasts, until that one ends: id, token digest, the other's id, environment, active org or null.
 * The same once more gets the new token: the one before was told to nobody.
 */
export const continueSession = preparedOne<{ id: string }>(
  'continue_session',
  `insert into sessions (id, sign_in_id, token_digest, user_id, env, active_org_id, expires_at)
   select $1::uuid, f.id, $2::bytea, f.user_id, $4::text, $5::uuid, f.expires_at
   from sessions s join sessions f on f.id = s.sign_in_id
   where s.id = $3 and s.ended_at is null and f.ended_at is null and f.expires_at > clock_timestamp() for share of f
   on conflict (id) do update set token_digest = excluded.token_digest
     where sessions.user_id = excluded.user_id and sessions.env = excluded.env
       and sessions.active_org_id is not distinct from excluded.active_org_id
   returning id`,
);

const lockSignIn = preparedOne<{ id: string }>(
  'lock_sign_in',
  'select f.id from sessions s join sessions f on f.id = s.sign_in_id where s.id = $1 for update of f',
);
const endSessions = prepared<never>(
  'end_sessions',
  'update sessions set ended_at = clock_timestamp() where (id = $1 or sign_in_id = $1) and ended_at is null',
);

/** Ends a session; with the one that the sign-in made, all that were made from it. */
export function endSession({ transaction }: Database, id: string): Promise<void> {
  return transaction(async (tx) => {
    await lockSignIn(tx, [id]);
    await endSessions(tx, [id]);
  });
}
