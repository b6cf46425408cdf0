import Router from '@koa/router';
import Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { REASONS } from '../domain/outcome.ts';
import { TRACE_HEADERS } from '../domain/trace.ts';
import { databaseIsAway } from '../store/database.ts';
import { traceparentFor, tracing } from '../trace.ts';
import { ANSWER_HEADERS, Refused, refusalBody, refused, STATUS } from './answers.ts';
import { callLimitsOf } from './pipeline/call-limits.ts';
import { NoTurn } from './commands/object-queue.ts';
import { docs } from './openapi/page.ts';
import { handlerOf } from './pipeline/handle.ts';
import { createIdempotency } from './pipeline/keyed-commands.ts';
import { openRecord } from './pipeline/request-record.ts';
import type { AnsweredRequest, RequestRecord } from './pipeline/request-record.ts';
import type { ApiDeps, Route } from './route.ts';
import { requireTable } from './access/route-table.ts';
import { workflowsAreAway } from './temporal.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;
const RETRY_AFTER_SECONDS = '1';

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly deps: ApiDeps;
  /** For faults. */
  readonly log: Logger;
  /** Is told of every call once it has its answer. It must neither throw nor take time. */
  readonly tell?: (call: AnsweredRequest) => void;
}

/**
 * The API: request id, errors, then the route with its credential, body and handler, in the contract's order of checks.
 * Throws when the route table is not whole.
 */
export function createApp({ routes, deps, log, tell = () => undefined }: AppOptions): Koa {
  const app = new Koa();
  // A path is one path: its idempotency keys and its log are by what was asked for.
  const router = new Router({ sensitive: true, strict: true });
  const shared = { deps, idempotency: createIdempotency(deps), limits: callLimitsOf(deps) };
  for (const { path, method } of shadowed(routes)) router.register(koaPath(path), [method], [noRoute(router)], { name: SHADOWED });
  for (const route of requireTable(routes)) {
    router.register(koaPath(route.path), [route.method], [handlerOf(route, shared)]);
  }
  app.use(traced(tell));
  app.use(errors(log));
  app.use(docs(routes));
  app.use(router.routes());
  app.use(noRoute(router));
  app.on('error', (error: Error) => log.error({ err: error }, 'connection fault'));
  return app;
}

/** `/orgs/{id}` as the router writes it: `/orgs/:id`. */
function koaPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** What stands for a target that is none, `http://[/` for one: whatever asks for its path gets an error. */
const NO_PATH = '/-';

function hasPath(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}

/** Gives the call its request id and trace, lets the rest see them, and tells what became of it. */
function traced(tell: (call: AnsweredRequest) => void): Middleware {
  return async (ctx, next) => {
    const [at, began] = [new Date(), performance.now()];
    if (!hasPath(ctx)) ctx.req.url = NO_PATH;
    const sent = ctx.get(TRACE_HEADERS.requestId);
    const record = openRecord({
      requestId: REQUEST_ID.test(sent) ? sent : randomUUID(),
      traceparent: traceparentFor(ctx.get(TRACE_HEADERS.traceparent)),
    });
    ctx.state['record'] = record;
    ctx.set(TRACE_HEADERS.requestId, record.requestId);
    ctx.set(ANSWER_HEADERS);
    await tracing.run(record, next);
    tell({ ...record, at, method: ctx.method, path: ctx.path, status: ctx.status, ms: performance.now() - began });
  };
}

/** Every failure is `{error}`. What is unexpected is logged in full under the request id and told as nothing. */
function errors(log: Logger): Middleware {
  return async (ctx, next) => {
    const record = ctx.state['record'] as RequestRecord;
    const { requestId, traceparent } = record;
    try {
      await next();
    } catch (error) {
      if (error instanceof Refused) return answerRefusal(ctx, error);
      const isDatabase = databaseIsAway(error);
      if (isDatabase || error instanceof NoTurn || workflowsAreAway(error)) {
        log.warn({ err: error, requestId, traceparent }, 'temporarily unavailable');
        ctx.set('retry-after', RETRY_AFTER_SECONDS);
        answerFault(ctx, STATUS.unavailable, REASONS.unavailable);
        record.detail = isDatabase
          ? 'the database did not answer'
          : error instanceof NoTurn
            ? error.message
            : 'no workflow answered in time';
        return;
      }
      log.error({ err: error, requestId, traceparent }, 'internal error');
      answerFault(ctx, 500, 'internal error');
      record.detail = error instanceof Error ? error.name : null;
    }
  };
}

function answerFault(ctx: Context, status: number, reason: string): void {
  ctx.status = status;
  ctx.body = { error: reason };
  (ctx.state['record'] as RequestRecord).reason = reason;
}

function answerRefusal(ctx: Context, { refusal }: Refused): void {
  const record = ctx.state['record'] as RequestRecord;
  record.reason = refusal.reason;
  // Of what stands beside a reason only this names nobody.
  const { blockers } = refusal.details ?? {};
  if (blockers !== undefined) record.detail = [blockers].flat().join(', ');
  ctx.status = STATUS[refusal.code];
  if (refusal.code === 'unavailable') ctx.set('retry-after', RETRY_AFTER_SECONDS);
  // Read on and drop the rest: a sender that is cut off while it still writes never sees the answer.
  if (refusal.code === 'body_too_large') ctx.req.resume();
  const seconds = refusal.details?.['retry_after'];
  if (seconds !== undefined) ctx.set('retry-after', String(seconds));
  ctx.body = refusalBody(refusal);
}

/**
 * A path without parameters comes before one with, as in OpenAPI: `GET …/deliveries/resend` is no call for a delivery named
 * "resend". These are the calls of such paths that another route would take for its own.
 */
function shadowed(routes: readonly Route[]): { path: string; method: string }[] {
  const fits = (pattern: string, path: string): boolean => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  return routes.flatMap(({ path, method }) =>
    [...new Set(routes.map((other) => other.path))]
      .filter((concrete) => concrete !== path && fits(path, concrete) && !fits(concrete, path))
      .filter((concrete) => !routes.some((other) => other.path === concrete && other.method === method))
      .map((concrete) => ({ path: concrete, method })),
  );
}

const SHADOWED = 'shadowed';

/** No route with this method: 405 when the path is known under others, else 404. */
function noRoute(router: Router): Middleware {
  return (ctx) => {
    const matching = router.stack.filter((layer) => layer.match(ctx.path));
    if (matching.length === 0) refused('not_found');
    const fewest = Math.min(...matching.map((layer) => layer.paramNames.length));
    const meant = matching.filter(({ paramNames, name }) => paramNames.length === fewest && name !== SHADOWED);
    ctx.set('allow', [...new Set(meant.flatMap((layer) => layer.methods))].join(', '));
    refused('method_not_allowed');
  };
}
