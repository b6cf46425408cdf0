export const WEBHOOK_EVENTS = [
  'checkout.authorized',
  'charge.captured',
  'charge.voided',
  'charge.returned',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The gap between the end of each failed attempt and the next attempt. Source: specification, "Events";
 * contract, section 9.
 */
export const RETRY_GAPS_MS = [60 * SECOND, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR] as const;

/** The time that an endpoint has to answer. */
export const ATTEMPT_TIMEOUT_MS = 10 * SECOND;

/**
 * The longest duration of an attempt with its waits for a slot at the receiver and for the database. One that
 * has no result by then counts as interrupted.
 */
export const ATTEMPT_LEASE_MS = ATTEMPT_TIMEOUT_MS + 10 * SECOND;

/** The gap after the failed attempt `step` (from 1) in milliseconds, or null after the last attempt. */
export function gapAfter(step: number): number | null {
  return RETRY_GAPS_MS[step - 1] ?? null;
}

/** The time after a rotation in which the previous secret signs beside the new one. */
export const SECRET_OVERLAP_HOURS = 24;

/** The most deliveries that one call resends. */
export const MAX_RESENDS = 1000;
