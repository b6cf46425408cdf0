import { isCurrency } from './countries.ts';
import { bps, minor, portion, product } from './money.ts';
import type { Bps, Minor } from './money.ts';
import { invalid, ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

export const DEFAULT_CURRENCY = 'USD';
export const MAX_LINES = 500;
export const SHORTEST_EXPIRY_SECONDS = 60;
export const LONGEST_EXPIRY_SECONDS = 7 * 24 * 60 * 60;
export const DEFAULT_EXPIRY_SECONDS = 24 * 60 * 60;

/**
 * A cart line as the merchant sent it, not validated yet. Amounts in minor units, the rate in basis points.
 */
export interface CartItem {
  readonly productId: string;
  readonly displayName: string;
  readonly unitPrice: number;
  readonly qty: number;
  readonly cashbackRate: number;
  readonly imageUrl?: string | undefined;
  readonly url?: string | undefined;
}

/** A cart as the merchant sent it, not validated yet. */
export interface CartOffer {
  readonly items: readonly CartItem[];
  readonly total: number;
  readonly currency?: string | undefined;
  readonly shippingAmount?: number | undefined;
  readonly taxAmount?: number | undefined;
  readonly expiresInSecs?: number | undefined;
}

export interface CartLine extends CartItem {
  readonly line: number;
  readonly unitPrice: Minor;
  readonly cashbackRate: Bps;
  /** The line's cashback, which recommender and buyer share. */
  readonly pot: Minor;
}

export interface Cart {
  readonly lines: readonly CartLine[];
  readonly currency: string;
  readonly shippingAmount: Minor;
  readonly taxAmount: Minor;
  readonly total: Minor;
  readonly totalCashback: Minor;
  readonly expiresInSecs: number;
}

/**
 * Validates and prices a cart. Returns it with its pots, or the first refusal.
 *
 * A pot is ⌊unit price × qty × rate / 10000⌋. `totalCashback` is the sum of the pots. Refused in this order:
 * `empty items`, `bad line`, `bad cashback_rate`, the amounts, `total mismatch`, `bad currency`, `bad
 * expires_in_secs`. Source: specification, "Checkouts and charges"; contract, section 4.
 */
export function decideCart(offer: CartOffer): Outcome<Cart> {
  if (offer.items.length === 0) return refuse('empty_items');
  if (offer.items.length > MAX_LINES) return invalid('items', `at most ${MAX_LINES} lines`);
  const goods = goodsValue(offer.items);
  if (goods === null) return refuse('bad_line');
  if (!offer.items.every((item) => isRate(item.cashbackRate))) return refuse('bad_cashback_rate');

  const shipping = offer.shippingAmount ?? 0;
  const tax = offer.taxAmount ?? 0;
  for (const [field, amount] of [
    ['shipping_amount', shipping],
    ['tax_amount', tax],
    ['total', offer.total],
  ] as const) {
    if (!isAmount(amount)) return invalid(field, 'must be a whole number of minor units, 0 or more');
  }
  const total = goods + BigInt(shipping) + BigInt(tax);
  if (total !== BigInt(offer.total))
    return refuse('total_mismatch', `total mismatch: server-computed ${total}`);

  const currency = offer.currency ?? DEFAULT_CURRENCY;
  if (!isCurrency(currency)) return refuse('bad_currency');
  const expiresInSecs = offer.expiresInSecs ?? DEFAULT_EXPIRY_SECONDS;
  if (!isExpiry(expiresInSecs)) return refuse('bad_expires_in_secs');

  const lines = offer.items.map(priceLine);
  const totalCashback = minor(lines.reduce((all, { pot }) => all + pot, 0));
  return ok({
    lines,
    currency,
    shippingAmount: minor(shipping),
    taxAmount: minor(tax),
    total: minor(offer.total),
    totalCashback,
    expiresInSecs,
  });
}

/**
 * The total price of the goods in minor units, or null when a line is malformed or the sum exceeds 2^53 - 1.
 */
function goodsValue(items: readonly CartItem[]): bigint | null {
  let goods = 0n;
  for (const { unitPrice, qty } of items) {
    if (!isAmount(unitPrice) || !Number.isSafeInteger(qty) || qty <= 0) return null;
    const price = product(unitPrice, qty);
    if (price === null) return null;
    goods += BigInt(price);
  }
  return goods > BigInt(Number.MAX_SAFE_INTEGER) ? null : goods;
}

function priceLine(item: CartItem, line: number): CartLine {
  const cashbackRate = bps(item.cashbackRate);
  const price = minor(item.unitPrice * item.qty);
  return { ...item, line, unitPrice: minor(item.unitPrice), cashbackRate, pot: portion(price, cashbackRate) };
}

const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0;
const isRate = (rate: number): boolean => Number.isInteger(rate) && rate >= 0 && rate <= 10_000;
const isExpiry = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= SHORTEST_EXPIRY_SECONDS && seconds <= LONGEST_EXPIRY_SECONDS;
