import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { readTraceparent, traceparentOf } from '../domain/trace.ts';
import type { Trace } from '../domain/trace.ts';

/** The number of hexadecimal digits in a parent id. */
const PARENT_ID = 16;

/**
 * The trace of the call that this process is working for. A request or an activity sets it; the Temporal
 * client reads it.
 */
export const tracing = new AsyncLocalStorage<Trace>();

/**
 * The caller's `traceparent`, unchanged, so that our calls join the caller's span. We record no spans of our
 * own. Without one from the caller, a new one that is not sampled.
 */
export function traceparentFor(sent: string): string {
  return readTraceparent(sent) ?? traceparentOf(random(), random().slice(-PARENT_ID));
}

/**
 * 32 random hexadecimal digits, never all zero. `randomUUID` caches its random bytes, which matters because
 * every call runs this.
 */
function random(): string {
  return randomUUID().replaceAll('-', '');
}
