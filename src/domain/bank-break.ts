/**
 * A difference between our books and the bank's list.
 *
 * - `missing_at_bank`: the bank's list does not have what we booked.
 * - `missing_in_books`: we have not booked what is on the bank's list, or not under this id of the bank.
 * - `amount_differs`: the amounts or the currencies differ.
 * - `status_differs`: the statuses of a payout differ, and both sides have had an hour to agree.
 */
export const BANK_BREAK_KINDS = [
  'missing_at_bank',
  'missing_in_books',
  'amount_differs',
  'status_differs',
] as const;
export type BankBreakKind = (typeof BANK_BREAK_KINDS)[number];

/** A closed break has healed: the lists agreed the next time. */
export const BANK_BREAK_STATUSES = ['OPEN', 'CLOSED'] as const;
export type BankBreakStatus = (typeof BANK_BREAK_STATUSES)[number];

/** For how long a status may differ, or a deposit be on the list alone: its news may be under way. */
export const AGREEMENT_SECONDS = 3600;
