export { award } from './award.ts';
export { chargeReturn } from './charge-return.ts';
export { checkout } from './checkout.ts';
export { recommendation } from './recommendation.ts';
export { sandboxClock } from './sandbox-clock.ts';
export { reconciliation } from './reconciliation.ts';
export { signInMail } from './sign-in-mail.ts';
export { webhookDelivery } from './webhook-delivery.ts';
