import Router from '@koa/router';
import Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { REASONS } from '../domain/outcome.ts';
import { databaseIsAway } from '../store/database.ts';
import { Refused, STATUS, refused, valueOf } from './answers.ts';
import { readBody } from './body.ts';
import { callerAddress } from './caller-address.ts';
import { docs } from './docs.ts';
import { identify, requireSignature } from './credentials.ts';
import type { ApiDeps, Call, Route } from './route.ts';
import type { Credential } from './caller.ts';
import { requireTable } from './route-table.ts';
import { readShape } from './shapes/reading.ts';
import { workflowsAreAway } from './temporal.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;
const RETRY_AFTER_SECONDS = '1';

/**
 * The API: request id, errors, then the route with its credential, body and handler, in the contract's order of checks.
 * Throws when the route table is not whole.
 */
export function createApp({ routes, deps, log }: { routes: readonly Route[]; deps: ApiDeps; log: Logger }): Koa {
  const app = new Koa();
  const router = new Router();
  for (const route of requireTable(routes)) {
    router.register(koaPath(route.path), [route.method], [handlerOf(route, deps)]);
  }
  app.use(requestId);
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

const requestId: Middleware = async (ctx, next) => {
  const sent = ctx.get('x-request-id');
  ctx.state['requestId'] = REQUEST_ID.test(sent) ? sent : randomUUID();
  ctx.set('x-request-id', ctx.state['requestId']);
  ctx.set('x-content-type-options', 'nosniff');
  ctx.set('cache-control', 'no-store');
  await next();
};

/** Every failure is `{error}`. What is unexpected is logged in full under the request id and told as nothing. */
function errors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof Refused) return answerRefusal(ctx, error);
      if (databaseIsAway(error) || workflowsAreAway(error)) {
        log.warn({ err: error, requestId: ctx.state['requestId'] }, 'temporarily unavailable');
        ctx.status = STATUS.unavailable;
        ctx.set('retry-after', RETRY_AFTER_SECONDS);
        ctx.body = { error: REASONS.unavailable };
        return;
      }
      log.error({ err: error, requestId: ctx.state['requestId'] }, 'internal error');
      ctx.status = 500;
      ctx.body = { error: 'internal error' };
    }
  };
}

function answerRefusal(ctx: Context, { refusal }: Refused): void {
  ctx.status = STATUS[refusal.code];
  if (refusal.code === 'unavailable') ctx.set('retry-after', RETRY_AFTER_SECONDS);
  // Read on and drop the rest: a sender that is cut off while it still writes never sees the answer.
  if (refusal.code === 'body_too_large') ctx.req.resume();
  const { retry_after: seconds, ...details } = refusal.details ?? {};
  if (seconds !== undefined) ctx.set('retry-after', String(seconds));
  ctx.body = { error: refusal.reason, ...details };
}

function handlerOf(route: Route, deps: ApiDeps): Middleware {
  return async (ctx) => {
    const caller = await identify(route.credential, ctx.req.headers, deps);
    const { sent, bytes } = valueOf(await readBody(ctx.req));
    requireSignature(route.credential, ctx.req.headers, { config: deps.config, body: bytes });
    if (route.access.environment === 'sandbox' && caller?.env !== 'sandbox') refused('not_found');
    const call: Call<Credential, unknown, unknown> = {
      deps,
      caller: caller as never,
      capability: route.access.capability ?? 'view',
      params: ctx['params'] as Record<string, string>,
      callerAddress: callerAddress(ctx.req, deps.config.TRUSTED_PROXY_HOPS),
      sent,
      body: () => (route.body === undefined ? {} : valueOf(readShape(route.body, sent))),
      query: () => (route.query === undefined ? {} : valueOf(readShape(route.query, ctx.query))),
      requestId: ctx.state['requestId'] as string,
    };
    const answer = await route.handle(call);
    ctx.status = 200;
    ctx.body = answer;
  };
}

/** No route with this method: 405 when the path is known under others, else 404. */
function noRoute(router: Router): Middleware {
  return (ctx) => {
    const methods = new Set(router.stack.filter((layer) => layer.match(ctx.path)).flatMap((layer) => layer.methods));
    if (methods.size === 0) refused('not_found');
    ctx.set('allow', [...methods].join(', '));
    refused('method_not_allowed');
  };
}
