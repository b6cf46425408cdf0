import { z } from 'zod';
import { invalid, ok } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Span } from '../../store/books.ts';

/**
 * An RFC 3339 time in a query. An unescaped `+` of an offset arrives as a space; letters may be small.
 */
const time = z
  .preprocess(
    (sent) => (typeof sent === 'string' ? sent.toUpperCase().replace(/ (?=\d\d:\d\d$)/, '+') : sent),
    z.iso
      .datetime({ offset: true, error: 'must be an RFC 3339 time, such as 2026-10-01T00:00:00Z' })
      .optional(),
  )
  .meta({ format: 'date-time' });

/** The query parameters of a list that a period limits. */
export const periodQuery = {
  from: time.meta({ description: 'Only rows that were created at or after this time' }),
  to: time.meta({ description: 'Only rows that were created before this time' }),
};

/**
 * Reads the period of a list. An absent end has no limit. Refused: `to: …` for one that lies before `from`.
 */
export function readPeriod({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): Outcome<Span> {
  const [begin, end] = [from, to].map((text) => (text === undefined ? null : milliseconds(text)));
  if (typeof begin === 'number' && typeof end === 'number' && end < begin)
    return invalid('to', 'must not lie before from');
  return ok({ from: boundary(begin, '-infinity'), to: boundary(end, 'infinity') });
}

/** Rounds up to the millisecond: times of rows are whole milliseconds, so the period keeps its rows. */
function milliseconds(text: string): number {
  const [, finer = ''] = /\.\d{3}(\d+)/.exec(text) ?? [];
  return Date.parse(text) + (/[1-9]/.test(finer) ? 1 : 0);
}

const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** PostgreSQL reads the years 1 to 9999: a time outside is before or after all rows. */
function boundary(at: number | null | undefined, absent: Span['from']): Span['from'] {
  if (at === null || at === undefined) return absent;
  if (at < FIRST) return '-infinity';
  return at > LAST ? 'infinity' : new Date(at);
}

/** The period as text, for the scope of a cursor. */
export function periodScope({ from, to }: Span): string[] {
  return [from, to].map((end) => (end instanceof Date ? end.toISOString() : end));
}
