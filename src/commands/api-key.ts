import { decideNewKey } from '../domain/api-key.ts';
import type { Environment } from '../domain/environment.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { databaseNow } from '../entities/columns.ts';
import { ApiKey } from '../entities/api-key.ts';
import { makeApiKey } from '../security/secrets.ts';
import { insertApiKey, newKeyFacts } from '../store/api-keys.ts';
import type { KeyLimits } from '../store/api-keys.ts';
import { lockOrg } from '../store/members.ts';
import type { DatabaseContext } from './context.ts';

interface KeyRequest extends KeyLimits {
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
 * Issues a key. Returns its only copy in clear. Keys of one organization are issued one at a time: otherwise
 * calls at once could pass the limit together. Refused: `expires_at: …`, `too many keys`, and `temporarily
 * unavailable` for a key that is already in use.
 */
export function issueApiKey(
  { database }: DatabaseContext,
  request: KeyRequest,
): Promise<Outcome<{ readonly key: string; readonly prefix: string }>> {
  const { key, prefix, digest } = makeApiKey(request.env);
  return database.transaction(async (tx) => {
    await lockOrg(tx, request);
    const facts = await newKeyFacts(tx, request);
    if (facts === null) throw new Error('an aggregate returned no row');
    const allowed = decideNewKey(facts);
    if (!allowed.ok) return allowed;
    const issued = await insertApiKey(tx, { ...request, prefix, digest });
    return issued === null ? refuse('unavailable') : ok({ key, prefix });
  });
}

/** Revokes a key. A second call changes nothing: the key keeps the time of its first revocation. */
export async function revokeApiKey({ database }: DatabaseContext, keyId: string): Promise<void> {
  const revoked = { status: 'REVOKED', revokedAt: databaseNow() } as const;
  await database.em().nativeUpdate(ApiKey, { id: keyId, status: 'ACTIVE' }, revoked);
}
