import type { Answer, Payments } from '../../sdk/index.ts';

/**
 * The expected totals of a merchant's books, summed from the API's answers. In minor units of the merchant's
 * currency.
 */
export interface Totals {
  readonly sales: number;
  readonly captured: number;
  readonly captured_minor: number;
  readonly fees_minor: number;
  readonly cashback_minor: number;
  readonly recommenders_minor: number;
  readonly returns: number;
  readonly refunded_minor: number;
  readonly buyers_cut_minor: number;
  readonly recommenders_cut_minor: number;
  readonly topped_up_minor: number;
  /** Authorized, and not captured, voided or lapsed by the end. */
  readonly held_minor: number;
  readonly payouts: number;
  /** Payouts that neither failed nor came back. */
  readonly paid_out_minor: number;
  /** The part of `paid_out_minor` that has not settled by the end. */
  readonly pending_payout_minor: number;
}

export const NOTHING: Totals = {
  sales: 0,
  captured: 0,
  captured_minor: 0,
  fees_minor: 0,
  cashback_minor: 0,
  recommenders_minor: 0,
  returns: 0,
  refunded_minor: 0,
  buyers_cut_minor: 0,
  recommenders_cut_minor: 0,
  topped_up_minor: 0,
  held_minor: 0,
  payouts: 0,
  paid_out_minor: 0,
  pending_payout_minor: 0,
};

/** Adds amounts to totals. */
export function plus(totals: Totals, more: Partial<Totals>): Totals {
  const sums = Object.entries(more).map(([name, amount]) => [name, totals[name as keyof Totals] + amount]);
  return { ...totals, ...(Object.fromEntries(sums) as Partial<Totals>) };
}

/**
 * The merchant's available balance: sales minus fee and cashback, minus the net cost of returns, minus
 * payouts.
 */
export function availableOf(totals: Totals): number {
  const sold = totals.captured_minor - totals.fees_minor - totals.cashback_minor;
  const givenBack = totals.refunded_minor - totals.buyers_cut_minor - totals.recommenders_cut_minor;
  return sold - givenBack - totals.paid_out_minor;
}

/** One figure: the run's expectation, and the value that the API reads from the books. */
export interface Figure {
  readonly what: string;
  readonly expected: number;
  readonly booked: number;
}

/** A merchant with all shoppers whose wallets it affects. */
export interface MerchantAudit {
  readonly orgId: string;
  readonly currency: string;
  readonly totals: Totals;
  /** The client with the owner's session. */
  readonly owner: Payments;
  readonly shoppers: readonly Payments[];
}

/**
 * Compares a merchant's totals with its balance, cashback summary, list of sales and wallets.
 *
 * Cashback lands in its own time, so the wallet figure includes it: balance, pending and deferred cashback of
 * the shoppers must equal their top-ups, minus their payments, plus all refunds and all cashback that was not
 * cut.
 */
export async function figuresOf({
  orgId,
  currency,
  totals,
  owner,
  shoppers,
}: MerchantAudit): Promise<readonly Figure[]> {
  const [balances, summary, wallets, sales] = await Promise.all([
    owner.sales.getBalance({ id: orgId }),
    owner.sales.getCashbackSummary({ id: orgId }),
    Promise.all(shoppers.map((shopper) => shopper.wallet.getWallet())),
    allSales(owner, orgId),
  ]);
  const balance = balances.currencies.find((row) => row.currency === currency);
  const social = summary.currencies.find((row) => row.currency === currency);
  const own = wallets.flatMap((answer) => answer.wallets).filter((row) => row.currency === currency);
  const sum = (amount: (row: (typeof own)[number]) => number) => own.reduce((so, row) => so + amount(row), 0);
  const cuts = totals.buyers_cut_minor + totals.recommenders_cut_minor;
  const captured = sales.filter(({ status }) => status === 'CAPTURED');
  const figure = (what: string, expected: number, booked: number | undefined): Figure => ({
    what,
    expected,
    booked: booked ?? 0,
  });
  return [
    figure('sales', totals.sales, sales.length),
    figure('captured sales', totals.captured, captured.length),
    figure(
      'captured in the list of sales',
      totals.captured_minor,
      captured.reduce((so, { total_minor }) => so + total_minor, 0),
    ),
    figure('captured', totals.captured_minor, social?.captured_minor),
    figure('cashback funded', totals.cashback_minor - cuts, social?.funded_minor),
    figure(
      'cashback to recommenders',
      totals.recommenders_minor - totals.recommenders_cut_minor,
      social?.to_recommenders_minor,
    ),
    figure('available to the merchant', availableOf(totals), balance?.available_minor),
    figure('payouts under way', totals.pending_payout_minor, balance?.pending_payout_minor),
    figure(
      'held on wallets',
      totals.held_minor,
      sum((row) => row.held_minor),
    ),
    figure(
      'what shoppers have and wait for',
      totals.topped_up_minor - totals.captured_minor + totals.refunded_minor + totals.cashback_minor - cuts,
      sum((row) => row.balance_minor + row.pending_cashback_minor + row.deferred_cashback_minor),
    ),
  ];
}

async function allSales(owner: Payments, orgId: string): Promise<Answer<'listSales'>['sales']> {
  const sales: Answer<'listSales'>['sales'] = [];
  for await (const sale of owner.sales.listSales.each({ id: orgId, limit: 200 })) sales.push(sale);
  return sales;
}
