import { deleteOldWindows } from '../src/store/limits.ts';
import type { Database } from '../src/store/database.ts';
import { deleteOldRequests } from '../src/store/idempotency.ts';
import { deleteOldCalls } from '../src/store/request-log.ts';

const BATCH = 1000;

/**
 * Deletes what calls have left behind: idempotency keys after their day, the request log after its month, windows of rate
 * limits. Safe at any time and twice at once; each batch is on its own.
 */
export async function sweepRequests({ pool }: Database): Promise<void> {
  for (const deleteSome of [deleteOldRequests, deleteOldCalls, deleteOldWindows]) {
    while ((await deleteSome(pool, { limit: BATCH })).length === BATCH);
  }
}
