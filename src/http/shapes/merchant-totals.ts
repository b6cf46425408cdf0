import { z } from 'zod';
import type { BalanceRow, SummaryRow } from '../../store/merchant-totals.ts';
import { amount, total, whole } from './fields.ts';

const summary = z
  .object({
    currency: z.string(),
    captured_count: whole.min(0).meta({ description: 'Number of captured charges. Returns do not lower it' }),
    captured_minor: amount.meta({ description: 'Gross volume captured. Returns do not lower it' }),
    funded_minor: amount.meta({ description: 'Cashback funded by the merchant, less the cuts of returns' }),
    social_count: whole.min(0).meta({ description: 'Captures with at least one recommender' }),
    to_buyers_minor: amount.meta({
      description: 'Pending and landed cashback of buyers. Deferred cashback does not count',
    }),
    to_recommenders_minor: amount.meta({
      description: 'Cashback earned by recommenders, less the cuts of returns',
    }),
  })
  .meta({ id: 'CashbackSummary' });

export const summaryAnswer = z.object({ currencies: z.array(summary) });

/** Returns the specification's Cashback summary, one entry for each currency. Amounts in minor units. */
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
        available_minor: whole.meta({
          description: 'Negative when returns exceed the balance. Payouts then wait',
        }),
        pending_payout_minor: amount.meta({ description: 'Reserved for pending payouts' }),
      })
      .meta({ id: 'MerchantBalance' }),
  ),
});

/**
 * Returns the balance that a merchant can pay out and the payouts in progress, by currency, in minor units.
 */
export function balanceBody(rows: readonly BalanceRow[]): z.output<typeof balanceAnswer> {
  return {
    currencies: rows.map(({ currency, available, pendingPayout }) => ({
      currency,
      available_minor: total(available),
      pending_payout_minor: total(pendingPayout),
    })),
  };
}
