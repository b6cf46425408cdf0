import type { Context } from 'koa';
import type { Environment } from '../../domain/environment.ts';
import type { Trace } from '../../domain/trace.ts';

/**
 * The facts about a request for the log, the metrics and the org's request log. Each step adds its facts. No
 * decision depends on a record.
 */
export interface RequestRecord extends Trace {
  /** The path as the specification writes it. Null before routing, and for unknown paths. */
  route: string | null;
  /** The org that the request acts for: a key's own, or one that the session's user belongs to. */
  orgId: string | null;
  env: Environment | null;
  credential: 'api_key' | 'session' | 'operator' | null;
  /** The id of the key or of the user, or the operator's name. */
  credentialId: string | null;
  idempotency: 'first' | 'replayed' | null;
  /** The reason of a failure, as the caller reads it. */
  reason: string | null;
  /**
   * More about the cause. Of the caller's input only numbers, codes and product ids: text may be personal.
   */
  detail: string | null;
  /** The remedy, as the answer's `hint`. */
  hint: string | null;
}

/** A request's record with its answer. */
export interface RequestOutcome extends Readonly<RequestRecord> {
  readonly at: Date;
  readonly method: string;
  /** The path of the request, without its query. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds from the first step to the answer. */
  readonly ms: number;
}

/** Koa's state of a request. */
export interface RequestState {
  record: RequestRecord;
}

/** Opens an empty record under the request's id and trace. */
export function openRecord({ requestId, traceparent }: Trace): RequestRecord {
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
    hint: null,
  };
}

/** Returns the request's record with its answer. `began` is from `performance.now()`. */
export function outcomeOf(
  {
    state,
    method,
    path,
    status,
  }: Pick<Context, 'method' | 'path' | 'status'> & { readonly state: RequestState },
  { at, began }: { readonly at: Date; readonly began: number },
): RequestOutcome {
  return { ...state.record, at, method, path, status, ms: performance.now() - began };
}
