import { createAwardActivities, createRecommendationActivities } from './award.ts';
import { createReturnActivities } from './charge-return.ts';
import { createCheckoutActivities } from './checkout.ts';
import type { ActivityDeps } from './dependencies.ts';
import { createCounterpartyActivities, createPayeeNameActivities } from './counterparty.ts';
import type { PayeeNameDeps } from './counterparty.ts';
import { createDepositActivities } from './deposit.ts';
import { createDestinationMailActivities } from './destination-mail.ts';
import type { DestinationMailDeps } from './destination-mail.ts';
import { createOrgNoticeActivities } from './org-notice.ts';
import type { OrgNoticeDeps } from './org-notice.ts';
import { createPayoutActivities } from './payout.ts';
import { createScreeningActivities } from './screening.ts';
import type { ScreeningDeps } from './screening.ts';
import { createSignInMailActivities } from './sign-in-mail.ts';
import type { SignInMailDeps } from './sign-in-mail.ts';
import { createWebhookFailingActivities } from './webhook-failing.ts';
import type { WebhookFailingDeps } from './webhook-failing.ts';
import { createVerificationActivities } from './verification.ts';

/** The activities of the money queue. Each runs one transaction. */
export function createActivities(deps: ActivityDeps) {
  return {
    ...createCheckoutActivities(deps),
    ...createReturnActivities(deps),
    ...createAwardActivities(deps),
    ...createRecommendationActivities(deps),
    ...createVerificationActivities(deps),
    ...createCounterpartyActivities(deps),
    ...createPayoutActivities(deps),
    ...createDepositActivities(deps),
  };
}

export type PartnerDeps = PayeeNameDeps & ScreeningDeps;

/** The activities of the partners queue: screening and name checks that a caller waits for. */
export function createPartnerActivities(deps: PartnerDeps) {
  return {
    ...createPayeeNameActivities(deps),
    ...createScreeningActivities(deps),
  };
}

export type MailDeps = SignInMailDeps & WebhookFailingDeps & DestinationMailDeps & OrgNoticeDeps;

/** The activities of the mail queue. Each sends one mail. */
export function createMailActivities(deps: MailDeps) {
  return {
    ...createSignInMailActivities(deps),
    ...createWebhookFailingActivities(deps),
    ...createDestinationMailActivities(deps),
    ...createOrgNoticeActivities(deps),
  };
}

export { createVerificationPartnerActivities } from './verification.ts';
export { createBankActivities } from './bank.ts';
export { createBankComparisonActivities } from './bank-comparison.ts';
export {
  createFirstAttempt,
  createWebhookDeliveryActivities as createWebhookActivities,
} from './webhook-delivery.ts';
export { createReconciliationActivities } from './reconciliation.ts';
