import { z } from 'zod';
import {
  DEFAULT_CURRENCY,
  DEFAULT_EXPIRY_SECONDS,
  LONGEST_EXPIRY_SECONDS,
  MAX_LINES,
  SHORTEST_EXPIRY_SECONDS,
} from '../../domain/cart.ts';
import type { CartOffer } from '../../domain/cart.ts';
import type { CartExtras } from '../../store/checkouts.ts';
import { invalid, ok, refuse, withDetail } from '../../domain/outcome.ts';
import type { Outcome, Refusal } from '../../domain/outcome.ts';
import { detailOf, firstDetail, shortCode } from './detail.ts';
import { CURRENCY, ID, amount, name, optional, text, webUrl, wellFormed, whole } from './fields.ts';

const LARGEST_DOCUMENT = 16 * 1024;

const item = z
  .object({
    product_id: name,
    display_name: name,
    unit_price: amount,
    qty: whole.min(1).meta({ description: 'Greater than 0' }),
    cashback_rate: whole.min(0).max(10_000).meta({ description: 'Basis points, 0 to 10000' }),
    item_image_url: optional(webUrl),
    item_url: optional(webUrl),
  })
  .meta({ id: 'CheckoutItemInput' });

const document = z
  .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'must be an object',
    abort: true,
  })
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= LARGEST_DOCUMENT, {
    error: 'must have at most 16 KiB',
    abort: true,
  })
  .refine((value) => all(value, (part) => typeof part !== 'string' || wellFormed(part)), {
    error: 'must not hold NUL or half characters',
    abort: true,
  })
  .refine((value) => all(value, (part) => typeof part !== 'number' || comesBack(part)), {
    error: 'must not hold numbers beyond 2^53 - 1',
  })
  .meta({ type: 'object', additionalProperties: true });

/** The body of `POST /checkouts`. `readCart` decides the order of its refusals. */
export const cartInput = z
  .object({
    items: z.array(item).min(1).max(MAX_LINES),
    total: amount,
    currency: optional(z.string()).meta({
      ...CURRENCY,
      description: `ISO 4217, ${DEFAULT_CURRENCY} when absent`,
    }),
    shipping_amount: optional(amount),
    tax_amount: optional(amount),
    terminal_id: optional(z.string()).meta({
      ...ID,
      description: 'A reusable terminal. When absent, a `USE_ONCE` terminal is created for this checkout',
    }),
    order_id: optional(text(200)).meta({
      description: "The merchant's reference, returned with the sale. Not used for idempotency",
    }),
    store: optional(document).meta({
      description: 'Free JSON of at most 16 KiB, with numbers within ±(2^53 − 1), returned with the sale',
    }),
    shipping: optional(document).meta({
      description: 'Free JSON of at most 16 KiB, with numbers within ±(2^53 − 1), returned with the sale',
    }),
    user_confirmation_url: optional(webUrl),
    user_cancel_url: optional(webUrl),
    expires_in_secs: optional(
      whole.meta({ minimum: SHORTEST_EXPIRY_SECONDS, maximum: LONGEST_EXPIRY_SECONDS }),
    ).meta({
      description: `${SHORTEST_EXPIRY_SECONDS} to ${LONGEST_EXPIRY_SECONDS} seconds, ${DEFAULT_EXPIRY_SECONDS} when absent`,
    }),
  })
  .meta({
    id: 'CheckoutInput',
    examples: [
      {
        items: [
          { product_id: 'sku-1', display_name: 'Coffee beans', unit_price: 1999, qty: 3, cashback_rate: 750 },
        ],
        total: 5997,
        currency: 'USD',
        order_id: 'order-1001',
      },
    ],
  });

export interface CartRequest {
  readonly offer: CartOffer;
  readonly extras: CartExtras;
  readonly terminalId: string | null;
}

/** Fields that are refused first, as errors in the body's shape. */
const SHAPE_FIELDS = [
  'items',
  'order_id',
  'store',
  'shipping',
  'user_confirmation_url',
  'user_cancel_url',
  'terminal_id',
];

/**
 * Reads a cart, or refuses it in the contract's order: the body's shape, `empty items`, `bad line`,
 * `bad cashback_rate`, amounts, (then `decideCart`: `total mismatch` and so on), currency, expiry. Source:
 * contract, sections 4 and 14.
 */
