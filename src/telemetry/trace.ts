import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { readTraceparent, traceparentOf } from '../domain/trace.ts';
import type { Trace } from '../domain/trace.ts';

/** Hexadecimal digits of a parent id. */
const PARENT_ID = 16;

/** The trace of the call that this process is just working for. Set around a request, or an activity; read where Temporal is asked. */
export const tracing = new AsyncLocalStorage<Trace>();

/**
 * The caller's `traceparent` as it came, so that what we call joins the caller's own span: we record none of ours. A new one where
 * the caller sent none; it is not sampled.
 */
export function traceparentFor(sent: string): string {
  return readTraceparent(sent) ?? traceparentOf(random(), random().slice(-PARENT_ID));
}

/** 32 random hexadecimal digits, never all zero. UUIDs draw theirs from a stock: this runs for every call. */
function random(): string {
  return randomUUID().replaceAll('-', '');
}
