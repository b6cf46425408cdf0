import type { Environment } from '../domain/environment.ts';
import { PAYOUT_MOVES } from '../domain/payout.ts';
import type { PayoutStatus, PayoutTrigger } from '../domain/payout.ts';
import type { Queryable } from '../store/database.ts';
import * as payouts from '../store/payouts.ts';
import type { PayoutRow } from '../store/payouts.ts';
import type { PayoutRef } from '../../workflows/messages.ts';
import { brokenInvariant } from './command.ts';

/** A step of a payout. */
export interface Move {
  readonly trigger: PayoutTrigger;
  /**
   * The environment of the step: live for the bank's and the operators' steps, sandbox for those of the clock
   * and the merchant.
   */
  readonly env: Environment;
  readonly at: Date;
  readonly reason: string | null;
  readonly newId: () => string;
  /** The command that asks for the move. Absent for moves by the clock, the bank or an operator. */
  readonly command?: { readonly commandId: string; readonly deadline: Date };
  /**
   * Live only: the days in which the bank may still return the money, or turn out to have it. Present when
   * the bank must be asked after this move.
   */
  readonly watchDays?: number;
  /** True when operators ended the payout, without the bank's word. */
  readonly isResolved?: boolean;
}

/** Moves a locked payout and its money by a legal move. Returns the next status. */
export async function movePayout(tx: Queryable, row: PayoutRow, move: Move): Promise<PayoutStatus> {
  const { trigger, env, at, reason, newId, command = { commandId: null, deadline: null } } = move;
  const after = (PAYOUT_MOVES[row.status] as Partial<Record<PayoutTrigger, PayoutStatus>>)[trigger];
  const params = {
    payoutId: row.id,
    before: row.status,
    at,
    failureReason: reason,
    env,
    watchDays: move.watchDays ?? null,
    isResolved: move.isResolved === true,
    ...payouts.STEP_ACCOUNTS[trigger],
    ...command,
  };
  const moved = after && (await payouts.writePayoutStep(tx, { ...params, after, journalId: newId() }));
  if (!after || !moved)
    throw brokenInvariant(`payout ${row.id} met another state or environment than its step is for`);
  return after;
}

/** Locks a payout until the transaction ends, and reads it under the lock. */
export async function lockAndLoad(tx: Queryable, { payoutId, orgId }: PayoutRef): Promise<PayoutRow> {
  await payouts.lockPayout(tx, { payoutId, orgId });
  return readPayout(tx, payoutId);
}

/** Reads a payout that must exist. */
export async function readPayout(on: Queryable, payoutId: string): Promise<PayoutRow> {
  const row = await payouts.payoutRow(on, { payoutId });
  if (row === null) throw brokenInvariant(`no payout ${payoutId}`);
  return row;
}
