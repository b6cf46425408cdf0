import { Context } from '@temporalio/activity';
import type { PayoutDeps } from '../src/commands/payout.ts';

/** The dependencies of the activities of the book. */
export interface ActivityDeps extends PayoutDeps {
  /** Starts the sending of a delivery. Call it after the commit that wrote the delivery. Returns at once. */
  readonly deliver: (deliveryId: string, orgId: string) => void;
  /**
   * Starts the wait of a pending award for its landing. Call it after the commit that made it pending.
   * Returns at once.
   */
  readonly land: (awardId: string, orgId: string) => void;
  /** Reports a named step. The crash tests stop the process at one of them. */
  readonly reached: (step: string) => void;
}

/** Runs the work of an activity, with a heartbeat every so many milliseconds. */
export async function withHeartbeats<T>(everyMs: number, work: (context: Context) => Promise<T>): Promise<T> {
  const context = Context.current();
  const beating = setInterval(() => context.heartbeat(), everyMs);
  return work(context).finally(() => clearInterval(beating));
}
