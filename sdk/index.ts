export { createPayments } from './client.ts';
export type { Answer, OperationId, Params, Payments } from './client.ts';
export { PaymentsError, PaymentsUnreachable, PaymentsUsageError } from './errors.ts';
export type { CallOptions, TransportOptions } from './transport.ts';
export { verifyWebhook, WebhookVerificationError } from './webhooks.ts';
export type { VerifiedWebhook, VerifyOptions, WebhookHeaders } from './webhooks.ts';
export type { components } from './types.ts';
