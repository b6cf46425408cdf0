import type { KeyScope } from '../domain/api-key.ts';
import type { Environment } from '../domain/environment.ts';
import { LAST_USED_MINUTES } from './sign-ins.ts';
import { statement, statementOne } from './statement.ts';

interface KeyInUse {
  readonly id: string;
  readonly orgId: string;
  readonly env: Environment;
  /** Null: every scope. */
  readonly scopes: readonly KeyScope[] | null;
  /** Networks in CIDR notation. Null: callers of every address. */
  readonly allowedAddresses: readonly string[] | null;
  /** True when the row's last use is more than a minute old, or missing. */
  readonly stale: boolean;
}

/** Finds the active key with this digest, unless it has expired. */
export const findApiKey = statementOne<{ digest: Buffer }, KeyInUse>(
  'find_api_key',
  `select id, org_id, env, scopes, allowed_addresses,
          coalesce(last_used_at < clock_timestamp() - interval '1 minute', true) as stale
   from api_keys
   where digest = :digest and status = 'ACTIVE' and (expires_at is null or expires_at > clock_timestamp())`,
);

export const touchApiKey = statement<{ keyId: string }, never>(
  'touch_api_key',
  `update api_keys set last_used_at = clock_timestamp() where id = :keyId and status = 'ACTIVE'`,
);

interface OpenSession {
  readonly id: string;
  readonly signInId: string;
  readonly userId: string;
  readonly env: Environment;
  readonly activeOrgId: string | null;
  readonly expiresAt: Date;
  /** True when the last use of the sign-in was written some minutes ago. */
  readonly stale: boolean;
}

/** Finds the session with this token digest, unless it or its sign-in has ended or expired. */
export const findSession = statementOne<{ tokenDigest: Buffer }, OpenSession>(
  'find_session',
  `select s.id, s.sign_in_id, s.user_id, s.env, s.active_org_id, s.expires_at,
          i.last_used_at < clock_timestamp() - interval '${LAST_USED_MINUTES} minutes' as stale
   from sessions s join sign_ins i on i.id = s.sign_in_id
   where s.token_digest = :tokenDigest and s.ended_at is null and s.expires_at > clock_timestamp()
     and i.ended_at is null`,
);
