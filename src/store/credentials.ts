import type { Environment } from '../domain/environment.ts';
import { statement, statementOne } from './statement.ts';

interface KeyInUse {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  /** True when the row's last use is more than a minute old, or missing. */
  readonly stale: boolean;
}

/** Finds the active key with this digest. */
export const findApiKey = statementOne<{ digest: Buffer }, KeyInUse>(
  'find_api_key',
  `select id, org_id, env, coalesce(last_used_at < clock_timestamp() - interval '1 minute', true) as stale
   from api_keys where digest = :digest and status = 'ACTIVE'`,
);

export const touchApiKey = statement<{ keyId: string }, never>(
  'touch_api_key',
  `update api_keys set last_used_at = clock_timestamp() where id = :keyId and status = 'ACTIVE'`,
);

interface OpenSession {
  readonly id: string;
  readonly userId: string;
  readonly env: Environment;
  readonly activeOrgId: string | null;
  readonly expiresAt: Date;
}

/** Finds the session with this token digest, unless it has ended or expired. */
export const findSession = statementOne<{ tokenDigest: Buffer }, OpenSession>(
  'find_session',
  `select id, user_id, env, active_org_id, expires_at
   from sessions where token_digest = :tokenDigest and ended_at is null and expires_at > clock_timestamp()`,
);
