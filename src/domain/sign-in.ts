import type { Environment, LiveApplicant, LiveBlocker } from './environment.ts';
import { liveBlockers } from './environment.ts';
import { ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** How long a one-time code may be used. Source: contract, section 2. */
export const CODE_MINUTES = 10;
/** How many wrong tries a code survives. */
export const TRIES_PER_CODE = 5;
/** Source: specification, "Limits". */
export const SESSION_DAYS = 30;

/** What is limited beyond a single e-mail address: by who calls, and for the whole service. */
export type LimitScope = 'requests_by_address' | 'mails' | 'wrong_tries_by_address' | 'wrong_tries';

/** A limit as it binds one call: what is counted, of whom (empty: of everybody), and how often an hour allows it. */
export interface SignInLimit {
  readonly scope: LimitScope;
  readonly subject: string;
  readonly perHour: number;
}

/** What went to an e-mail address in the last day. */
export interface MailsSent {
  /** Null when none is on its way or arrived. */
  readonly secondsSinceLast: number | null;
  readonly today: number;
}

/** Whether another code may be mailed now. A mail too many is left out silently; the code before it stays valid. */
export function mayMailCode(
  { secondsSinceLast, today }: MailsSent,
  limits: { readonly secondsBetween: number; readonly aDay: number },
): boolean {
  return today < limits.aDay && (secondsSinceLast === null || secondsSinceLast >= limits.secondsBetween);
}

/** The newest code of an e-mail address, and what was tried against it. */
export interface CodeFacts {
  readonly isUsed: boolean;
  readonly isExpired: boolean;
  readonly wrongTries: number;
  /** Against all codes of the address in the last day, this one's included. */
  readonly wrongTriesToday: number;
  readonly matches: boolean;
}

/**
 * Whether a code signs in. `wrong` is counted; `void` is a right code that is spent, late or locked, and is not:
 * a double click must not use up the day's tries. The caller is told the same of both.
 */
export function judgeCode(code: CodeFacts, mostWrongTriesToday: number): 'right' | 'wrong' | 'void' {
  if (!code.matches) return 'wrong';
  const isLocked = code.wrongTries >= TRIES_PER_CODE || code.wrongTriesToday >= mostWrongTriesToday;
  return code.isUsed || code.isExpired || isLocked ? 'void' : 'right';
}

/**
 * What keeps a signing-in user from live. The only org is judged as that business, a user without one as a consumer;
 * of several orgs none is chosen yet. Source: contract, section 2.
 */
export function signInBlockers(orgs: readonly Omit<LiveApplicant, 'kind'>[], consumer: Omit<LiveApplicant, 'kind'>): LiveBlocker[] {
  const [only, second] = orgs;
  if (second !== undefined) return ['org_required'];
  return only === undefined ? liveBlockers({ kind: 'consumer', ...consumer }) : liveBlockers({ kind: 'business', ...only });
}

/**
 * Whether a session may go to this environment. The sandbox is everybody's.
 * Refused: `live not eligible`, with the blockers beside it. Source: specification, "Sessions"; contract, section 2.
 */
export function decideMode(wanted: Environment, blockers: readonly LiveBlocker[]): Outcome<Environment> {
  return wanted === 'sandbox' || blockers.length === 0 ? ok(wanted) : refuse('live_not_eligible', undefined, { blockers: [...blockers] });
}
