import { digestOf } from '../../security/secrets.ts';
import type { Caller, KeyCaller, SessionCaller } from '../access/caller.ts';
import { keyCheckOf } from '../access/key-rules.ts';
import { RefusalError, refused, STATUS } from '../answers.ts';
import type { ApiDeps } from '../route.ts';
import { subjectOfAddress } from './address.ts';
import type { CallLimit, LimitState } from './call-limits.ts';
import type { RoutedRequest } from './context.ts';
import { RecentEntries } from './recent-entries.ts';

/** The number of credentials that stay in memory. One beyond it counts against its address again. */
const MOST_PROVEN = 10_000;

/** Two windows without a setting of their own are this many times the one that they hold together. */
const TOGETHER = 2;

/** The latest credentials that were checked. True for one that held; pending while its first check runs. */
export type ProvenCredentials = RecentEntries<Promise<boolean>>;

/** Creates the memory of an API process. It remembers no caller: every request reads its credential again. */
export function createProvenCredentials(): ProvenCredentials {
  return new RecentEntries(MOST_PROVEN);
}

/**
 * Counts the request against the limits of its caller: of the key and of the organization that owns it, or of
 * the session and of its user. Without them, more keys or more tokens would be more calls. A call in the
 * sandbox counts against the share of the sandbox, too. A request without a credential counts against its
 * address. The operator and the partners have no limit. Refused: `rate limited`, with the seconds until the
 * next window.
 */
export async function limitCaller(request: RoutedRequest, caller: Caller): Promise<void> {
  const { route, deps } = request;
  if (caller?.kind === 'operator') return;
  if (caller === null) {
    if (route.credential === 'none' && route.isUnlimited !== true) await limitAddress(request);
    return;
  }
  const [own, shared] = limitsOfCaller(caller, deps);
  const ownState = await count(request, own);
  // Its headers appear only where it refuses: the caller's own window is usually the one to watch.
  const state = ownState.passes ? await request.limits.count(shared) : ownState;
  if (state.passes && passesSandbox(request, caller)) return;
  if (await isDone(request, caller)) return;
  if (state.passes) refused('rate_limited', undefined, { retry_after: 1 });
  request.ctx.set(state.headers());
  refused('rate_limited', undefined, { retry_after: state.seconds });
}

/** Counts a call of the sandbox against its share, where it has one. */
function passesSandbox({ sandboxShare }: RoutedRequest, { env }: KeyCaller | SessionCaller): boolean {
  return env !== 'sandbox' || sandboxShare === null || sandboxShare();
}

/** Counts the request against one more limit. Refused: `rate limited`. */
export async function limitCall(request: RoutedRequest, limit: CallLimit): Promise<void> {
  const state = await count(request, limit);
  if (!state.passes) refused('rate_limited', undefined, { retry_after: state.seconds });
}

/**
 * Checks a credential that is looked up in the database. The address pays for the lookup first, and gets the
 * call back unless the answer is 401: over the limit, a wrong credential costs no statement. A credential
 * that has held lately is looked up at once, so that strangers behind one address do not lock its owner out.
 * Refused: `rate limited` in place of the lookup.
 */
export async function limitLookups<T>(
  request: RoutedRequest,
  sent: string,
  check: () => Promise<T>,
): Promise<T> {
  const name = digestOf(sent).toString('base64');
  const { proven } = request;
  if ((await proven.get(name)) === true) {
    return limitGuesses(request, check, () => proven.delete(name));
  }
  const checking = lookUp(request, check);
  // Calls that arrive together with the first one wait for its result: only one of them is unproven.
  proven.set(
    name,
    checking.then(
      () => true,
      () => false,
    ),
  );
  return checking.catch((error: unknown) => {
    proven.delete(name);
    throw error;
  });
}

async function lookUp<T>(request: RoutedRequest, check: () => Promise<T>): Promise<T> {
  const paid = await limitAddress(request);
  try {
    const found = await check();
    paid?.giveBack();
    return found;
  } catch (error) {
    if (!isUnauthorized(error)) paid?.giveBack();
    throw error;
  }
}

/**
 * Checks a credential that costs no statement, and counts a failure (401) against the address: otherwise
 * guessing would have no limit. Refused: `rate limited` in place of the 401.
 */
export async function limitGuesses<T>(
  request: RoutedRequest,
  check: () => T | Promise<T>,
  onFailure: () => void = () => undefined,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    onFailure();
    await limitAddress(request);
    throw error;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof RefusalError && STATUS[error.refusal.code] === 401;
}

/** Counts the request against its address. Null for addresses that are spared. Refused: `rate limited`. */
async function limitAddress(request: RoutedRequest): Promise<LimitState | null> {
  const subject = subjectOfAddress(request.address, request.deps);
  if (subject === null) return null;
  const most = request.deps.config.CALLS_PER_ADDRESS;
  const state = await count(request, { policy: 'address', subject: `address:${subject}`, most });
  if (!state.passes) refused('rate_limited', undefined, { retry_after: state.seconds });
  return state;
}

async function count({ limits, ctx }: RoutedRequest, limit: CallLimit): Promise<LimitState> {
  const standing = await limits.count(limit);
  ctx.set(standing.headers());
  return standing;
}

/** True if the request repeats a finished command. False for a refused request. */
async function isDone(request: RoutedRequest, caller: Caller): Promise<boolean> {
  const { route, params, deps } = request;
  const { requireKey } = keyCheckOf({ ...request, caller });
  try {
    return (await route.isDone?.({ deps, caller, requireKey, params })) ?? false;
  } catch (error) {
    if (error instanceof RefusalError) return false;
    throw error;
  }
}

/** The limit of the credential, and the one that all credentials of its owner share. */
function limitsOfCaller(
  caller: KeyCaller | SessionCaller,
  { config }: Pick<ApiDeps, 'config'>,
): [own: CallLimit, shared: CallLimit] {
  if (caller.kind === 'api_key') {
    const most = config.CALLS_PER_ORG ?? TOGETHER * config.CALLS_PER_KEY;
    return [
      { policy: 'key', subject: `key:${caller.keyId}`, most: config.CALLS_PER_KEY },
      // Apart by environment: a load test in the sandbox must not stop live sales.
      { policy: 'org', subject: `org:${caller.orgId}:${caller.env}`, most },
    ];
  }
  const most = config.CALLS_PER_USER ?? TOGETHER * config.CALLS_PER_SESSION;
  return [
    { policy: 'session', subject: `session:${caller.sessionId}`, most: config.CALLS_PER_SESSION },
    { policy: 'user', subject: `user:${caller.userId}`, most },
  ];
}
