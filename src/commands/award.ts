import type { AwardStatus } from '../domain/cashback.ts';
import { awardRow, lockAward, writeLanding } from '../store/awards.ts';
import type { AwardRow } from '../store/awards.ts';
import { databaseIsAway } from '../store/database.ts';
import type { Queryable } from '../store/database.ts';
import type { AwardRef, RowState } from '../../workflows/messages.ts';
import { brokenInvariant, clockOf } from './command.ts';
import type { CommandDeps } from './command.ts';

export type AwardState = RowState<AwardStatus>;

/** The landing of an award. `at` is in milliseconds of the org's time. */
export interface LandingStep extends AwardRef {
  /** The time that judges whether the award is due. Default: the org's time as the database reports it. */
  readonly at?: number;
}

/** The state of an award as it is stored. */
export async function loadAward(on: Queryable, { awardId }: AwardRef): Promise<AwardState> {
  return stateOf(awardId, await awardRow(on, { awardId }));
}

/**
 * Lands an award that is pending and due, in live by the database's clock too. Returns the award as it then
 * is. A second run finds it landed.
 */
export function landAward(
  { database, newId }: Pick<CommandDeps, 'database' | 'newId'>,
  step: LandingStep,
): Promise<AwardState> {
  const { awardId, at } = step;
  return database.transaction(async (tx) => {
    await lockAward(tx, step);
    const landing = { awardId, at: at === undefined ? null : new Date(at), journalId: newId() };
    return stateOf(awardId, await writeLanding(tx, landing));
  });
}

/**
 * Lands an award that has fallen due. Returns null, or the reason why it did not land: one row that always
 * fails must not stop the others. Throws while the database is away.
 */
export async function landDueAward(
  deps: Pick<CommandDeps, 'database' | 'newId'>,
  award: AwardRef,
): Promise<string | null> {
  try {
    const { due, status } = await landAward(deps, award);
    return due === null ? null : `it is ${status}`;
  } catch (error) {
    if (databaseIsAway(error)) throw error;
    return String(error);
  }
}

function stateOf(awardId: string, row: AwardRow | null): AwardState {
  if (row === null) throw brokenInvariant(`no award ${awardId}`);
  const due = row.status === 'PENDING' && row.pendingUntil !== null ? row.pendingUntil.getTime() : null;
  return { status: row.status, due, clock: clockOf(row) };
}
