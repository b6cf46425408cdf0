/** The identifiers that connect all work for one call: in answers, logs, workflows and activities. */
export interface Trace {
  readonly requestId: string;
  /** W3C Trace Context, version 00. */
  readonly traceparent: string;
}

/** The names of a trace's parts, as HTTP headers and as headers and memo of workflows. */
export const TRACE_HEADERS = { requestId: 'x-request-id', traceparent: 'traceparent' } as const;

const PARTS = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Reads a caller's `traceparent` and returns it in version 00. Returns null for an invalid one: all-zero ids,
 * or version ff. Parts that later versions append are dropped. Source: W3C Trace Context.
 */
export function readTraceparent(sent: string): string | null {
  const [, version = 'ff', traceId = '', parentId = '', flags = '', more] = PARTS.exec(sent) ?? [];
  if (version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(parentId)) return null;
  return version === '00' && more !== undefined ? null : traceparentOf(traceId, parentId, flags);
}

/** Builds a `traceparent` from its hexadecimal parts. */
export function traceparentOf(traceId: string, parentId: string, flags = '00'): string {
  return `00-${traceId}-${parentId}-${flags}`;
}
