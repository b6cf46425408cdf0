import type { Logger } from 'pino';
import { REASONS } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/outcome.ts';
import { databaseIsAway } from '../../store/database.ts';
import { RefusalError, refusalBody, STATUS } from '../answers.ts';
import { TurnTimeoutError } from '../turns/object-queue.ts';
import { workflowsAreAway } from '../../temporal/failures.ts';
import type { KoaContext } from './context.ts';
import { answerJson } from './json-answer.ts';

const RETRY_AFTER_SECONDS = '1';

/** Answers an error as `{error}`. Only the log gets the details of an unexpected error. */
export function answerError(ctx: KoaContext, error: unknown, log: Logger): void {
  if (error instanceof RefusalError) return answerRefusal(ctx, error.refusal);
  const { record } = ctx.state;
  const { requestId, traceparent } = record;
  const cause = causeOfAbsence(error);
  if (cause === null) {
    log.error({ err: error, requestId, traceparent }, 'internal error');
    answerFault(ctx, 500, 'internal error');
    record.detail = error instanceof Error ? error.name : null;
    return;
  }
  log.warn({ err: error, requestId, traceparent }, 'temporarily unavailable');
  answerRefusal(ctx, { code: 'unavailable', reason: REASONS.unavailable });
  record.detail = cause;
}

/** Returns the service that did not answer in time, in words. Null for any other error. */
function causeOfAbsence(error: unknown): string | null {
  if (databaseIsAway(error)) return 'the database did not answer';
  if (error instanceof TurnTimeoutError) return error.message;
  return workflowsAreAway(error) ? 'no workflow answered in time' : null;
}

function answerFault(ctx: KoaContext, status: number, reason: string): void {
  answerJson(ctx, status, JSON.stringify({ error: reason }));
  ctx.state.record.reason = reason;
}

function answerRefusal(ctx: KoaContext, refusal: Refusal): void {
  const { record } = ctx.state;
  const { blockers, retry_after: seconds } = refusal.details ?? {};
  if (refusal.code === 'unavailable') ctx.set('retry-after', RETRY_AFTER_SECONDS);
  // Drain the rest of the body: a sender that is cut off while it writes would never read the answer.
  if (refusal.code === 'body_too_large') ctx.req.resume();
  if (seconds !== undefined) ctx.set('retry-after', String(seconds));
  const body = refusalBody(refusal);
  // Help at sign-in would help those who guess codes.
  if (isSignIn(record.route)) for (const help of ['detail', 'hint']) delete body[help];
  answerJson(ctx, STATUS[refusal.code], JSON.stringify(body));
  record.reason = refusal.reason;
  // Only these go to the request log: other details may hold personal data, such as the registered name.
  record.detail = [body['detail'] ?? blockers ?? []].flat().join(', ') || null;
  record.hint = typeof body['hint'] === 'string' ? body['hint'] : null;
}

function isSignIn(route: string | null): boolean {
  return route !== null && /^\/auth\/(otp|fresh)\//.test(route);
}
