import type { Environment } from '../../domain/environment.ts';
import type { Trace } from '../../domain/trace.ts';

/**
 * What becomes known of a call on its way, for logs, metrics and the org's request log. Whoever finds something out notes it;
 * nothing is decided by it.
 */
export interface Noted extends Trace {
  /** The path as the specification writes it; null while no route is known. */
  route: string | null;
  /** The org on whose behalf the call is: a key's, or one that the session's user was found to be a member of. */
  orgId: string | null;
  env: Environment | null;
  credential: 'api_key' | 'session' | null;
  /** The key's or the user's id. */
  credentialId: string | null;
  idempotency: 'first' | 'replayed' | null;
  /** What the caller was told, and what is known besides. Never what they sent. */
  reason: string | null;
  detail: string | null;
}

/** A call that has been answered. */
export interface CallRecord extends Readonly<Noted> {
  readonly at: Date;
  readonly method: string;
  /** As it was called, without the query. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

/** Nothing is known yet. */
export function noteOf({ requestId, traceparent }: Trace): Noted {
  return {
    requestId,
    traceparent,
    route: null,
    orgId: null,
    env: null,
    credential: null,
    credentialId: null,
    idempotency: null,
    reason: null,
    detail: null,
  };
}
