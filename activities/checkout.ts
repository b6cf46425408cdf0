import { authorizeCheckout, captureCharge, voidCharge } from '../src/commands/charge.ts';
import type { ChargeResult, ChargeStep } from '../src/commands/charge.ts';
import { closeOverdue, loadCheckout, openCheckout } from '../src/commands/checkout.ts';
import type { StepResult } from '../src/commands/checkout.ts';
import type { AuthorizeRequest, CheckoutOpening, CheckoutRef } from '../workflows/messages.ts';
import type { ActivityDeps } from './dependencies.ts';

/**
 * The checkout workflow's steps. Each is one command and safe to run twice, or at once: the locked row
 * decides. Commands are judged by the org's time as the database reports it under the lock; timed changes are
 * judged by `at`.
 */
export function createCheckoutActivities(deps: ActivityDeps) {
  /**
   * Starts the delivery and the awards that the command committed, and keeps their ids out of the workflow's
   * history.
   */
  const startEffects = <T>(
    orgId: string,
    { answer, row, deliveryId, pendingAwards }: ChargeResult<T>,
  ): StepResult<T> => {
    if (deliveryId !== null) deps.deliver(deliveryId, orgId);
    deps.land(pendingAwards);
    return { answer, row };
  };
  return {
    loadCheckout: (checkout: CheckoutRef) => loadCheckout(deps.database, checkout),

    openCheckout: (step: CheckoutRef & { opening: CheckoutOpening }) => openCheckout(deps.database, step),

    authorizeCheckout: async (step: CheckoutRef & { request: AuthorizeRequest }) =>
      startEffects(step.orgId, await authorizeCheckout(deps, step)),

    async captureCharge(step: ChargeStep) {
      const committed = await captureCharge(deps, step);
      deps.reached('capture.committed');
      return startEffects(step.orgId, committed);
    },

    voidCharge: async (step: ChargeStep) => startEffects(step.orgId, await voidCharge(deps, step)),

    closeOverdue: (step: CheckoutRef & { at: number }) => closeOverdue(deps.database, step),
  };
}

export type CheckoutActivities = ReturnType<typeof createCheckoutActivities>;
