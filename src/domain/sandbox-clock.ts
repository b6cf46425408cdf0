import { invalid, ok } from './outcome.ts';
import type { Outcome } from './outcome.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The longest move of an org's sandbox clock in one call, in seconds. Source: contract, section 11. */
export const MOST_SECONDS = 366 * DAY_SECONDS;

/** The greatest lead over real time: a hundred years of 365.25 days. The table enforces the same limit. */
const MOST_AHEAD_MS = 36_525 * DAY_SECONDS * 1000;

/** A span of the org's time in milliseconds: `from` is excluded, `to` is included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The org's time and real time, in milliseconds. */
export interface OrgTime {
  readonly now: number;
  readonly real: number;
}

/**
 * Decides a move of the clock, by seconds or to a time in milliseconds. The clock only goes forwards. Source:
 * contract, section 11.
 */
export function decideAdvance(
  request: { readonly seconds: number } | { readonly to: number },
  { now, real }: OrgTime,
): Outcome<Span> {
  const [field, to] = 'to' in request ? ['to', request.to] : ['seconds', now + request.seconds * 1000];
  if (to < now) return invalid(field, 'must not lie in the past');
  if (to - now > MOST_SECONDS * 1000) return invalid(field, 'must be at most 366 days ahead');
  if (to - real > MOST_AHEAD_MS) return invalid(field, 'the clock runs at most 100 years ahead of real time');
  return ok({ from: now, to });
}
