import { isCurrency } from './countries.ts';
import { MAX_WALLET_MINOR } from './money.ts';

/** The largest deposit, in minor units, that is credited without an operator. */
export const MAX_DEPOSIT_MINOR = 10 ** 12;

/** The reasons why money is in suspense. `contradiction`: the bank moved another amount than our books. */
export type SuspenseKind = 'unknown_user' | 'unknown_currency' | 'past_bound' | 'contradiction';
export const SUSPENSE_STATUSES = ['OPEN', 'ASSIGNED'] as const;
export type SuspenseStatus = (typeof SUSPENSE_STATUSES)[number];

export const ADJUSTMENT_STATUSES = ['PROPOSED', 'APPROVED', 'WITHDRAWN'] as const;
export type AdjustmentStatus = (typeof ADJUSTMENT_STATUSES)[number];

/** A deposit that the bank confirms, read under the lock of its wallet. Amounts in minor units. */
export interface ReceivedDeposit {
  readonly isUserKnown: boolean;
  readonly currency: string;
  readonly amount: number;
  /** The balance of the wallet before the deposit. */
  readonly balance: number;
}

/**
 * The reason to book a deposit to suspense. Null if the wallet takes it. The bank has the money either way,
 * so a deposit is never refused. Source: contract, section 17.
 */
export function suspenseReason(deposit: ReceivedDeposit): SuspenseKind | null {
  const { isUserKnown, currency, amount, balance } = deposit;
  if (!isCurrency(currency)) return 'unknown_currency';
  if (!isUserKnown) return 'unknown_user';
  return amount > MAX_DEPOSIT_MINOR || balance + amount > MAX_WALLET_MINOR ? 'past_bound' : null;
}

/** The part of a payout that counts: its amount left the bank, or did not. */
interface PaidAmount {
  readonly isPaid: boolean;
  readonly amount: number;
  readonly currency: string;
}

/** An amount to book to suspense. Below 0: the bank paid it, and our books did not. */
export interface SuspenseAmount {
  readonly currency: string;
  readonly amount: number;
}

/**
 * The amounts that suspense must take so that our books show what the bank moved for a payout. `booked` is
 * what suspense has for the payout already: a contradiction that the bank takes back is taken back here too.
 */
export function contradictedAmounts(
  ours: PaidAmount,
  theirs: PaidAmount,
  booked: readonly SuspenseAmount[],
): readonly SuspenseAmount[] {
  const missing = new Map<string, number>();
  const add = (currency: string, amount: number) =>
    missing.set(currency, (missing.get(currency) ?? 0) + amount);
  if (ours.isPaid) add(ours.currency, ours.amount);
  if (theirs.isPaid) add(theirs.currency, -theirs.amount);
  for (const { currency, amount } of booked) add(currency, -amount);
  return [...missing].flatMap(([currency, amount]) => (amount === 0 ? [] : [{ currency, amount }]));
}
