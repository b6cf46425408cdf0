import Router from '@koa/router';
import Koa from 'koa';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { requireTable } from './access/route-table.ts';
import { answerHeaders, refused } from './answers.ts';
import { docs } from './openapi/page.ts';
import { callLimitsOf } from './pipeline/call-limits.ts';
import { answerErrors } from './pipeline/errors.ts';
import { serve } from './pipeline/index.ts';
import { createIdempotency } from './pipeline/keyed-commands.ts';
import { createProvenCredentials } from './pipeline/limits.ts';
import { identifyRequests } from './pipeline/request-id.ts';
import type { RequestOutcome, RequestState } from './pipeline/request-record.ts';
import type { ApiDeps, Route } from './route.ts';

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly deps: ApiDeps;
  /** For faults. */
  readonly log: Logger;
  /** Gets every request with its answer. It must not throw, and must be fast: the response waits for it. */
  readonly onAnswer?: (request: RequestOutcome) => void;
}

/** Makes the API: a Koa application that serves these routes. Throws when the route table is not whole. */
export function createApp({ routes, deps, log, onAnswer = () => undefined }: AppOptions): Koa<RequestState> {
  const app = new Koa<RequestState>();
  // A path is one path: its idempotency keys and its log are by what was asked for.
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  const shared = {
    deps,
    idempotency: createIdempotency(deps),
    limits: callLimitsOf(deps),
    proven: createProvenCredentials(),
  };
  for (const { path, method } of shadowed(routes)) {
    router.register(koaPath(path), [method], [noRoute(router)], { name: SHADOWED });
  }
  for (const route of requireTable(routes)) {
    router.register(koaPath(route.path), [route.method], [serve(route, shared)]);
  }
  app.use(identifyRequests(answerHeaders(deps.config.PUBLIC_URL), onAnswer));
  app.use(answerErrors(log));
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

/**
 * A path without parameters comes before one with, as in OpenAPI: `GET …/deliveries/resend` is no call for a
 * delivery named "resend". These are the calls of such paths that another route would take for its own.
 */
function shadowed(routes: readonly Route[]): { path: string; method: string }[] {
  const fits = (pattern: string, path: string): boolean =>
    new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
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
    const meant = matching.filter(
      ({ paramNames, name }) => paramNames.length === fewest && name !== SHADOWED,
    );
    const allowed = [...new Set(meant.flatMap((layer) => layer.methods))].join(', ');
    ctx.set('allow', allowed);
    refused('method_not_allowed', undefined, { detail: `allowed: ${allowed}` });
  };
}
