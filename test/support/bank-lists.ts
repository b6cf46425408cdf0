import type { PayoutStatus } from '../../src/domain/payout.ts';
import type { Bank, BankDeposit, BankListing, BankTransfer, ListPage } from '../../src/partners/bank.ts';
import * as books from './bank-books.ts';
import type { PayoutBooking } from './bank-books.ts';
import type { Queryable } from '../../src/store/database.ts';

const PAGE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STATUS: Readonly<Record<BankTransfer['status'], PayoutStatus>> = {
  pending: 'PENDING',
  settled: 'SETTLED',
  failed: 'FAILED',
  returned: 'RETURNED',
};

/** The result of comparing our books with the bank's. */
export interface BankComparison {
  readonly transfers: number;
  readonly deposits: number;
  /** Payouts that are pending in our books and final at the bank. The bank's callback is still to come. */
  readonly underWay: number;
  /** The differences, one sentence each with ids and amounts. */
  readonly differences: readonly string[];
}

/**
 * Compares our books with the bank's lists, entry by entry and by the sum of each currency. Null when the
 * bank is unavailable. Both sides change during the comparison: only a difference that a second comparison
 * repeats is real.
 */
export async function compareWithBank(pool: Queryable, bank: Bank): Promise<BankComparison | null> {
  const transfers = await all<BankTransfer>((listing) => bank.listTransfers(listing));
  const deposits = await all<BankDeposit>((listing) => bank.listDeposits(listing));
  if (transfers === null || deposits === null) return null;
  const seen = await compareTransfers(pool, transfers);
  const received = await compareDeposits(pool, deposits);
  const sums = await compareSums(pool, seen.settled, deposits);
  return {
    transfers: transfers.length,
    deposits: deposits.length,
    underWay: seen.underWay,
    differences: [...seen.differences, ...received, ...sums],
  };
}

async function all<Row>(list: (listing: BankListing) => Promise<ListPage<Row>>): Promise<Row[] | null> {
  const rows: Row[] = [];
  for (let next: string | null | undefined; next !== null;) {
    const page: ListPage<Row> = await list(next === undefined ? {} : { after: next });
    if (page.kind === 'unavailable') return null;
    for (const row of page.rows) rows.push(row);
    next = page.next;
  }
  return rows;
}

async function compareTransfers(pool: Queryable, transfers: readonly BankTransfer[]) {
  const differences: string[] = [];
  /** The transfers that are settled at the bank and in our books. */
  const settled: BankTransfer[] = [];
  let underWay = 0;
  const references = new Set<string>();
  for (let from = 0; from < transfers.length; from += PAGE) {
    const page = transfers.slice(from, from + PAGE);
    const payoutIds = page.map(({ reference }) => reference).filter((reference) => ID.test(reference));
    const rows = await books.bookedPayouts(pool, { payoutIds });
    const ours = new Map(rows.map((row) => [row.id, row]));
    for (const transfer of page) {
      const { reference, status } = transfer;
      if (references.has(reference)) differences.push(`payout ${reference}: the bank has two transfers`);
      references.add(reference);
      const found = ours.get(reference);
      const difference = differenceOf(transfer, found);
      if (difference !== null) differences.push(difference);
      else if (found?.status === 'PENDING' && status !== 'pending') underWay++;
      else if (status === 'settled') settled.push(transfer);
    }
  }
  for (let after = BEFORE_ALL; ;) {
    const page = await books.acceptedPayouts(pool, { afterId: after, limit: PAGE });
    for (const { id } of page)
      if (!references.has(id)) differences.push(`payout ${id}: the bank does not have it`);
    if (page.length < PAGE) return { differences, settled, underWay };
    after = page.at(-1)?.id ?? after;
  }
}

function differenceOf(transfer: BankTransfer, ours: PayoutBooking | undefined): string | null {
  const { reference, amount, currency, status, id } = transfer;
  if (ours === undefined) return `transfer ${reference} of ${amount} ${currency}: we have no such payout`;
  const difference = `payout ${reference}: ${ours.amount} ${ours.currency} ${ours.status} with us, ${amount} ${currency} ${status} at the bank`;
  if (ours.amount !== amount || ours.currency !== currency) return difference;
  if (ours.bankId !== null && ours.bankId !== id)
    return `payout ${reference}: the bank had it as ${ours.bankId} and has it as ${id}`;
  return ours.status === STATUS[status] || ours.status === 'PENDING' ? null : difference;
}

async function compareDeposits(pool: Queryable, deposits: readonly BankDeposit[]): Promise<string[]> {
  const differences: string[] = [];
  const events = new Set<string>();
  for (let from = 0; from < deposits.length; from += PAGE) {
    const page = deposits.slice(from, from + PAGE);
    const rows = await books.bookedDeposits(pool, { eventIds: page.map(({ eventId }) => eventId) });
    const ours = new Map(rows.map((row) => [row.eventId, row]));
    for (const { eventId, reference, amount, currency } of page) {
      events.add(eventId);
      const found = ours.get(eventId);
      const isSame = found?.userId === reference && found.amount === amount && found.currency === currency;
      const withUs = found === undefined ? 'none' : `${found.amount} ${found.currency} for ${found.userId}`;
      if (!isSame)
        differences.push(
          `deposit ${eventId}: ${withUs} with us, ${amount} ${currency} for ${reference} at the bank`,
        );
    }
  }
  for (let after = ''; ;) {
    const page = await books.depositsAfter(pool, { afterEventId: after, limit: PAGE });
    for (const { eventId } of page)
      if (!events.has(eventId)) differences.push(`deposit ${eventId}: the bank does not have it`);
    if (page.length < PAGE) return differences;
    after = page.at(-1)?.eventId ?? after;
  }
}

/**
 * Compares the sums, to the minor unit: deposits minus payouts. Our funding account holds the same sum with
 * the sign reversed.
 */
async function compareSums(
  pool: Queryable,
  settled: readonly BankTransfer[],
  deposits: readonly BankDeposit[],
): Promise<string[]> {
  const listed = new Map<string, bigint>();
  const add = (currency: string, amount: bigint) =>
    listed.set(currency, (listed.get(currency) ?? 0n) + amount);
  for (const { currency, amount } of settled) add(currency, -BigInt(amount));
  for (const { currency, amount } of deposits) add(currency, BigInt(amount));
  const balances = await books.fundingBalances(pool, {});
  const booked = new Map(balances.map(({ currency, balance }) => [currency, -BigInt(balance)]));
  return [...new Set([...listed.keys(), ...booked.keys()])].flatMap((currency) => {
    const [theirs, ours] = [listed.get(currency) ?? 0n, booked.get(currency) ?? 0n];
    return theirs === ours
      ? []
      : [`${currency}: deposits less payouts come to ${theirs} by the bank's lists, to ${ours} by our books`];
  });
}
