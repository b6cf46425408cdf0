import { Context } from '@temporalio/activity';
import type { PayoutDeps } from '../src/commands/payout.ts';
import type { TransferDeps } from '../src/commands/transfer.ts';
import type { AwardInput, PayoutRef } from '../workflows/messages.ts';

/** The dependencies of the activities of the book. */
export interface ActivityDeps extends PayoutDeps, TransferDeps {
  /** Starts the sending of a delivery. Call it after the commit that wrote the delivery. Returns at once. */
  readonly deliver: (deliveryId: string, orgId: string) => void;
  /**
   * Starts the workflows of awards for when they are due. Call it right after the commit that made them
   * pending. Returns at once.
   */
  readonly land: (awards: readonly AwardInput[]) => void;
  /**
   * Starts the daily lookups of a payout that the bank has paid. Call it after the commit. The reconciliation
   * starts one that is lost here. Returns at once.
   */
  readonly watchReturns: (payout: PayoutRef) => void;
  /** Reports a named step. The crash tests stop the process at one of them. */
  readonly reached: (step: string) => void;
}

/** Runs the work of an activity, with a heartbeat every so many milliseconds. */
export async function withHeartbeats<T>(everyMs: number, work: (context: Context) => Promise<T>): Promise<T> {
  const context = Context.current();
  const beating = setInterval(() => context.heartbeat(), everyMs);
  return work(context).finally(() => clearInterval(beating));
}
