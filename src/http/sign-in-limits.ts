import type { LimitScope, SignInLimit } from '../domain/sign-in.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Queryable } from '../store/database.ts';
import { countAgainstLimit, findSecondsUntilFree, uncount } from '../store/sign-in-limits.ts';
import { subjectOfAddress } from './pipeline/address.ts';
import type { ApiDeps } from './route.ts';

type LimitDeps = Pick<ApiDeps, 'config' | 'secrets'>;

/** The limit on requests for codes from this address. Source: contract, section 2. */
export function limitsOnRequests(deps: LimitDeps, callerAddress: string): readonly SignInLimit[] {
  return limitsOnCaller(deps, callerAddress, { scope: 'requests_by_address', perHour: deps.config.OTP_REQUESTS_PER_ADDRESS_PER_HOUR });
}

/** The limit on mails of the whole service. Source: contract, section 2. */
export function limitsOnMails({ config }: LimitDeps): readonly SignInLimit[] {
  return [{ scope: 'mails', subject: '', perHour: config.OTP_MAILS_PER_HOUR }];
}

/** The limits on wrong tries from this address. Source: contract, section 2. */
export function limitsOnTries(deps: LimitDeps, callerAddress: string): readonly SignInLimit[] {
  const { OTP_WRONG_TRIES_PER_ADDRESS_PER_HOUR: byCaller, OTP_WRONG_TRIES_PER_HOUR: perHour } = deps.config;
  return [
    ...limitsOnCaller(deps, callerAddress, { scope: 'wrong_tries_by_address', perHour: byCaller }),
    { scope: 'wrong_tries', subject: '', perHour },
  ];
}

/**
 * Counts against each limit, before what is limited is done: of many calls at once no more than allowed get through.
 * Outside of transactions, for the service's row is everybody's.
 *
 * Refused: `rate limited` with the seconds until the first limit that is reached is free; then nothing has been counted.
 */
export async function countAll(on: Queryable, limits: readonly SignInLimit[]): Promise<Outcome<null>> {
  for (const [index, limit] of limits.entries()) {
    if ((await countAgainstLimit(on, limit)) !== null) continue;
    const free = await findSecondsUntilFree(on, limit);
    await uncountAll(on, limits.slice(0, index));
    return refuse('rate_limited', undefined, { retry_after: free?.seconds ?? 1 });
  }
  return ok(null);
}

/** Takes back what was counted and did not happen. In a transaction this comes last: it locks the service's row. */
export async function uncountAll(on: Queryable, limits: readonly SignInLimit[]): Promise<void> {
  for (const limit of limits) await uncount(on, limit);
}

function limitsOnCaller(
  deps: LimitDeps,
  callerAddress: string,
  { scope, perHour }: { scope: LimitScope; perHour: number },
): readonly SignInLimit[] {
  const subject = subjectOfAddress(callerAddress, deps);
  return subject === null ? [] : [{ scope, subject, perHour }];
}
