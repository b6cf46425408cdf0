import { createAwardActivities, createRecommendationActivities } from './award.ts';
import { createReturnActivities } from './charge-return.ts';
import { createCheckoutActivities } from './checkout.ts';
import type { ActivityDeps } from './dependencies.ts';

/** What the money queue's worker does for its workflows: the book, one transaction a step. */
export function createActivities(deps: ActivityDeps) {
  return {
    ...createCheckoutActivities(deps),
    ...createReturnActivities(deps),
    ...createAwardActivities(deps),
    ...createRecommendationActivities(deps),
  };
}

export { createSignInMailActivities as createMailActivities } from './sign-in-mail.ts';
export { createWebhookDeliveryActivities as createWebhookActivities } from './webhook-delivery.ts';
export { createReconciliationActivities } from './reconciliation.ts';
