import { z } from 'zod';
import type { StuckPayoutRow } from '../../store/stuck-payouts.ts';
import { amount, id, name, pageQuery, rfc3339, timestamp } from './fields.ts';

export const stuckQuery = z.object(pageQuery);

const stuckPayout = z
  .object({
    id,
    org_id: id,
    amount_minor: amount,
    currency: z.string(),
    status: z.literal('PENDING'),
    reason: z.string().meta({ description: 'The reason why it does not end by itself' }),
    submitted_at: timestamp.nullable().meta({ description: 'When it was first sent to the bank' }),
    created_at: timestamp,
    stuck_at: timestamp,
    adjustment_id: id
      .nullable()
      .meta({ description: 'The proposal to end it as not sent, which a second operator approves' }),
  })
  .meta({ id: 'StuckPayout' });

export const stuckList = z.object({ payouts: z.array(stuckPayout), next_cursor: z.string().nullable() });

/** Returns a payout that does not end by itself. */
export function stuckBody(row: StuckPayoutRow): z.output<typeof stuckPayout> {
  return {
    id: row.id,
    org_id: row.orgId,
    amount_minor: row.amount,
    currency: row.currency,
    status: 'PENDING',
    reason: row.reason,
    submitted_at: row.submittedAt === null ? null : rfc3339(row.submittedAt),
    created_at: rfc3339(row.createdAt),
    stuck_at: rfc3339(row.stuckAt),
    adjustment_id: row.adjustmentId,
  };
}

export const resolveInput = z
  .object({
    outcome: z
      .enum(['settled', 'not_sent'], { error: 'must be settled or not_sent' })
      .meta({ description: '`not_sent` returns the money to the merchant, and needs a second operator' }),
    reason: name.meta({ description: "The bank's word, and who gave it. Recorded permanently" }),
  })
  .meta({ examples: [{ outcome: 'settled', reason: 'the bank confirmed it by phone' }] });

export const resolveAnswer = z
  .object({
    id: id.meta({ description: 'The payout; for `PROPOSED` the adjustment to approve' }),
    status: z.enum(['SETTLED', 'FAILED', 'PROPOSED']),
  })
  .meta({ id: 'Resolution' });
