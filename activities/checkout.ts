import { authorizeCheckout, captureCharge, voidCharge } from '../src/commands/charge.ts';
import type { ChargeResult, ChargeStep } from '../src/commands/charge.ts';
import { closeOverdue, loadCheckout, openCheckout } from '../src/commands/checkout.ts';
import type { OpeningResult, StepResult } from '../src/commands/checkout.ts';
import type { CaptureResult } from '../src/domain/charge.ts';
import type { Authorized, AuthorizeRequest, CheckoutOpening, CheckoutRef, CheckoutState } from '../workflows/messages.ts';
import type { ActivityDeps } from './dependencies.ts';

/**
 * The checkout workflow's steps. Each is one command and safe to run twice, or at once: the locked row decides.
 * Commands are judged by the org's time as the database reports it under the lock; timed changes are judged by `at`.
 */
export function createCheckoutActivities(deps: ActivityDeps) {
  /** Starts the delivery and the awards that the command committed, and keeps their ids out of the workflow's history. */
  const startEffects = <T>(orgId: string, { answer, row, deliveryId, pendingAwards }: ChargeResult<T>): StepResult<T> => {
    if (deliveryId !== null) deps.deliver(deliveryId, orgId);
    for (const awardId of pendingAwards) deps.land(awardId, orgId);
    return { answer, row };
  };
  return {
    loadCheckout: (checkout: CheckoutRef): Promise<CheckoutState> => loadCheckout(deps, checkout),

    openCheckout: (step: CheckoutRef & { opening: CheckoutOpening }): Promise<OpeningResult> => openCheckout(deps, step),

    async authorizeCheckout(step: CheckoutRef & { request: AuthorizeRequest }): Promise<StepResult<Authorized>> {
      return startEffects(step.orgId, await authorizeCheckout(deps, step));
    },

    async captureCharge(step: ChargeStep): Promise<StepResult<CaptureResult>> {
      const committed = await captureCharge(deps, step);
      deps.reached('capture.committed');
      return startEffects(step.orgId, committed);
    },

    async voidCharge(step: ChargeStep): Promise<StepResult<null>> {
      return startEffects(step.orgId, await voidCharge(deps, step));
    },

    closeOverdue: (step: CheckoutRef & { at: number }): Promise<CheckoutState> => closeOverdue(deps, step),
  };
}

export type CheckoutActivities = ReturnType<typeof createCheckoutActivities>;
