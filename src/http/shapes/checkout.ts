import { z } from 'zod';
import { CHECKOUT_STATUSES } from '../../domain/checkout.ts';
import type { CheckoutView, LineRow } from '../../store/checkouts.ts';
import { amount, id, rfc3339, timestamp } from './fields.ts';

export const itemAnswer = z
  .object({
    product_id: z.string(),
    display_name: z.string(),
    unit_price: z.int(),
    qty: z.int(),
    cashback_rate: z.int().meta({ description: 'Basis points' }),
    item_image_url: z.string().optional(),
    item_url: z.string().optional(),
  })
  .meta({ id: 'CheckoutItem' });

export const checkoutAnswer = z
  .object({
    id,
    terminal_id: id,
    merchant_id: id,
    items: z.array(itemAnswer),
    currency: z.string(),
    shipping_amount: amount,
    tax_amount: amount,
    total: amount,
    total_cashback: amount,
    order_id: z.string().nullable(),
    status: z.enum(CHECKOUT_STATUSES),
    expires_at: timestamp,
    created_at: timestamp,
  })
  .meta({ id: 'Checkout' });

/** Returns a cart line as the merchant sent it. Absent addresses stay absent. */
export function itemBody(line: LineRow): z.output<typeof itemAnswer> {
  return {
    product_id: line.productId,
    display_name: line.displayName,
    unit_price: line.unitPrice,
    qty: line.qty,
    cashback_rate: line.cashbackRate,
    ...(line.imageUrl === null ? {} : { item_image_url: line.imageUrl }),
    ...(line.url === null ? {} : { item_url: line.url }),
  };
}

/** Returns the specification's Checkout. */
export function checkoutBody(view: CheckoutView): z.output<typeof checkoutAnswer> {
  return {
    id: view.id,
    terminal_id: view.terminalId,
    merchant_id: view.orgId,
    items: view.items.map(itemBody),
    currency: view.currency,
    shipping_amount: view.shippingAmount,
    tax_amount: view.taxAmount,
    total: view.total,
    total_cashback: view.totalCashback,
    order_id: view.orderId,
    status: view.status,
    expires_at: rfc3339(view.expiresAt),
    created_at: rfc3339(view.createdAt),
  };
}
