import { refused, valueOf } from '../answers.ts';
import type { Route } from '../route.ts';
import { callerAddress } from './address.ts';
import { readBody } from './body.ts';
import type { KoaContext, PipelineDeps, RequestContext, RoutedRequest } from './context.ts';
import { requireCaller } from './credentials.ts';
import { answer } from './handle.ts';
import { answerOnce, readKey } from './idempotency.ts';
import { limitCaller } from './limits.ts';
import { requireOperator } from './operator.ts';
import { requireShownEnvironment } from './shown-environment.ts';
import { requireSignature } from './signature.ts';

/**
 * Returns the handler of a route's requests: each step in the contract's order of checks. The first failed
 * check answers the request. `request-id.ts`, `routing.ts` and
 * `errors.ts` are around it, in app.ts. Source: contract, section 1.
 */
export function serve(
  route: Route,
  shared: PipelineDeps,
): (ctx: KoaContext, params: RoutedRequest['params']) => Promise<void> {
  return async (ctx, params) => {
    const { record } = ctx.state;
    record.route = route.path;
    const address = callerAddress(ctx.req, shared.deps.config.TRUSTED_PROXY_HOPS);
    const request: RoutedRequest = { ...shared, route, ctx, params, record, address };
    const caller = await requireCaller(request);
    requireShownEnvironment(ctx, caller);
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
