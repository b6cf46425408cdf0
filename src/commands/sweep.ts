import { deleteOldAuthorizationRequests } from '../store/authorization-requests.ts';
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

/** The periods that an operator sets, in days. */
export interface Retention {
  /** The shipping addresses of paid carts. */
  readonly addressDays: number;
}

/**
 * Ends invites that have run out. Deletes what has a period: sign-in codes, sessions, idempotency keys,
 * logged requests, windows of rate limits, shipping addresses, the e-mail addresses of ended invites, and
 * webhook secrets that no longer sign. docs/privacy.md lists the periods. Safe at any time and twice at once:
 * each batch commits on its own. Calls `onBatch` after each.
 */
export async function sweep(
  { pool }: Database,
  { addressDays }: Retention,
  onBatch: () => void = () => undefined,
): Promise<void> {
  const oldAddresses: Pass = (on, { limit }) => deleteOldAddresses(on, { limit, days: addressDays });
  for (const handleSome of [...PASSES, oldAddresses]) {
    while ((await handleSome(pool, { limit: BATCH })).length === BATCH) onBatch();
    onBatch();
  }
  await forgetOldSecrets(pool, {});
}
