import { createAwardActivities, createRecommendationActivities } from './award.ts';
import { createReturnActivities } from './charge-return.ts';
import { createCheckoutActivities } from './checkout.ts';
import type { ActivityDeps } from './dependencies.ts';
import { createCounterpartyActivities, createPayeeNameActivities } from './counterparty.ts';
import type { PayeeNameDeps } from './counterparty.ts';
import { createPayoutActivities } from './payout.ts';
import { createScreeningActivities } from './screening.ts';
import type { ScreeningDeps } from './screening.ts';
import { createSignInMailActivities } from './sign-in-mail.ts';
import type { SignInMailDeps } from './sign-in-mail.ts';
import { createWebhookFailingActivities } from './webhook-failing.ts';
import type { WebhookFailingDeps } from './webhook-failing.ts';
import { createVerificationActivities } from './verification.ts';

/** What the money queue's worker does for its workflows: the book, one transaction a step. */
export function createActivities(deps: ActivityDeps) {
  return {
    ...createCheckoutActivities(deps),
    ...createReturnActivities(deps),
    ...createAwardActivities(deps),
    ...createRecommendationActivities(deps),
    ...createVerificationActivities(deps),
    ...createCounterpartyActivities(deps),
    ...createPayoutActivities(deps),
  };
}

export type PartnerDeps = PayeeNameDeps & ScreeningDeps;

/** What the partners queue's worker does: calls to whoever screens and knows names, while somebody waits. */
export function createPartnerActivities(deps: PartnerDeps) {
  return {
    ...createPayeeNameActivities(deps),
    ...createScreeningActivities(deps),
  };
}

/** What the mail queue's worker does: letters, one an activity. */
export function createMailActivities(deps: SignInMailDeps & WebhookFailingDeps) {
  return { ...createSignInMailActivities(deps), ...createWebhookFailingActivities(deps) };
}

export { createVerificationPartnerActivities } from './verification.ts';
export { createBankActivities } from './bank.ts';
export { createWebhookDeliveryActivities as createWebhookActivities } from './webhook-delivery.ts';
export { createReconciliationActivities } from './reconciliation.ts';
