import type { Cart, CartLine } from './history.ts';
import type { Random } from './random.ts';

const PRODUCTS = ['tea', 'coffee', 'cocoa'];
const RATES = [0, 250, 333, 750];
/** The sandbox's monitoring blocks this total. Source: contract, section 14. */
const BLOCKED_TOTAL = 666_600;

/** Draws a cart of one to three products with small amounts, so that every rounding occurs. */
export function drawCart(random: Random): Cart {
  const lines = PRODUCTS.slice(0, random.between(1, PRODUCTS.length)).map((product): CartLine => ({
    product,
    price: random.between(101, 1999),
    qty: random.between(1, 3),
    rate_bps: random.pick(RATES),
  }));
  const [shipping, tax] = [random.between(0, 499), random.between(0, 612)];
  const total = lines.reduce((sum, { price, qty }) => sum + price * qty, shipping + tax);
  return total === BLOCKED_TOTAL ? drawCart(random) : { lines, shipping, tax, total };
}

/** The body of `POST /checkouts` for this cart. */
export function checkoutBody(cart: Cart, order: string): object {
  return {
    items: cart.lines.map(({ product, price, qty, rate_bps: rate }) => ({
      product_id: product,
      display_name: product,
      unit_price: price,
      qty,
      cashback_rate: rate,
    })),
    shipping_amount: cart.shipping,
    tax_amount: cart.tax,
    total: cart.total,
    order_id: order,
  };
}
