/** What ties together all that is done for one call: in answers, logs, workflows and activities. */
export interface Trace {
  readonly requestId: string;
  /** W3C Trace Context, version 00. */
  readonly traceparent: string;
}

/** The names under which a trace travels: as HTTP header, and as header and memo of workflows. */
export const TRACE_HEADERS = { requestId: 'x-request-id', traceparent: 'traceparent' } as const;

const PARTS = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * The `traceparent` that a caller sent, written in version 00; null for one that is none. Source: W3C Trace Context: zeros and
 * version ff are invalid, what a later version has appended is dropped.
 */
export function readTraceparent(sent: string): string | null {
  const [, version = 'ff', traceId = '', parentId = '', flags = '', more] = PARTS.exec(sent) ?? [];
  if (version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(parentId)) return null;
  return version === '00' && more !== undefined ? null : traceparentOf(traceId, parentId, flags);
}

/** A `traceparent` of these hexadecimal parts. */
export function traceparentOf(traceId: string, parentId: string, flags = '00'): string {
  return `00-${traceId}-${parentId}-${flags}`;
}
