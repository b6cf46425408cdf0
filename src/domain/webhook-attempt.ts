import { gapAfter } from './webhook-schedule.ts';
import type { DeliveryStatus } from './webhook-schedule.ts';

/**
 * A finished attempt. `endedAt` is org time in milliseconds. A null status code means that no answer came.
 */
export interface AttemptResult {
  /**
   * The attempt's place in the retry schedule, from 1. A resend of an ended delivery starts the schedule
   * again.
   */
  readonly step: number;
  readonly statusCode: number | null;
  readonly endedAt: number;
}

/**
 * The state of a delivery after an attempt. `nextAttemptAt` is org time in milliseconds, null unless the
 * status is `PENDING`.
 */
export interface DeliveryUpdate {
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: number | null;
}

/**
 * Decides the state of a delivery after an attempt. Any 2xx delivers it. After any other result the next
 * attempt follows the schedule's gap after this attempt's end. After the last gap the delivery is `FAILED`.
 * Source: specification, "Events".
 */
export function afterAttempt({ step, statusCode, endedAt }: AttemptResult): DeliveryUpdate {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300)
    return { status: 'DELIVERED', nextAttemptAt: null };
  const gap = gapAfter(step);
  return gap === null
    ? { status: 'FAILED', nextAttemptAt: null }
    : { status: 'PENDING', nextAttemptAt: endedAt + gap };
}
