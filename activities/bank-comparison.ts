import { Context } from '@temporalio/activity';
import { compareBankDay, storeBankPage } from '../src/commands/bank-comparison.ts';
import type { Bank, BankDeposit, BankTransfer, ListPage } from '../src/partners/bank.ts';
import { comparisonTime, daysToCompare } from '../src/store/bank-comparison.ts';
import type { BankLine, BankList } from '../src/store/bank-comparison.ts';
import type { Database } from '../src/store/database.ts';

const DAY_MS = 86_400_000;

export interface BankComparisonDeps {
  readonly database: Database;
  readonly bank: Bank;
}

/** The position in the bank's list of a day, as heartbeat details. A retry resumes there. */
interface Progress {
  readonly list: BankList;
  readonly after: string | null;
  /** In milliseconds since 1970. */
  readonly seenSince: number;
}

/** The steps of the comparison of our books with the bank's list. */
export function createBankComparisonActivities(deps: BankComparisonDeps) {
  return {
    /** The days to compare in UTC, oldest first. */
    async listDaysToCompare(): Promise<string[]> {
      return (await daysToCompare(deps.database.pool, {})).map(({ day }) => day);
    },

    /**
     * Reads the bank's list for a day, page by page, and compares it with the books. Returns the number of
     * the day's open breaks. Throws when the bank gives no page: the retry goes on with that page.
     */
    async compareDay({ day }: { day: string }): Promise<number> {
      const context = Context.current();
      const last = context.info.heartbeatDetails as Progress | undefined;
      const seenSince = last?.seenSince ?? (await now(deps.database));
      const begin: Pick<Progress, 'list' | 'after'> = last ?? { list: 'transfer', after: null };
      for (const list of ['transfer', 'deposit'] as const) {
        if (begin.list === 'deposit' && list === 'transfer') continue;
        let after: string | null = begin.list === list ? begin.after : null;
        do {
          context.heartbeat({ list, after, seenSince } satisfies Progress);
          after = await storePage(deps, { day, list, after });
        } while (after !== null);
      }
      return compareBankDay(deps, { day, seenSince: new Date(seenSince) });
    },
  };
}

export type BankComparisonActivities = ReturnType<typeof createBankComparisonActivities>;

async function now({ pool }: Database): Promise<number> {
  const found = await comparisonTime(pool, {});
  if (found === null) throw new Error('the database did not say its time');
  return found.now.getTime();
}

interface PageOfDay {
  readonly day: string;
  readonly list: BankList;
  readonly after: string | null;
}

/** Reads and stores a page. Returns the `after` of the next one; null at the end. */
async function storePage(
  { database, bank }: BankComparisonDeps,
  { day, list, after }: PageOfDay,
): Promise<string | null> {
  const start = Date.parse(`${day}T00:00:00Z`);
  const listing = {
    from: new Date(start).toISOString(),
    to: new Date(start + DAY_MS).toISOString(),
    ...(after !== null && { after }),
  };
  const page: ListPage<BankTransfer | BankDeposit> =
    list === 'transfer' ? await bank.listTransfers(listing) : await bank.listDeposits(listing);
  if (page.kind === 'unavailable') throw new Error("the bank's list could not be read");
  await storeBankPage({ database }, { day, list, lines: page.rows.map(lineOf) });
  return page.next;
}

function lineOf(row: BankTransfer | BankDeposit): BankLine {
  const { id, amount, currency } = row;
  return 'eventId' in row
    ? { bank_id: id, reference: row.eventId, amount, currency, status: null }
    : { bank_id: id, reference: row.reference, amount, currency, status: row.status };
}
