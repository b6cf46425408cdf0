import type { RouterMiddleware } from '@koa/router';
import { refused, valueOf } from '../answers.ts';
import type { Route } from '../route.ts';
import { callerAddress } from './address.ts';
import { readBody } from './body.ts';
import type { PipelineDeps, RequestContext, RoutedRequest } from './context.ts';
import { requireCaller } from './credentials.ts';
import { answer } from './handle.ts';
import { answerOnce, readKey } from './idempotency.ts';
import { limitCaller } from './limits.ts';
import type { RequestState } from './request-record.ts';
import { requireOperator } from './operator.ts';
import { requireSignature } from './signature.ts';

/**
 * Returns the handler of a route's requests: each step in the contract's order of checks. The first failed
 * check answers the request. `request-id.ts` and `errors.ts` run before. Source: contract, section 1.
 */
export function serve(route: Route, shared: PipelineDeps): RouterMiddleware<RequestState> {
  return async (ctx) => {
    const { record } = ctx.state;
    record.route = route.path;
    const address = callerAddress(ctx.req, shared.deps.config.TRUSTED_PROXY_HOPS);
    const request: RoutedRequest = { ...shared, route, ctx, record, address };
    const caller = await requireCaller(request);
    await limitCaller(request, caller);
    await requireOperator(request, caller);
    const body = valueOf(await readBody(ctx.req));
    await requireSignature(request, body.bytes);
    // For live credentials the sandbox's routes do not exist.
    if (route.access.environment === 'sandbox' && caller?.env !== 'sandbox') refused('not_found');
    const context: RequestContext = { ...request, caller, body };
    const key = readKey(context);
    return key === null ? answer(context) : answerOnce(context, key);
  };
}
