import { z } from 'zod';
import { invalid, ok } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';

/** The longest wait of a call, in seconds: below the minute after which many proxies cut a connection. */
const MOST_SECONDS = 30;

/** Returns the query parameter `wait`. A handler reads it with `readWait`. */
export function waitParameter(description: string) {
  return z
    .unknown()
    .optional()
    .meta({ type: 'integer', minimum: 0, maximum: MOST_SECONDS, default: 0, description });
}

/** Reads the wait in milliseconds. Refused: `wait: …`. */
export function readWait(wait: unknown): Outcome<number> {
  if (wait === undefined) return ok(0);
  const isWhole = typeof wait === 'string' && /^\d{1,2}$/.test(wait) && Number(wait) <= MOST_SECONDS;
  return isWhole
    ? ok(Number(wait) * 1000)
    : invalid('wait', `must be a whole number of seconds, 0 to ${MOST_SECONDS}`);
}
