import { z } from 'zod';
import type { CashbackRow } from '../../store/cashback.ts';
import type { AwardStatus } from '../../domain/cashback.ts';
import { amount, id, pageQuery, rfc3339, timestamp } from './fields.ts';

export const AWARD_STATUSES = [
  'DEFERRED',
  'PENDING',
  'LANDED',
  'VOIDED',
] as const satisfies readonly AwardStatus[];

/** True for the statuses of an award. */
export function isAwardStatus(text: string): text is AwardStatus {
  return (AWARD_STATUSES as readonly string[]).includes(text);
}

export const cashbackQuery = z.object({
  ...pageQuery,
  // A parameter that is sent twice arrives as a list. Joined, it is no known status: `bad status`.
  status: z
    .preprocess((sent) => (Array.isArray(sent) ? sent.join(',') : sent), z.string().optional())
    .meta({ enum: AWARD_STATUSES }),
});

const award = z
  .object({
    id,
    charge_id: id,
    product_id: z.string(),
    kind: z.enum(['recommender', 'buyer']),
    amount: amount.meta({ description: 'The amount left after returns' }),
    original_amount: amount.meta({ description: 'The amount earned at capture' }),
    currency: z.string(),
    status: z.enum(AWARD_STATUSES).meta({
      description:
        'DEFERRED until the buyer recommends the product, PENDING for 30 days, then LANDED in the wallet. VOIDED when returns cut all of it',
    }),
    pending_until: timestamp
      .nullable()
      .meta({ description: 'The time at which it lands. Null while deferred' }),
    landed_at: timestamp.nullable(),
  })
  .meta({ id: 'Award' });

export const cashbackAnswer = z.object({ awards: z.array(award), next_cursor: z.string().nullable() });

/** Returns an award for its beneficiary. */
export function awardBody(row: CashbackRow): z.output<typeof award> {
  return {
    id: row.id,
    charge_id: row.chargeId,
    product_id: row.productId,
    kind: row.kind,
    amount: row.amount,
    original_amount: row.originalAmount,
    currency: row.currency,
    status: row.status,
    pending_until: row.pendingUntil && rfc3339(row.pendingUntil),
    landed_at: row.landedAt && rfc3339(row.landedAt),
  };
}
