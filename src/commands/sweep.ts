import { expireInvites } from '../store/invites.ts';
import { deleteOldWindows } from '../store/limits.ts';
import type { Database } from '../store/database.ts';
import { deleteOldRequests } from '../store/idempotency.ts';
import { deleteOldCalls } from '../store/request-log.ts';
import {
  deleteOldCodes,
  deleteOldLimits,
  deleteOldSessions,
  deleteOldSignIns,
} from '../store/sign-in-sweep.ts';
import { forgetOldSecrets } from '../store/webhooks.ts';

const BATCH = 1000;
const PASSES = [
  expireInvites,
  deleteOldCodes,
  deleteOldSessions,
  deleteOldSignIns,
  deleteOldLimits,
  deleteOldRequests,
  deleteOldCalls,
  deleteOldWindows,
];

/**
 * Ends invites that have run out. Deletes expired sign-in codes, sessions, idempotency keys, logged requests and windows of rate limits, and
 * webhook secrets that no longer sign. Safe at any time and twice at once: each batch commits on its own.
 */
export async function sweep({ pool }: Database): Promise<void> {
  for (const deleteSome of PASSES) {
    while ((await deleteSome(pool, { limit: BATCH })).length === BATCH);
  }
  await forgetOldSecrets(pool, {});
}
