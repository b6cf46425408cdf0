import { z } from 'zod';
import { decideQuantities } from '../../domain/charge-return.ts';
import type { LineLeft, ReturnResult } from '../../domain/charge-return.ts';
import { invalid, ok, refuse, withDetail } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { MAX_LINES } from '../../domain/cart.ts';
import { detailOf, quoted } from './detail.ts';
import { amount, id, name, optional, text, whole } from './fields.ts';

export const returnInput = z
  .object({
    items: optional(
      z
        .array(z.object({ product_id: name, qty: whole.min(1) }))
        .min(1)
        .max(MAX_LINES),
    ).meta({
      description: 'Products and quantities. When absent, everything that is left is returned',
    }),
    reason: optional(text(1000)),
  })
  .meta({ examples: [{ reason: 'too large', items: [{ product_id: 'sku-1', qty: 1 }] }] });

export interface ReturnRequest {
  readonly items: readonly { readonly productId: string; readonly qty: number }[] | null;
  /** The reason, or its refusal. It comes last: refusals of quantities come before it. */
  readonly reason: Outcome<string | null>;
}

/**
 * Reads a return. Refuses `empty items` and `bad line` before `reason`. Source: contract, sections 6 and 14.
 */
export function readReturn(sent: unknown): Outcome<ReturnRequest> {
  const items = (sent as { items?: unknown }).items ?? null;
  if (items !== null && !Array.isArray(items)) return invalid('items', 'must be a list');
  if (items?.length === 0) return refuse('empty_items');
  if (items !== null && items.length > MAX_LINES) return invalid('items', `at most ${MAX_LINES} lines`);
  const lines = returnInput.pick({ items: true }).safeParse(sent);
  if (!lines.success) return withDetail(refuse('bad_line'), () => detailOf(lines.error.issues[0], sent));
  const reason = returnInput.pick({ reason: true }).safeParse(sent);
  return ok({
    items: lines.data.items?.map(({ product_id: productId, qty }) => ({ productId, qty })) ?? null,
    reason: reason.success
      ? ok(reason.data.reason ?? null)
      : withDetail(invalid('reason', reason.error.issues[0]?.message ?? 'is wrong'), () =>
          detailOf(reason.error.issues[0], sent),
        ),
  });
}

/** Decides the quantities of a return. A refusal says which product exceeds what is left. */
export function checkQuantities(
  left: readonly LineLeft[],
  items: ReturnRequest['items'],
): ReturnType<typeof decideQuantities> {
  return withDetail(decideQuantities(left, items), () => quantityDetail(left, items));
}

/** Says which product of a return exceeds what is left of the charge. */
export function quantityDetail(left: readonly LineLeft[], items: ReturnRequest['items']): string {
  const ofProduct = Map.groupBy(left, ({ productId }) => productId);
  const leftOf = (lines: readonly LineLeft[]) =>
    lines.reduce((sum, { qty, returnedQty }) => sum + qty - returnedQty, 0);
  for (const [productId, wanted] of Map.groupBy(items ?? [], (item) => item.productId)) {
    const lines = ofProduct.get(productId);
    if (lines === undefined) return `product ${quoted(productId)} is not in this charge`;
    const asked = wanted.reduce((sum, { qty }) => sum + qty, 0);
    if (asked > leftOf(lines))
      return `product ${quoted(productId)}: ${leftOf(lines)} left, ${asked} asked for`;
  }
  return 'everything was returned before';
}

export const returnAnswer = z
  .object({
    return_id: id,
    refund: amount.meta({ description: 'Goods plus pro-rata shipping and tax' }),
    buyer_cut: amount.meta({ description: 'Deferred and pending buyer cashback removed' }),
    rec_cut: amount.meta({ description: 'Pending recommender cashback removed' }),
    award_adjusted: z.boolean(),
  })
  .meta({ id: 'ReturnResult' });

export const previewAnswer = returnAnswer.omit({ return_id: true }).meta({ id: 'ReturnPreview' });

/** Returns the specification's Return result. */
export function returnBody(returned: ReturnResult): z.output<typeof returnAnswer> {
  return { return_id: returned.returnId, ...previewBody(returned) };
}

/** Returns the fields of a return that a preview has too. */
export function previewBody(returned: Omit<ReturnResult, 'returnId'>): z.output<typeof previewAnswer> {
  return {
    refund: returned.refund,
    buyer_cut: returned.buyerCut,
    rec_cut: returned.recommenderCut,
    award_adjusted: returned.awardAdjusted,
  };
}
