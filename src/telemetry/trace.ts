import { AsyncLocalStorage } from 'node:async_hooks';
import { readTraceparent, traceparentOf } from '../domain/trace.ts';
import type { Trace } from '../domain/trace.ts';
import { drawRandom } from './random.ts';

const TRACE_ID_BYTES = 16;
const PARENT_ID_BYTES = 8;

/**
 * The trace of the call that this process is working for. A request or an activity sets it; the Temporal
 * client reads it.
 */
export const tracing = new AsyncLocalStorage<Trace>();

/**
 * The caller's `traceparent`, unchanged, so that our calls join the caller's span. We record no spans of our
 * own. Without one from the caller, a new one that is not sampled.
 */
export function traceparentFor(sent: string | undefined): string {
  return (
    (sent === undefined ? null : readTraceparent(sent)) ??
    traceparentOf(randomId(TRACE_ID_BYTES), randomId(PARENT_ID_BYTES))
  );
}

/** Returns a random id in hexadecimal digits, never all zero. */
function randomId(bytes: number): string {
  const id = drawRandom(bytes).toString('hex');
  return /[^0]/.test(id) ? id : randomId(bytes);
}
