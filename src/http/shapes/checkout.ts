import { z } from 'zod';
import { CHECKOUT_STATUSES } from '../../domain/checkout.ts';
import type { CheckoutView, LineRow } from '../../store/checkouts.ts';
import { amount, id, rfc3339, timestamp } from './fields.ts';
import { waitParameter } from './wait.ts';

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

/** The address of the page where a shopper pays. */
const payUrl = z.url().meta({ description: 'The page where the shopper pays: a link, or a QR code' });

export const openedAnswer = z.object({ id, terminal_id: id, pay_url: payUrl });

export const checkoutQuery = z.object({
  wait: waitParameter(
    'Answer when the status changes, or after so many seconds. A status that never changes again answers at once',
  ),
});

export const checkoutAnswer = z
  .object({
    id,
    terminal_id: id,
    merchant_id: id,
    merchant_name: z.string(),
    items: z.array(itemAnswer),
    currency: z.string(),
    shipping_amount: amount,
    tax_amount: amount,
    total: amount,
    total_cashback: amount,
    order_id: z.string().nullable(),
    status: z.enum(CHECKOUT_STATUSES),
    pay_url: payUrl,
    user_confirmation_url: z
      .string()
      .nullable()
      .meta({ description: "The page of the merchant's shop after paying" }),
    user_cancel_url: z
      .string()
      .nullable()
      .meta({ description: "The page of the merchant's shop for a shopper who does not pay" }),
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

/** Returns the address of the checkout's pay page. */
export function payUrlOf(checkoutId: string, publicUrl: string): string {
  return `${publicUrl}/pay/${checkoutId}`;
}

/**
 * Returns the specification's Checkout. `publicUrl` is the address under which shoppers reach the service.
 */
export function checkoutBody(view: CheckoutView, publicUrl: string): z.output<typeof checkoutAnswer> {
  return {
    id: view.id,
    terminal_id: view.terminalId,
    merchant_id: view.orgId,
    merchant_name: view.merchantName,
    items: view.items.map(itemBody),
    currency: view.currency,
    shipping_amount: view.shippingAmount,
    tax_amount: view.taxAmount,
    total: view.total,
    total_cashback: view.totalCashback,
    order_id: view.orderId,
    status: view.status,
    pay_url: payUrlOf(view.id, publicUrl),
    user_confirmation_url: view.confirmationUrl,
    user_cancel_url: view.cancelUrl,
    expires_at: rfc3339(view.expiresAt),
    created_at: rfc3339(view.createdAt),
  };
}
