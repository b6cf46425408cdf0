import type { Caller, KeyCaller, SessionCaller } from '../access/caller.ts';
import { keyCheckOf } from '../access/key-rules.ts';
import { RefusalError, refused, STATUS } from '../answers.ts';
import type { ApiDeps } from '../route.ts';
import { subjectOfAddress } from './address.ts';
import type { CallLimit, LimitState } from './call-limits.ts';
import type { RoutedRequest } from './context.ts';

/**
 * Counts the request against the limit of its key, its session or, without a credential, its address. The
 * operator and the partners have no limit. Refused: `rate limited`, with the seconds until the next window.
 */
export async function limitCaller(request: RoutedRequest, caller: Caller): Promise<void> {
  const { route, deps } = request;
  if (caller?.kind === 'operator') return;
  if (caller !== null) {
    const { passes, seconds } = await count(request, limitOfCaller(caller, deps));
    if (!passes && !(await isDone(request, caller)))
      refused('rate_limited', undefined, { retry_after: seconds });
  } else if (route.credential === 'none' && route.isUnlimited !== true) await limitAddress(request);
}

/**
 * Checks a credential, and counts a failure (401) against the address: otherwise guessing would have no
 * limit. Refused: `rate limited` in place of the 401.
 */
export async function limitGuesses<T>(request: RoutedRequest, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof RefusalError && STATUS[error.refusal.code] === 401) await limitAddress(request);
    throw error;
  }
}

async function limitAddress(request: RoutedRequest): Promise<void> {
  const subject = subjectOfAddress(request.address, request.deps);
  if (subject === null) return;
  const most = request.deps.config.CALLS_PER_ADDRESS;
  const { passes, seconds } = await count(request, {
    policy: 'address',
    subject: `address:${subject}`,
    most,
  });
  if (!passes) refused('rate_limited', undefined, { retry_after: seconds });
}

async function count({ limits, ctx }: RoutedRequest, limit: CallLimit): Promise<LimitState> {
  const standing = await limits.count(limit);
  ctx.set(standing.headers);
  return standing;
}

/** True if the request repeats a finished command. False for a refused request. */
async function isDone(request: RoutedRequest, caller: Caller): Promise<boolean> {
  const { route, ctx, deps } = request;
  const { requireKey } = keyCheckOf({ ...request, caller });
  try {
    return (await route.isDone?.({ deps, caller, requireKey, params: ctx.params })) ?? false;
  } catch (error) {
    if (error instanceof RefusalError) return false;
    throw error;
  }
}

function limitOfCaller(caller: KeyCaller | SessionCaller, { config }: Pick<ApiDeps, 'config'>): CallLimit {
  return caller.kind === 'api_key'
    ? { policy: 'key', subject: `key:${caller.keyId}`, most: config.CALLS_PER_KEY }
    : { policy: 'session', subject: `session:${caller.sessionId}`, most: config.CALLS_PER_SESSION };
}
