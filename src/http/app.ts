import Koa from 'koa';
import type { Logger } from 'pino';
import { tracing } from '../telemetry/trace.ts';
import { requireTable } from './access/route-table.ts';
import { answerHeaders, refused } from './answers.ts';
import { docs } from './openapi/page.ts';
import { createApiCalls } from './pages/api-call.ts';
import { createPages } from './pages/index.ts';
import { callLimitsOf } from './pipeline/call-limits.ts';
import type { KoaContext } from './pipeline/context.ts';
import { answerError } from './pipeline/errors.ts';
import { serve } from './pipeline/index.ts';
import { createIdempotency } from './pipeline/keyed-commands.ts';
import { createProvenCredentials } from './pipeline/limits.ts';
import { identifyRequest } from './pipeline/request-id.ts';
import { outcomeOf } from './pipeline/request-record.ts';
import type { RequestOutcome, RequestState } from './pipeline/request-record.ts';
import { createRouting } from './pipeline/routing.ts';
import { createShare } from './pipeline/share.ts';
import type { ApiDeps, Route } from './route.ts';

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly deps: ApiDeps;
  /** For faults. */
  readonly log: Logger;
  /** True where shoppers and merchants find their pages beside the routes. Default: true. */
  readonly hasPages?: boolean;
  /** Gets every request with its answer. It must not throw, and must be fast: the response waits for it. */
  readonly onAnswer?: (request: RequestOutcome) => void;
}

/** Makes the API: a Koa application that serves these routes. Throws when the route table is not whole. */
export function createApp({
  routes,
  deps,
  log,
  hasPages = true,
  onAnswer = () => undefined,
}: AppOptions): Koa<RequestState> {
  const share = deps.config.SANDBOX_CALLS_PER_SECOND;
  const shared = {
    deps,
    idempotency: createIdempotency(deps),
    limits: callLimitsOf(deps),
    proven: createProvenCredentials(),
    sandboxShare: share === undefined ? null : createShare(share),
  };
  const find = createRouting(
    requireTable(routes).map((route) => ({ ...route, target: serve(route, shared) })),
  );
  const headers = Object.entries(answerHeaders(deps.config.PUBLIC_URL));
  const answerDocs = docs(routes);

  const route = (ctx: KoaContext): Promise<void> => {
    const found = find(ctx.method, ctx.path);
    if (found === null) return answerDocs(ctx, noRoute);
    if (found.target !== null) return found.target(ctx, found.params);
    const allowed = found.allowed.join(', ');
    ctx.set('allow', allowed);
    return refused('method_not_allowed', undefined, { detail: `allowed: ${allowed}` });
  };
  const app = new Koa<RequestState>();
  /** Serves a request by this handler, within its trace, and reports it with its answer. */
  const served = (handler: (ctx: KoaContext) => Promise<void>) => {
    const answer = async (ctx: KoaContext): Promise<void> => {
      try {
        await handler(ctx);
      } catch (error) {
        answerError(ctx, error, log);
      }
    };
    return async (ctx: KoaContext): Promise<void> => {
      const [at, began] = [new Date(), performance.now()];
      await tracing.run(identifyRequest(ctx, headers), answer, ctx);
      onAnswer(outcomeOf(ctx, { at, began }));
    };
  };
  const callApi = createApiCalls(app, served(route));
  const findPage = hasPages
    ? createPages({ deps, limits: shared.limits, log, callApi, api: route })
    : () => null;
  // One middleware: each further one would cost every call a closure and two promises.
  app.use(served((ctx) => (findPage(ctx.path) ?? route)(ctx)));
  app.on('error', (error: NodeJS.ErrnoException) => {
    const isGone = error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    log[isGone ? 'info' : 'error']({ err: error }, isGone ? 'the client left a file' : 'connection fault');
  });
  return app;
}

const noRoute = async (): Promise<never> => refused('not_found');
