import type { Environment, LiveApplicant, LiveBlocker } from './environment.ts';
import { liveBlockers } from './environment.ts';
import { ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** The lifetime of a one-time code. Source: contract, section 2. */
export const CODE_MINUTES = 10;
/** The number of wrong tries that a code allows. */
export const TRIES_PER_CODE = 5;
/** The number of wrong tries that a challenge allows. Source: contract, section 16. */
export const TRIES_PER_CHALLENGE = 5;
/** The number of challenges that one network gets for one code. Source: contract, section 16. */
export const CHALLENGES_PER_CODE = 5;
/** The lifetime of a challenge: it outlives every code that was mailed while the first one was valid. */
export const CHALLENGE_MINUTES = 2 * CODE_MINUTES;
/**
 * The number of challenges of one e-mail address in a day for networks from which its user has never signed
 * in. It bounds the guesses of strangers, however many networks they have: 5,000 of a million codes.
 */
export const CHALLENGES_OF_STRANGERS_PER_DAY = 1000;
/** Source: specification, "Limits". */
export const SESSION_DAYS = 30;
/** The number of open sign-ins that a user may have. Another one ends the oldest. */
export const MOST_SIGN_INS = 100;

/**
 * A limit beyond those of one e-mail address: per caller address, per network, or for the whole service.
 */
export type LimitScope = 'requests_by_address' | 'mails' | 'wrong_tries_by_address' | 'wrong_tries_by_block';

/**
 * A limit for one call: the scope, the subject that is counted (empty for the whole service), and the limit
 * per hour.
 */
export interface SignInLimit {
  readonly scope: LimitScope;
  readonly subject: string;
  readonly perHour: number;
}

/** The codes that were mailed to an e-mail address in the last day. */
export interface MailsSent {
  /** Null when no mail was sent or is on its way. */
  readonly secondsSinceLast: number | null;
  /** Those that the caller's network asked for. */
  readonly today: number;
  readonly todayOverAll: number;
}

export interface MailLimits {
  readonly secondsBetween: number;
  readonly aDay: number;
  /** Null for a network from which the user has signed in before: strangers cannot use up its mails. */
  readonly aDayOverAll: number | null;
}

/**
 * Returns true if another code may be mailed now. A mail above the limits is dropped silently, and the code
 * before it stays valid.
 */
export function mayMailCode(
  { secondsSinceLast, today, todayOverAll }: MailsSent,
  { secondsBetween, aDay, aDayOverAll }: MailLimits,
): boolean {
  if (today >= aDay || (aDayOverAll !== null && todayOverAll >= aDayOverAll)) return false;
  return secondsSinceLast === null || secondsSinceLast >= secondsBetween;
}

/** The newest code of an e-mail address, and the tries against it. */
export interface CodeFacts {
  readonly isUsed: boolean;
  readonly isExpired: boolean;
  readonly wrongTries: number;
  /** Wrong tries against all codes of the address in the last day, this code included. */
  readonly wrongTriesToday: number;
  readonly matches: boolean;
}

/**
 * The verdict on a code. `right` signs in. `wrong` counts as a wrong try. `void` is a right code that is
 * used, expired or locked, or any code with a challenge that does not count.
 */
export type CodeVerdict = 'right' | 'wrong' | 'void';

/**
 * Judges a code without a challenge.
 *
 * A `void` code does not count: a double click must not use up the tries of the day. Both give the caller the
 * same answer.
 */
export function judgeCode(code: CodeFacts, mostWrongTriesToday: number): CodeVerdict {
  if (!code.matches) return 'wrong';
  const isLocked = code.wrongTries >= TRIES_PER_CODE || code.wrongTriesToday >= mostWrongTriesToday;
  return code.isUsed || code.isExpired || isLocked ? 'void' : 'right';
}

/**
 * The standing of an org at the sign-in of a member. `isUnused` is true until the member has used the org.
 */
export interface MembersBusiness extends Omit<LiveApplicant, 'kind'> {
  readonly isUnused: boolean;
}

/**
 * The reasons that keep a user from live at sign-in. A user with one org is judged as that business, a user
 * without one as a consumer. A user with several orgs has to choose one first. An org that the user has never
 * used takes nothing away from a consumer: others can add a member. Source: contract, sections 2 and 16.
 */
export function signInBlockers(
  orgs: readonly MembersBusiness[],
  consumer: Omit<LiveApplicant, 'kind'>,
): LiveBlocker[] {
  const asConsumer = liveBlockers({ kind: 'consumer', ...consumer });
  if (asConsumer.length === 0 && orgs.every(({ isUnused }) => isUnused)) return [];
  const [only, second] = orgs;
  if (second !== undefined) return ['org_required'];
  return only === undefined ? asConsumer : liveBlockers({ kind: 'business', ...only });
}

/**
 * Decides if a session may switch to this environment. The sandbox is always allowed. Refused: `live not
 * eligible`, with the blockers. Source: specification, "Sessions"; contract, section 2.
 */
export function decideMode(wanted: Environment, blockers: readonly LiveBlocker[]): Outcome<Environment> {
  return wanted === 'sandbox' || blockers.length === 0
    ? ok(wanted)
    : refuse('live_not_eligible', undefined, { blockers: [...blockers] });
}
