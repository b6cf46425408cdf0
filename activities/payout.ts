import * as payouts from '../src/commands/payout.ts';
import type { PayoutDeps, ReserveStep } from '../src/commands/payout.ts';
import * as watches from '../src/commands/return-watch.ts';
import * as transfers from '../src/commands/transfer.ts';
import type { TransferDeps, TransferReport } from '../src/commands/transfer.ts';
import type { Nudge, PayoutRef } from '../workflows/messages.ts';
import type { ActivityDeps } from './dependencies.ts';

/** The payout workflow's steps in the book: one command each, safe to run twice, the locked row decides. */
export function createPayoutActivities(
  deps: PayoutDeps & TransferDeps & Pick<ActivityDeps, 'reached' | 'watchReturns'>,
) {
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
      const begun = await transfers.beginSending(deps.database, payout);
      deps.reached('payout.sending');
      return begun;
    },

    async applyTransfer(report: TransferReport) {
      const applied = await transfers.applyTransfer(deps, report);
      deps.reached('payout.applied');
      const { payoutId, orgId } = report;
      if (applied.status === 'SETTLED') deps.watchReturns({ payoutId, orgId });
      return applied;
    },

    refuseTransfer: (step: PayoutRef & { reason: string }) => transfers.refuseTransfer(deps, step),

    loadReturnWatch: (payout: PayoutRef) => watches.loadReturnWatch(deps.database.pool, payout),

    planLookup: (lookup: watches.LookupStep) => watches.planLookup(deps.database.pool, lookup),
  };
}

export type PayoutActivities = ReturnType<typeof createPayoutActivities>;
