import type { BookedEntryRow } from '../../store/books.ts';

/** The accounts of a merchant's ledger, by their names in Beancount. hledger writes them in small letters. */
export const ACCOUNTS = {
  /** The balance that can be paid out. */
  available: 'Assets:Payments:Available',
  /** Paid out; the bank's own statement shows its arrival. */
  payouts: 'Assets:Payments:Payouts',
  sales: 'Income:Payments:Sales',
  returns: 'Income:Payments:Returns',
  adjustments: 'Income:Payments:Adjustments',
  fees: 'Expenses:Payments:Fees',
  cashback: 'Expenses:Payments:Cashback',
  /** Other side of the balance that a month begins and ends with. */
  carried: 'Equity:Payments:Carried-Forward',
} as const;

/** An amount that an account receives, in minor units. */
export interface Posting {
  readonly account: string;
  readonly amount: number | bigint;
}

/** Returns the postings of an entry. They sum to 0, and the first is on the available balance. */
export function postingsOf({ kind, amount, gross, fee, cashback }: BookedEntryRow): Posting[] {
  const others: Readonly<Record<typeof kind, readonly Posting[]>> = {
    capture: [
      { account: ACCOUNTS.fees, amount: fee },
      { account: ACCOUNTS.cashback, amount: cashback },
      { account: ACCOUNTS.sales, amount: -gross },
    ],
    return: [
      { account: ACCOUNTS.fees, amount: fee },
      { account: ACCOUNTS.cashback, amount: cashback },
      { account: ACCOUNTS.returns, amount: -gross },
    ],
    payout: [{ account: ACCOUNTS.payouts, amount: -amount }],
    payout_reversal: [{ account: ACCOUNTS.payouts, amount: -amount }],
    adjustment: [{ account: ACCOUNTS.adjustments, amount: -amount }],
  };
  return [{ account: ACCOUNTS.available, amount }, ...others[kind].filter((other) => other.amount !== 0)];
}
