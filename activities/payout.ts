import * as payouts from '../src/commands/payout.ts';
import type { PayoutDeps, PayoutResult, ReserveStep, TransferReport } from '../src/commands/payout.ts';
import type { Nudge, PayoutRef, PayoutState } from '../workflows/messages.ts';
import type { ActivityDeps } from './dependencies.ts';

/** The payout workflow's steps in the book: one command each, safe to run twice, the locked row decides. */
export function createPayoutActivities(deps: PayoutDeps & Pick<ActivityDeps, 'reached'>) {
  return {
    loadPayout: ({ payoutId }: PayoutRef): Promise<PayoutState> => payouts.loadPayout(deps.database.pool, payoutId),

    async reservePayout(step: ReserveStep): Promise<PayoutResult<PayoutState | null>> {
      const reserved = await payouts.reservePayout(deps, step);
      deps.reached('payout.reserved');
      return reserved;
    },

    settleDue: (step: PayoutRef & { at: number }): Promise<PayoutState> => payouts.settleDue(deps, step),

    nudgePayout: (step: PayoutRef & Nudge): Promise<PayoutResult> => payouts.nudgePayout(deps, step),

    async beginSending(payout: PayoutRef): Promise<{ isFirst: boolean; row: PayoutState }> {
      const begun = await payouts.beginSending(deps, payout);
      deps.reached('payout.sending');
      return begun;
    },

    async applyTransfer(report: TransferReport): Promise<PayoutState> {
      const applied = await payouts.applyTransfer(deps, report);
      deps.reached('payout.applied');
      return applied;
    },

    refuseTransfer: (step: PayoutRef & { reason: string }): Promise<PayoutState> => payouts.refuseTransfer(deps, step),
  };
}

export type PayoutActivities = ReturnType<typeof createPayoutActivities>;
