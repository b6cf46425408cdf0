import { deleteOldAuthorizationRequests } from '../store/authorization-requests.ts';
import { deleteOldAttempts } from '../store/compliance.ts';
import { expireInvites } from '../store/invites.ts';
import { deleteOldWindows } from '../store/limits.ts';
import { deleteOldRequests } from '../store/idempotency.ts';
import { deleteOldCalls } from '../store/request-log.ts';
import {
  deleteOldCodes,
  deleteOldLimits,
  deleteOldSessions,
  deleteOldSignIns,
} from '../store/sign-in-sweep.ts';
import { deleteOldCallbacks, giveUpCallbacks } from '../store/partner-callbacks.ts';
import { forgetOldSecrets } from '../store/webhooks.ts';
import { deleteOldAddresses, deleteUnpaidAddresses, forgetOldInvites } from '../store/privacy-sweep.ts';
import type { Database, Queryable } from '../store/database.ts';

const BATCH = 1000;
const PASSES: readonly Pass[] = [
  expireInvites,
  deleteOldCodes,
  deleteOldSessions,
  deleteOldSignIns,
  deleteOldLimits,
  deleteOldRequests,
  deleteOldAuthorizationRequests,
  deleteOldCalls,
  deleteOldWindows,
  deleteUnpaidAddresses,
  forgetOldInvites,
  giveUpCallbacks,
  deleteOldCallbacks,
];

/** A pass of the sweep: it handles at most `limit` rows, and returns one for each. */
type Pass = (on: Queryable, params: { readonly limit: number }) => Promise<readonly unknown[]>;

/** The periods that follow from settings. */
export interface Retention {
  /** The shipping addresses of paid carts, in days. */
  readonly addressDays: number;
  /** Blocked attempts, which monitoring's limits count. */
  readonly attemptSeconds: number;
}

/**
 * Ends invites that have run out. Deletes what has a period: sign-in codes, sessions, idempotency keys, logged
 * requests, windows of rate limits, blocked attempts, shipping addresses, the e-mail addresses of ended invites, and
 * webhook secrets that no longer sign. docs/privacy.md lists the periods. Safe at any time and twice at once: each
 * batch commits on its own. Calls `onBatch` after each.
 */
export async function sweep(
  { pool }: Database,
  { addressDays, attemptSeconds }: Retention,
  onBatch: () => void = () => undefined,
): Promise<void> {
  const oldAddresses: Pass = (on, { limit }) => deleteOldAddresses(on, { limit, days: addressDays });
  const oldAttempts: Pass = (on, { limit }) => deleteOldAttempts(on, { limit, seconds: attemptSeconds });
  for (const handleSome of [...PASSES, oldAddresses, oldAttempts]) {
    while ((await handleSome(pool, { limit: BATCH })).length === BATCH) onBatch();
    onBatch();
  }
  await forgetOldSecrets(pool, {});
}
