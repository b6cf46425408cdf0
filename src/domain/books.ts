import { invalid, ok } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** The kinds of movements of a merchant's balance. Source: contract, section 17. */
export const ENTRY_KINDS = ['capture', 'return', 'payout', 'payout_reversal', 'adjustment'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** A span of time: `from` is included, `to` is excluded. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** A calendar month in UTC. */
export interface Month extends Period {
  /** As `2026-10`. */
  readonly name: string;
}

/** Reads a month from 1970-01 to 9998-12. Refused: `month: …`. */
export function readMonth(text: string): Outcome<Month> {
  const [, year = '', month = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year < '1970' || year > '9998')
    return invalid('month', 'must be a month from 1970-01 to 9998-12, such as 2026-10');
  const next =
    month === '12' ? `${Number(year) + 1}-01` : `${year}-${String(Number(month) + 1).padStart(2, '0')}`;
  return ok({ name: text, from: startOf(text), to: startOf(next) });
}

const startOf = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

/**
 * The movements of a merchant's balance in a month, by cause, in minor units. No part is negative but
 * `adjusted`.
 */
export interface MonthParts {
  readonly captured: bigint;
  readonly fees: bigint;
  readonly cashback: bigint;
  readonly returned: bigint;
  readonly cashbackCut: bigint;
  readonly paidOut: bigint;
  readonly reversed: bigint;
  readonly adjusted: bigint;
}

/** The change of the balance that the parts make together. */
export function changeOf(parts: MonthParts): bigint {
  const gained = parts.captured + parts.cashbackCut + parts.reversed + parts.adjusted;
  return gained - parts.fees - parts.cashback - parts.returned - parts.paidOut;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The most days of a daily series. Source: contract, section 18. */
export const MOST_DAYS = 400;
/** The days of a series whose first day is not named. */
const DEFAULT_DAYS = 30;

/** Calendar days in UTC as `2026-10-03`, both included. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/**
 * Reads the days of a series. Without `to` it ends on the day of `now`, without `from` it has 30 days.
 * Refused: `from: …`, `to: …`, also for more than 400 days.
 */
export function readDays(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): Outcome<Days> {
  for (const [name, day] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (day !== undefined && !isDay(day)) return invalid(name, 'must be a date, such as 2026-10-03');
  const last = to ?? dayOf(from === undefined || now >= timeOf(from) ? now : timeOf(from));
  const first = from ?? dayOf(new Date(timeOf(last).getTime() - (DEFAULT_DAYS - 1) * DAY_MS));
  if (last < first) return invalid('to', 'must not lie before from');
  const days = (timeOf(last).getTime() - timeOf(first).getTime()) / DAY_MS + 1;
  return days > MOST_DAYS ? invalid('to', `at most ${MOST_DAYS} days are answered`) : ok({ first, last });
}

const timeOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** True for a date of the calendar from 1970 to 9998: not for 2026-02-30. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1970' || text >= '9999') return false;
  const time = timeOf(text);
  return !Number.isNaN(time.getTime()) && dayOf(time) === text;
}
