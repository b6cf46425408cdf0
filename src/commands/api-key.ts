import type { Environment } from '../domain/environment.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { databaseNow } from '../entities/columns.ts';
import { ApiKey } from '../entities/api-key.ts';
import { makeApiKey } from '../security/secrets.ts';
import { insertApiKey } from '../store/api-keys.ts';
import type { DatabaseContext } from './context.ts';

interface KeyRequest {
  readonly keyId: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly name: string;
  /** The user who issues the key. */
  readonly createdBy: string;
  /** True when the call runs again after a crash: the key then gets a new secret. */
  readonly isRepeat: boolean;
}

/**
 * Issues a key. Returns its only copy in clear. Refused: `temporarily unavailable` for a key that is already
 * in use.
 */
export async function issueApiKey(
  { database }: DatabaseContext,
  request: KeyRequest,
): Promise<Outcome<{ readonly key: string; readonly prefix: string }>> {
  const { key, prefix, digest } = makeApiKey(request.env);
  const issued = await insertApiKey(database.pool, { ...request, prefix, digest });
  return issued === null ? refuse('unavailable') : ok({ key, prefix });
}

/** Revokes a key. A second call changes nothing: the key keeps the time of its first revocation. */
export async function revokeApiKey({ database }: DatabaseContext, keyId: string): Promise<void> {
  const revoked = { status: 'REVOKED', revokedAt: databaseNow() } as const;
  await database.em().nativeUpdate(ApiKey, { id: keyId, status: 'ACTIVE' }, revoked);
}
