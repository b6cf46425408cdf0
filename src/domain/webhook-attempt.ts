import { gapAfter } from './webhook-schedule.ts';
import type { DeliveryStatus } from './webhook-schedule.ts';

/** An attempt that is over. `endedAt` is org time in milliseconds; no status code means that no answer came. */
export interface EndedAttempt {
  /** Its place in the ladder, from 1. A resend of what has ended begins a new ladder. */
  readonly step: number;
  readonly statusCode: number | null;
  readonly endedAt: number;
}

/** What an attempt makes of its delivery. `nextAttemptAt` is org time in milliseconds, null unless it is `PENDING`. */
export interface AfterAttempt {
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: number | null;
}

/**
 * Any 2xx delivers; after anything else the next attempt follows a gap of the ladder after the end of this one,
 * and when the ladder has ended the delivery has failed. Source: specification, "Events".
 */
export function afterAttempt({ step, statusCode, endedAt }: EndedAttempt): AfterAttempt {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { status: 'DELIVERED', nextAttemptAt: null };
  const gap = gapAfter(step);
  return gap === null ? { status: 'FAILED', nextAttemptAt: null } : { status: 'PENDING', nextAttemptAt: endedAt + gap };
}
