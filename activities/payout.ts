import * as payouts from '../src/commands/payout.ts';
import type { PayoutDeps, ReserveStep, TransferReport } from '../src/commands/payout.ts';
import type { Nudge, PayoutRef } from '../workflows/messages.ts';
import type { ActivityDeps } from './dependencies.ts';

/** The payout workflow's steps in the book: one command each, safe to run twice, the locked row decides. */
export function createPayoutActivities(deps: PayoutDeps & Pick<ActivityDeps, 'reached'>) {
  return {
    loadPayout: ({ payoutId }: PayoutRef) => payouts.loadPayout(deps.database.pool, payoutId),

    async reservePayout(step: ReserveStep) {
      const reserved = await payouts.reservePayout(deps, step);
      deps.reached('payout.reserved');
      return reserved;
    },

    settleDue: (step: PayoutRef & { at: number }) => payouts.settleDue(deps, step),

    nudgePayout: (step: PayoutRef & Nudge) => payouts.nudgePayout(deps, step),

    async beginSending(payout: PayoutRef) {
      const begun = await payouts.beginSending(deps.database, payout);
      deps.reached('payout.sending');
      return begun;
    },

    async applyTransfer(report: TransferReport) {
      const applied = await payouts.applyTransfer(deps, report);
      deps.reached('payout.applied');
      return applied;
    },

    refuseTransfer: (step: PayoutRef & { reason: string }) => payouts.refuseTransfer(deps, step),
  };
}

export type PayoutActivities = ReturnType<typeof createPayoutActivities>;
