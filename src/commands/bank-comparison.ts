import { AGREEMENT_SECONDS } from '../domain/bank-break.ts';
import * as lists from '../store/bank-comparison.ts';
import type { BankLine, BankList } from '../store/bank-comparison.ts';
import { jsonText } from '../store/statement.ts';
import type { DatabaseContext } from './context.ts';

interface BankPage {
  /** In UTC: `2026-11-22`. */
  readonly day: string;
  readonly list: BankList;
  readonly lines: readonly BankLine[];
}

/** Stores a page of the bank's list for a day. Safe to repeat: each line replaces its older version. */
export async function storeBankPage(
  { database }: DatabaseContext,
  { day, list, lines }: BankPage,
): Promise<void> {
  if (lines.length === 0) return;
  await lists.storeBankLines(database.pool, { list, day, lines: jsonText(lines) });
}

/** A day whose list has been stored. */
export interface StoredDay {
  /** In UTC: `2026-11-22`. */
  readonly day: string;
  /** When the reading of the day's list began, by the database's clock. */
  readonly seenSince: Date;
  /** For how long a difference may be news that is under way. An hour by default. */
  readonly agreementSeconds?: number;
}

/**
 * Compares the stored list of a day with the books: opens breaks, closes those that have healed, and records
 * the day as compared. Returns the number of the day's open breaks. Source: contract, section 17.
 */
export function compareBankDay(
  { database }: DatabaseContext,
  { day, seenSince, agreementSeconds = AGREEMENT_SECONDS }: StoredDay,
): Promise<number> {
  return database.transaction(async (tx) => {
    await lists.deleteVanishedLines(tx, { day, seenSince });
    const compared = await lists.compareDay(tx, { day, seenSince, agreementSeconds });
    await lists.recordComparedDay(tx, { day, comparedAt: seenSince });
    return compared?.open ?? 0;
  });
}
