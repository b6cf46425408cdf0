import type { Queryable } from '../store/database.ts';
import { planNextLookup, returnWatchRow } from '../store/return-watches.ts';
import type { PayoutRef, ReturnWatchState } from '../../workflows/messages.ts';
import { brokenInvariant, clockOf } from './command.ts';

/** The state of the lookups for a late return, as it is stored. */
export async function loadReturnWatch(on: Queryable, { payoutId }: PayoutRef): Promise<ReturnWatchState> {
  const row = await returnWatchRow(on, { payoutId });
  if (row === null) throw brokenInvariant(`no payout ${payoutId}`);
  return {
    status: row.status,
    due: row.dueAt?.getTime() ?? null,
    endsAt: row.endsAt?.getTime() ?? null,
    isTaken: row.isTaken,
    clock: clockOf(row),
  };
}

/** A lookup that was made at `at`. Times in milliseconds since 1970. */
export type LookupStep = PayoutRef & { readonly isHeard: boolean; readonly due: number; readonly at: number };

/**
 * Plans the next lookup after the one that was due at `due`, once. `isHeard` is false when the bank gave no
 * answer.
 */
export async function planLookup(
  on: Queryable,
  { isHeard, due, at, ...payout }: LookupStep,
): Promise<ReturnWatchState> {
  await planNextLookup(on, { payoutId: payout.payoutId, isHeard, due: new Date(due), at: new Date(at) });
  return loadReturnWatch(on, payout);
}
