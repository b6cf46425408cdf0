import { changeOf } from '../../domain/books.ts';
import type { Month } from '../../domain/books.ts';
import type { Environment } from '../../domain/environment.ts';
import type { BookedEntryRow, MonthTotals } from '../../store/books.ts';

/** The content of a month's statement file. Totals and entries come from one database snapshot. */
export interface StatementFile {
  /** A new id of this file. */
  readonly id: string;
  readonly org: { readonly id: string; readonly name: string };
  readonly env: Environment;
  readonly currency: string;
  readonly month: Month;
  readonly madeAt: Date;
  readonly totals: MonthTotals;
  /** Oldest first, page by page. */
  readonly entries: AsyncIterable<readonly BookedEntryRow[]>;
}

/** The balance at the end of the month, in minor units. */
export function closingOf({ totals: { opening, parts } }: StatementFile): bigint {
  return opening + changeOf(parts);
}

/** Text for a line of a file: every run of spaces and control characters becomes one space. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

/** The ids that an entry refers to, by their names in the API. */
export function referencesOf(entry: BookedEntryRow): (readonly [name: string, id: string])[] {
  const all = [
    ['charge_id', entry.chargeId],
    ['return_id', entry.returnId],
    ['payout_id', entry.payoutId],
  ] as const;
  return all.flatMap(([name, id]) => (id === null ? [] : [[name, id] as const]));
}
