import { z } from 'zod';
import type { AuthorizationFacts, CaptureFacts, CaptureResult } from '../../domain/charge.ts';
import type { Refusal } from '../../domain/outcome.ts';
import { amount, id, name, optional, rfc3339 } from './fields.ts';

export const authorizeInput = z.object({
  attribution: optional(
    z
      .array(z.object({ product_id: name, recommender_id: z.string({ error: 'must be text' }) }), {
        error: 'must be a list',
      })
      .max(500, {
        error: 'must have at most 500 entries',
      }),
  ).meta({
    description:
      'The shopper whose recommendation the buyer followed, by product. Unknown products and shoppers are ignored. The last entry of a product counts',
  }),
});

export const authorizeAnswer = z.object({
  auth_id: id.meta({ description: 'Id of the charge, for capture, void and return' }),
});

export const captureAnswer = z
  .object({
    journal_id: id.meta({ description: 'Transaction reference. A repeated capture returns the same one' }),
    mdr_fee: amount,
    recommender_amount: amount,
    buyer_amount: z.literal(0).meta({ description: 'Always 0 at capture' }),
    deferred_buyer_amount: amount,
    recommender_id: id.nullable(),
    recommenders: z.array(z.object({ user_id: id, amount })),
  })
  .meta({
    id: 'CaptureResult',
    examples: [
      {
        journal_id: '019aa5b0-0000-7000-8000-000000000001',
        mdr_fee: 130,
        recommender_amount: 224,
        buyer_amount: 0,
        deferred_buyer_amount: 241,
        recommender_id: '019aa5b0-0000-7000-8000-000000000002',
        recommenders: [{ user_id: '019aa5b0-0000-7000-8000-000000000002', amount: 224 }],
      },
    ],
  });

/** Returns the specification's Capture result. */
export function captureBody(captured: CaptureResult): z.output<typeof captureAnswer> {
  return {
    journal_id: captured.journalId,
    mdr_fee: captured.mdrFee,
    recommender_amount: captured.recommenderAmount,
    buyer_amount: 0,
    deferred_buyer_amount: captured.deferredBuyerAmount,
    recommender_id: captured.recommenderId,
    recommenders: captured.recommenders.map(({ userId, amount: earned }) => ({
      user_id: userId,
      amount: earned,
    })),
  };
}

/** Says why an authorization was refused. The shopper reads it: what it tells is theirs, or the cart's. */
export function authorizeDetail(
  { code }: Refusal,
  { consumer, currency, total }: AuthorizationFacts,
): string | null {
  if (code === 'currency_mismatch') return `the cart is in ${currency}, the account in ${consumer.currency}`;
  if (code !== 'insufficient_balance') return null;
  return `${consumer.available} available, ${total} needed, in minor units of ${currency}`;
}

/** Says in which state a charge is. */
export function stateDetail({
  status,
  holdExpiresAt,
}: Pick<CaptureFacts, 'status' | 'holdExpiresAt'>): string {
  const ended =
    status === 'AUTHORIZED' || status === 'EXPIRED' ? `; its hold ends at ${rfc3339(holdExpiresAt)}` : '';
  return `the charge is ${status}${ended}`;
}
