import type { Database } from '../src/store/database.ts';
import { deleteOldCodes, deleteOldLimits, deleteOldSessions } from '../src/store/sign-in-sweep.ts';

const BATCH = 1000;

/** Deletes what signing in has left behind and nobody needs. Safe at any time and twice at once; each batch is on its own. */
export async function sweepSignIns({ pool }: Database): Promise<void> {
  for (const deleteSome of [deleteOldCodes, deleteOldSessions, deleteOldLimits]) {
    while ((await deleteSome(pool, { limit: BATCH })).length === BATCH);
  }
}
