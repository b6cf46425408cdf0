import type { Environment } from '../domain/environment.ts';
import { statement, statementOne } from './statement.ts';

interface NewSession {
  readonly sessionId: string;
  readonly tokenDigest: Buffer;
  readonly userId: string;
  readonly env: Environment;
  readonly validDays: number;
}

/** Inserts a session without an active org. */
export const insertSession = statement<NewSession, never>(
  'insert_session',
  `insert into sessions (id, token_digest, user_id, env, expires_at)
   values (:sessionId, :tokenDigest, :userId, :env,
     clock_timestamp() + make_interval(hours => 24 * :validDays::integer))`,
);

interface NextSession {
  readonly sessionId: string;
  readonly tokenDigest: Buffer;
  /** The session whose user and expiry the new session takes. */
  readonly fromSessionId: string;
  readonly env: Environment;
  readonly activeOrgId: string | null;
}

/**
 * Inserts a session that expires when the session that it comes from expires. Returns null when that session
 * is over. A repeated call stores its new token: no caller has received the first token.
 */
export const continueSession = statementOne<NextSession, { id: string }>(
  'continue_session',
  `insert into sessions (id, token_digest, user_id, env, active_org_id, expires_at)
   select :sessionId::uuid, :tokenDigest::bytea, user_id, :env::text, :activeOrgId::uuid, expires_at
   from sessions where id = :fromSessionId and ended_at is null and expires_at > clock_timestamp()
   on conflict (id) do update set token_digest = excluded.token_digest
     where sessions.user_id = excluded.user_id and sessions.env = excluded.env
       and sessions.active_org_id is not distinct from excluded.active_org_id
   returning id`,
);

export const endSession = statement<{ sessionId: string }, never>(
  'end_session',
  'update sessions set ended_at = clock_timestamp() where id = :sessionId and ended_at is null',
);
