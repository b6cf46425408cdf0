import type { Environment } from '../domain/environment.ts';
import { statement, statementOne } from './statement.ts';

interface NewSession {
  readonly tokenDigest: Buffer;
  /** The sign-in that the token is the first of. The token has its id. */
  readonly signInId: string;
  readonly env: Environment;
}

/** Inserts the first token of a sign-in, without an active org. */
export const insertSession = statement<NewSession, never>(
  'insert_session',
  `insert into sessions (id, token_digest, user_id, env, expires_at, sign_in_id)
   select id, :tokenDigest::bytea, user_id, :env::text, expires_at, id from sign_ins where id = :signInId`,
);

interface NextSession {
  readonly sessionId: string;
  readonly tokenDigest: Buffer;
  /** The session whose sign-in the new session belongs to. */
  readonly fromSessionId: string;
  readonly env: Environment;
  readonly activeOrgId: string | null;
}

/**
 * Inserts a session that expires and ends with the sign-in of the session that it comes from. Returns null
 * when that session is over. A repeated call stores its new token: no caller has received the first token.
 */
export const continueSession = statementOne<NextSession, { id: string }>(
  'continue_session',
  `insert into sessions (id, token_digest, user_id, env, active_org_id, expires_at, sign_in_id)
   select :sessionId::uuid, :tokenDigest::bytea, s.user_id, :env::text, :activeOrgId::uuid, s.expires_at,
          s.sign_in_id
   from sessions s join sign_ins i on i.id = s.sign_in_id
   where s.id = :fromSessionId and s.ended_at is null and s.expires_at > clock_timestamp()
     and i.ended_at is null
   on conflict (id) do update set token_digest = excluded.token_digest
     where sessions.user_id = excluded.user_id and sessions.env = excluded.env
       and sessions.active_org_id is not distinct from excluded.active_org_id
   returning id`,
);
