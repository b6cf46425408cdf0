import { z } from 'zod';
import type { BalanceRow, SummaryRow } from '../../store/merchant-totals.ts';
import { amount, total, whole } from './fields.ts';

const summary = z
  .object({
    currency: z.string(),
    captured_count: whole.min(0).meta({ description: 'Captured charges. Returns do not lower it' }),
    captured_minor: amount.meta({ description: 'Gross volume captured. Returns do not lower it' }),
    funded_minor: amount.meta({ description: 'Cashback funded by the merchant, less what returns cut' }),
    social_count: whole.min(0).meta({ description: 'Captures with at least one recommender' }),
    to_buyers_minor: amount.meta({ description: 'Cashback of buyers that is pending or has landed; deferred cashback is not theirs yet' }),
    to_recommenders_minor: amount.meta({ description: 'Cashback earned by recommenders, less what returns cut' }),
  })
  .meta({ id: 'CashbackSummary' });

export const summaryAnswer = z.object({ currencies: z.array(summary) });

/** The Cashback summary of the specification. */
export function summaryBody(rows: readonly SummaryRow[]): z.output<typeof summaryAnswer> {
  const currencies = rows.map((row) => ({
    currency: row.currency,
    captured_count: row.capturedCount,
    captured_minor: total(row.captured),
    funded_minor: total(row.funded),
    social_count: row.socialCount,
    to_buyers_minor: total(row.toBuyers),
    to_recommenders_minor: total(row.toRecommenders),
  }));
  return { currencies };
}

export const balanceAnswer = z.object({
  currencies: z.array(
    z
      .object({
        currency: z.string(),
        available_minor: whole.meta({ description: 'Below 0 when returns took more than was left; payouts then wait' }),
        pending_payout_minor: amount.meta({ description: 'On its way to the bank' }),
      })
      .meta({ id: 'MerchantBalance' }),
  ),
});

/** What a merchant can pay out, and what is on its way. */
export function balanceBody(rows: readonly BalanceRow[]): z.output<typeof balanceAnswer> {
  return {
    currencies: rows.map(({ currency, available, pendingPayout }) => ({
      currency,
      available_minor: total(available),
      pending_payout_minor: total(pendingPayout),
    })),
  };
}
