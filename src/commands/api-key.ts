import { decideNewKey } from '../domain/api-key.ts';
import type { Environment } from '../domain/environment.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { databaseNow } from '../entities/columns.ts';
import { ApiKey } from '../entities/api-key.ts';
import { makeApiKey } from '../security/secrets.ts';
import { insertApiKey, newKeyFacts } from '../store/api-keys.ts';
import type { KeyLimits } from '../store/api-keys.ts';
import type { Origin } from '../domain/org-event.ts';
import type { Transaction } from '../store/database.ts';
import { lockOrg } from '../store/members.ts';
import type { TrailContext } from './context.ts';
import { recordOrgEvent } from './org-event.ts';

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
  { database, origin }: TrailContext,
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
    if (issued === null) return refuse('unavailable');
    const { orgId, env, name, scopes } = request;
    const target = { kind: 'key', id: request.keyId };
    const event = { orgId, env, target, after: { name, prefix, scopes }, isMailed: env === 'live' };
    if (issued.isNew) await recordOrgEvent(tx, origin, { ...event, action: 'key.issued' });
    return ok({ key, prefix });
  });
}

/** Revokes a key. A second call changes nothing: the key keeps the time of its first revocation. */
export function revokeApiKey({ database, origin }: TrailContext, keyId: string): Promise<boolean> {
  return database.transaction(async (tx) =>
    revokeInTransaction(tx, origin, await tx.em.findOneOrFail(ApiKey, { id: keyId })),
  );
}

/** Revokes a key in the caller's transaction. Returns false for one that is revoked already. */
export async function revokeInTransaction(
  tx: Transaction,
  origin: Origin,
  { id, orgId, env, name, prefix }: ApiKey,
): Promise<boolean> {
  const revoked = { status: 'REVOKED', revokedAt: databaseNow() } as const;
  const changed = await tx.em.nativeUpdate(ApiKey, { id, status: 'ACTIVE' }, revoked);
  if (changed === 0) return false;
  const before = { name, prefix, status: 'ACTIVE' };
  const event = { orgId, env, target: { kind: 'key', id }, before, after: { status: 'REVOKED' } };
  await recordOrgEvent(tx, origin, { ...event, action: 'key.revoked' });
  return true;
}
