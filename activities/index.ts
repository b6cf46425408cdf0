import { createAwardActivities, createRecommendationActivities } from './award.ts';
import { createReturnActivities } from './charge-return.ts';
import { createCheckoutActivities } from './checkout.ts';
import type { ActivityDeps } from './dependencies.ts';
import { createBankActivities } from './bank.ts';
import type { BankDeps } from './bank.ts';
import { createCounterpartyActivities, createPayeeNameActivities } from './counterparty.ts';
import type { PayeeNameDeps } from './counterparty.ts';
import { createPayoutActivities } from './payout.ts';
import { createScreeningActivities } from './screening.ts';
import type { ScreeningDeps } from './screening.ts';
import { createVerificationActivities, createVerificationPartnerActivities } from './verification.ts';
import type { VerificationPartnerDeps } from './verification.ts';

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

export type PartnerDeps = VerificationPartnerDeps & PayeeNameDeps & ScreeningDeps & BankDeps;

/** What the partners queue's worker does: calls to whoever verifies and banks. */
export function createPartnerActivities(deps: PartnerDeps) {
  return {
    ...createVerificationPartnerActivities(deps),
    ...createPayeeNameActivities(deps),
    ...createScreeningActivities(deps),
    ...createBankActivities(deps),
  };
}

export { createSignInMailActivities as createMailActivities } from './sign-in-mail.ts';
export { createWebhookDeliveryActivities as createWebhookActivities } from './webhook-delivery.ts';
export { createReconciliationActivities } from './reconciliation.ts';