export function readCart(sent: unknown): Outcome<CartRequest> {
  const items = (sent as { items?: unknown }).items ?? [];
  if (!Array.isArray(items)) return invalid('items', 'must be a list');
  const read = cartInput.safeParse(sent);
  if (read.success) return ok(requestOf(read.data));

  const { issues } = read.error;
  const at = (field: string) => issues.find(({ path }) => path[0] === field && path.length === 1);
  for (const field of SHAPE_FIELDS.slice(1)) {
    const fault = at(field);
    if (fault) return withDetail(invalid(field, fault.message), () => detailOf(fault, sent));
  }
  if (items.length === 0) return refuse('empty_items');
  if (items.length > MAX_LINES) return invalid('items', `at most ${MAX_LINES} lines`);
  const inLines = issues.filter(({ path }) => path[0] === 'items');
  const badLine = inLines.find(({ path }) => path[2] !== 'cashback_rate');
  if (badLine !== undefined) return withDetail(refuse('bad_line'), () => detailOf(badLine, sent));
  // Only errors in numbers and the currency remain. `decideCart` checks each again and refuses the first in
  // its order: refused here, they would come before `bad cashback_rate` and `total mismatch`.
  return ok(requestOf(sent as z.output<typeof cartInput>));
}

type CartFault = 'bad_line' | 'total_mismatch' | 'bad_currency' | 'bad_expires_in_secs';

const CART_FAULTS: Readonly<Record<CartFault, (offer: CartOffer) => string>> = {
  bad_line: () => 'items: the sum of unit_price × qty exceeds 2^53 - 1',
  total_mismatch: sumOf,
  bad_currency: ({ currency }) => `currency: ISO 4217, upper case, in circulation${shortCode(currency)}`,
  bad_expires_in_secs: ({ expiresInSecs }) =>
    `expires_in_secs: ${SHORTEST_EXPIRY_SECONDS} to ${LONGEST_EXPIRY_SECONDS}${shortCode(expiresInSecs)}`,
};

/** Says what exactly is wrong with a cart that `decideCart` refused, from the sent body and its offer. */
export function cartDetail({ code, reason }: Refusal, offer: CartOffer, sent: unknown): string | null {
  if (code in CART_FAULTS) return CART_FAULTS[code as CartFault](offer);
  const field = code === 'bad_cashback_rate' ? 'cashback_rate' : reason.slice(0, reason.indexOf(':'));
  return firstDetail(cartInput, sent, field);
}

/** Fields of a cart with another fault come as they were sent: null is absent. */
function sumOf({ items, shippingAmount, taxAmount, total }: CartOffer): string {
  const goods = items.reduce((sum, line) => sum + BigInt(line.unitPrice) * BigInt(line.qty), 0n);
  const [shipping, tax] = [BigInt(shippingAmount ?? 0), BigInt(taxAmount ?? 0)];
  return `total: goods ${goods} + shipping_amount ${shipping} + tax_amount ${tax} = ${goods + shipping + tax}, got ${total}`;
}

function requestOf(input: z.output<typeof cartInput>): CartRequest {
  return {
    terminalId: input.terminal_id ?? null,
    offer: {
      items: input.items.map((line) => ({
        productId: line.product_id,
        displayName: line.display_name,
        unitPrice: line.unit_price,
        qty: line.qty,
        cashbackRate: line.cashback_rate,
        imageUrl: line.item_image_url,
        url: line.item_url,
      })),
      total: input.total,
      currency: input.currency,
      shippingAmount: input.shipping_amount,
      taxAmount: input.tax_amount,
      expiresInSecs: input.expires_in_secs,
    },
    extras: {
      orderId: input.order_id ?? null,
      store: input.store ?? null,
      shipping: input.shipping ?? null,
      confirmationUrl: input.user_confirmation_url ?? null,
      cancelUrl: input.user_cancel_url ?? null,
    },
  };
}

/** True if the test holds for every part of free JSON, names included. */
function all(value: unknown, holds: (part: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return holds(value);
  return Object.entries(value).every(([key, inner]) => holds(key) && all(inner, holds));
}

/**
 * True if JSON reads the number without loss. Beyond 2^53 − 1 it loses digits, and the sale would answer
 * another number than the merchant sent.
 */
function comesBack(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
