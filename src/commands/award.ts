import type { AwardStatus } from '../domain/cashback.ts';
import { awardRow, lockAward, writeLanding } from '../store/awards.ts';
import type { Queryable } from '../store/database.ts';
import type { AwardInput, RowState } from '../../workflows/messages.ts';
import { brokenInvariant, clockOf } from './command.ts';
import type { CommandDeps } from './command.ts';

export type AwardState = RowState<AwardStatus>;

/** The state of an award as it is stored. */
export async function loadAward(on: Queryable, { awardId }: AwardInput): Promise<AwardState> {
  const row = await awardRow(on, { awardId });
  if (row === null) throw brokenInvariant(`no award ${awardId}`);
  const due = row.status === 'PENDING' && row.pendingUntil !== null ? row.pendingUntil.getTime() : null;
  return { status: row.status, due, clock: clockOf(row) };
}

/**
 * Lands an award that is pending and due by `at` (milliseconds of the org's time), and in live by the
 * database's clock too. A second run finds it landed.
 */
export function landAward(
  { database, newId }: CommandDeps,
  step: AwardInput & { at: number },
): Promise<AwardState> {
  return database.transaction(async (tx) => {
    await lockAward(tx, step);
    // Read before the write: if nothing is due, a later read of the clock could be past the due time, and the
    // workflow would take that for a failed step.
    const before = await loadAward(tx, step);
    const landed = await writeLanding(tx, {
      awardId: step.awardId,
      at: new Date(step.at),
      journalId: newId(),
    });
    return landed === null ? before : loadAward(tx, step);
  });
}
