import { originOf } from '../access/caller.ts';
import { valueOf } from '../answers.ts';
import { keyCheckOf } from '../access/key-rules.ts';
import { FileAnswer } from '../file-answer.ts';
import { readShape } from '../shapes/reading.ts';
import type { RequestContext } from './context.ts';
import { answerJson } from './json-answer.ts';
import type { Attempt } from './keyed-commands.ts';
import { limitCall } from './limits.ts';

/** Runs the route's handler. Its result is the body of the response. */
export async function handle(context: RequestContext, { newId, isRepeat }: Attempt): Promise<unknown> {
  const { route, ctx, params, deps, caller, record, address, body } = context;
  const { sent } = body;
  const key = keyCheckOf(context);
  const answered = await route.handle({
    deps: { ...deps, origin: originOf(caller, { address, requestId: record.requestId }) },
    caller,
    capability: route.access.capability ?? 'view',
    requireKey: key.requireKey,
    params,
    callerAddress: address,
    userAgent: ctx.req.headers['user-agent'] || null,
    sent,
    namedOrg: sent['org_id'] ?? (ctx.querystring === '' ? undefined : ctx.query['org_id']),
    body: () => (route.body === undefined ? {} : valueOf(readShape(route.body, sent))),
    query: () => (route.query === undefined ? {} : valueOf(readShape(route.query, ctx.query))),
    newId,
    isRepeat,
    limit: (limit) => limitCall(context, limit),
    record,
  });
  key.expectChecked();
  return answered;
}

/** Answers a request without an idempotency key. */
export async function answer(context: RequestContext): Promise<void> {
  const { ctx, deps } = context;
  const answered = await handle(context, { newId: deps.newId, isRepeat: false });
  if (answered instanceof FileAnswer) return answered.send(ctx);
  answerJson(ctx, 200, JSON.stringify(answered));
}
