export const WEBHOOK_EVENTS = ['checkout.authorized', 'charge.captured', 'charge.voided', 'charge.returned'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failure the next attempt follows. Source: specification, "Events"; contract, section 9. */
export const RETRY_GAPS_MS = [60 * SECOND, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR] as const;

/** How long an endpoint may take to answer. */
export const ATTEMPT_TIMEOUT_MS = 10 * SECOND;

/** How long to wait after the failure of the ladder's attempt `step` (from 1), or null when the ladder has ended. */
export function gapAfter(step: number): number | null {
  return RETRY_GAPS_MS[step - 1] ?? null;
}

/** How long the secret before a rotation signs beside the new one. */
export const TWO_SECRETS_HOURS = 24;

/** How many deliveries are resent by one call. */
export const MOST_RESENT = 1000;
