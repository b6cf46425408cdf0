import { apiKeyRoutes } from './api-keys.ts';
import { auditRoutes } from './audit.ts';
import { bankEventRoutes } from './bank-events.ts';
import { buyListRoutes } from './buy-list.ts';
import { chargeRoutes } from './charges.ts';
import { checkoutRoutes } from './checkouts.ts';
import { deliveryRoutes } from './deliveries.ts';
import { eventRoutes } from './events.ts';
import { inviteRoutes } from './invites.ts';
import { meRoutes } from './me.ts';
import { memberRoutes } from './members.ts';
import { modeRoutes } from './mode.ts';
import { orgRoutes } from './orgs.ts';
import { requestRoutes } from './requests.ts';
import { sandboxRoutes } from './sandbox.ts';
import { sessionRoutes } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';
import { terminalRoutes } from './terminals.ts';
import { walletRoutes } from './wallet.ts';
import { cashbackRoutes } from './cashback.ts';
import { bankRoutes } from './bank.ts';
import { bankBreakRoutes } from './bank-breaks.ts';
import { payoutRoutes } from './payouts.ts';
import { adjustmentRoutes } from './adjustments.ts';
import { screeningRoutes } from './screening.ts';
import { stuckPayoutRoutes } from './stuck-payouts.ts';
import { suspenseRoutes } from './suspense.ts';
import { operatorRoutes } from './operator.ts';
import { operatorFindRoutes } from './operator-find.ts';
import { bookRoutes } from './books.ts';
import { saleRoutes } from './sales.ts';
import { timelineRoutes } from './timeline.ts';
import type { Route } from '../route.ts';
import { complianceRoutes } from './compliance.ts';
import { healthRoutes } from './health.ts';
import { verificationEventRoutes } from './verification-events.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every route of the API. A route outside this list is not served. */
export const ROUTES: readonly Route[] = [
  ...healthRoutes,
  ...signInRoutes,
  ...sessionRoutes,
  ...modeRoutes,
  ...meRoutes,
  ...orgRoutes,
  ...requestRoutes,
  ...auditRoutes,
  ...memberRoutes,
  ...inviteRoutes,
  ...apiKeyRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
  ...buyListRoutes,
  ...chargeRoutes,
  ...checkoutRoutes,
  ...terminalRoutes,
  ...walletRoutes,
  ...bankEventRoutes,
  ...sandboxRoutes,
  ...cashbackRoutes,
  ...complianceRoutes,
  ...verificationEventRoutes,
  ...bankRoutes,
  ...payoutRoutes,
  ...operatorRoutes,
  ...operatorFindRoutes,
  ...screeningRoutes,
  ...bankBreakRoutes,
  ...suspenseRoutes,
  ...adjustmentRoutes,
  ...stuckPayoutRoutes,
  ...saleRoutes,
  ...bookRoutes,
  ...timelineRoutes,
];
