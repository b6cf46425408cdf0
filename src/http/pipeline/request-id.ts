import type { Context, Middleware } from 'koa';
import { randomUUID } from 'node:crypto';
import { TRACE_HEADERS } from '../../domain/trace.ts';
import { traceparentFor, tracing } from '../../telemetry/trace.ts';
import { openRecord } from './request-record.ts';
import type { RequestOutcome, RequestState } from './request-record.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;

/** Replaces a target without a path, such as `http://[/`: otherwise every read of its path would throw. */
const NO_PATH = '/-';

/**
 * Gives each request its id, its trace and its record, and its answer these headers. Reports the record with
 * the answer.
 */
export function identifyRequests(
  headers: Readonly<Record<string, string>>,
  onAnswer: (request: RequestOutcome) => void,
): Middleware<RequestState> {
  return async (ctx, next) => {
    const [at, began] = [new Date(), performance.now()];
    if (!hasPath(ctx)) ctx.req.url = NO_PATH;
    const sent = ctx.get(TRACE_HEADERS.requestId);
    const requestId = REQUEST_ID.test(sent) ? sent : randomUUID();
    const record = openRecord({ requestId, traceparent: traceparentFor(ctx.get(TRACE_HEADERS.traceparent)) });
    ctx.state.record = record;
    ctx.set(TRACE_HEADERS.requestId, requestId);
    ctx.set(headers);
    await tracing.run(record, next);
    const { method, path, status } = ctx;
    onAnswer({ ...record, at, method, path, status, ms: performance.now() - began });
  };
}

function hasPath(ctx: Pick<Context, 'path'>): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}
