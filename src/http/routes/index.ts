import { apiKeyRoutes } from './api-keys.ts';
import { buyListRoutes } from './buy-list.ts';
import { chargeRoutes } from './charges.ts';
import { checkoutRoutes } from './checkouts.ts';
import { meRoutes } from './me.ts';
import { orgRoutes } from './orgs.ts';
import { sandboxRoutes } from './sandbox.ts';
import { signInRoutes } from './sign-in.ts';
import { terminalRoutes } from './terminals.ts';
import { walletRoutes } from './wallet.ts';
import type { Route } from '../route.ts';
import { healthRoutes } from './health.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every route of the service. What is not in this list does not exist. */
export const ROUTES: readonly Route[] = [...healthRoutes, ...signInRoutes, ...meRoutes, ...orgRoutes, ...apiKeyRoutes, ...webhookRoutes, ...buyListRoutes, ...chargeRoutes, ...checkoutRoutes, ...terminalRoutes, ...walletRoutes, ...sandboxRoutes];
