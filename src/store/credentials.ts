import type { Environment } from '../domain/environment.ts';
import { prepared, preparedOne } from './database.ts';

/** The active key with this digest. `stale`: its last use was written down more than a minute ago. */
export const findApiKey = preparedOne<{ id: string; org_id: string; env: Environment; stale: boolean }>(
  'find_api_key',
  `select id, org_id, env, coalesce(last_used_at < clock_timestamp() - interval '1 minute', true) as stale
   from api_keys where digest = $1 and status = 'ACTIVE'`,
);

export const touchApiKey = prepared<never>(
  'touch_api_key',
  `update api_keys set last_used_at = clock_timestamp() where id = $1 and status = 'ACTIVE'`,
);

/** The session with this token digest, while it lasts. */
export const findSession = preparedOne<{
  id: string;
  user_id: string;
  env: Environment;
  active_org_id: string | null;
  expires_at: Date;
}>(
  'find_session',
  `select id, user_id, env, active_org_id, expires_at
   from sessions where token_digest = $1 and ended_at is null and expires_at > clock_timestamp()`,
);
