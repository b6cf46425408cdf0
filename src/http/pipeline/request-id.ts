import type { Context } from 'koa';
import { randomUUID } from 'node:crypto';
import { TRACE_HEADERS } from '../../domain/trace.ts';
import { traceparentFor } from '../../telemetry/trace.ts';
import type { KoaContext } from './context.ts';
import { openRecord } from './request-record.ts';
import type { RequestRecord } from './request-record.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;

/** Replaces a target without a path, such as `http://[/`: otherwise every read of its path would throw. */
const NO_PATH = '/-';

/**
 * Gives the request its id, its trace and its record, and its answer these headers. Returns the record.
 */
export function identifyRequest(
  ctx: KoaContext,
  headers: readonly (readonly [name: string, value: string])[],
): RequestRecord {
  if (!hasPath(ctx)) ctx.req.url = NO_PATH;
  const sent = ctx.req.headers[TRACE_HEADERS.requestId] as string | undefined;
  const requestId = sent !== undefined && REQUEST_ID.test(sent) ? sent : randomUUID();
  const traceparent = traceparentFor(ctx.req.headers[TRACE_HEADERS.traceparent] as string | undefined);
  const record = openRecord({ requestId, traceparent });
  ctx.state.record = record;
  ctx.res.setHeader(TRACE_HEADERS.requestId, requestId);
  for (const [name, value] of headers) ctx.res.setHeader(name, value);
  return record;
}

function hasPath(ctx: Pick<Context, 'path'>): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}
