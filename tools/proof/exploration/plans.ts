import type { Environment } from '../../../src/domain/environment.ts';

/** One line of an explored cart. */
export interface PlannedLine {
  readonly productId: string;
  readonly unitPrice: number;
  readonly qty: number;
  /** In basis points. */
  readonly cashbackRate: number;
  /** The shopper whose recommendation the line is attributed to. Null without one. */
  readonly recommenderId: string | null;
}

/** A cart to explore, with its merchant's terms. Amounts in minor units, rates in basis points. */
export interface CartPlan {
  readonly lines: readonly PlannedLine[];
  readonly shipping: number;
  readonly tax: number;
  readonly mdr: number;
  readonly recommenderShare: number;
  readonly env: Environment;
}

/** The cart of the contract's golden numbers. */
export const GOLDEN_PLAN: CartPlan = {
  lines: [
    { productId: 'a', unitPrice: 1999, qty: 3, cashbackRate: 750, recommenderId: 'bob' },
    { productId: 'b', unitPrice: 501, qty: 1, cashbackRate: 333, recommenderId: null },
  ],
  shipping: 499,
  tax: 612,
  mdr: 200,
  recommenderShare: 5000,
  env: 'sandbox',
};

/** A cart with a product on two of its lines. */
const REPEATED_PLAN: CartPlan = {
  lines: [
    { productId: 'a', unitPrice: 333, qty: 2, cashbackRate: 750, recommenderId: 'bob' },
    { productId: 'b', unitPrice: 87, qty: 1, cashbackRate: 5000, recommenderId: null },
    { productId: 'a', unitPrice: 501, qty: 2, cashbackRate: 1234, recommenderId: 'bob' },
  ],
  shipping: 100,
  tax: 50,
  mdr: 290,
  recommenderShare: 3333,
  env: 'live',
};

// Lists of coprime lengths: walking them side by side covers every combination of any of them within few
// carts.
const PRICES = [33, 1, 1999, 0, 101] as const;
const RATES = [750, 333, 10_000, 0, 5000, 1, 9999] as const;
const SHARES = [5000, 3333, 10_000, 0, 6667, 1, 9999, 2500] as const;
const FEES = [200, 0, 9999, 290, 10_000, 1, 35, 5000, 150] as const;
const EARNING_PRICES = [1999, 101, 501, 87, 333] as const;
const EARNING_RATES = [750, 333, 5000, 9999, 1234, 2500, 601] as const;
const EARNING_SHARES = [5000, 3333, 6667, 2500, 9000, 1111, 4999, 7500] as const;
const EXTRAS = [
  [499, 612],
  [0, 0],
  [100, 50],
  [1, 2],
  [7, 0],
  [0, 1],
  [250, 33],
  [2, 1],
  [0, 13],
  [1000, 999],
  [5, 5],
] as const;

/**
 * Products by line, with the recommender of each. A repeated product has the same recommender on every line.
 */
const TWO_LINES = [
  ['a', 'b'],
  ['a', 'a'],
] as const;
const THREE_LINES = [
  ['a', 'b', 'c'],
  ['a', 'a', 'b'],
  ['a', 'b', 'a'],
  ['a', 'a', 'a'],
] as const;
const RECOMMENDERS: readonly Readonly<Record<string, string | null>>[] = [
  { a: 'bob', b: 'cleo', c: 'bob' },
  { a: 'bob', b: null, c: 'cleo' },
  { a: null, b: 'bob', c: 'bob' },
  { a: null, b: null, c: null },
];

/**
 * Quantities of three lines, and the number of carts with them: one more piece multiplies the states. Their
 * prices, rates and shares leave every award above 0, so that all awards take part.
 */
const THREE_QUANTITIES: readonly { readonly quantities: readonly number[]; readonly carts: number }[] = [
  { quantities: [1, 1, 1], carts: 88 },
  { quantities: [2, 1, 1], carts: 46 },
  { quantities: [1, 2, 1], carts: 46 },
  { quantities: [1, 1, 2], carts: 46 },
  { quantities: [3, 1, 1], carts: 11 },
  { quantities: [1, 1, 3], carts: 11 },
  { quantities: [2, 2, 1], carts: 11 },
  { quantities: [2, 2, 2], carts: 6 },
  { quantities: [3, 2, 1], carts: 5 },
];

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

interface Shape {
  readonly products: readonly string[];
  readonly quantities: readonly number[];
  readonly recommenders: Readonly<Record<string, string | null>>;
}

const LARGEST_SHAPE: Shape = {
  products: ['a', 'b', 'c'],
  quantities: [3, 3, 3],
  recommenders: { a: 'bob', b: 'cleo', c: 'bob' },
};

/** The cart of this shape with the prices, rates and terms of number `index`. */
function planOf({ products, quantities, recommenders }: Shape, index: number): CartPlan {
  const [shipping, tax] = at(EXTRAS, index);
  // Every ninth cart is free: returns then refund shipping and tax by pieces.
  const isFree = index % 9 === 4;
  const earns = products.length === 3 && index % 3 !== 0;
  return {
    lines: products.map((productId, line) => ({
      productId,
      unitPrice: isFree ? 0 : at(earns ? EARNING_PRICES : PRICES, index + 3 * line),
      qty: at(quantities, line),
      cashbackRate: at(earns ? EARNING_RATES : RATES, index + 2 * line),
      recommenderId: recommenders[productId] ?? null,
    })),
    shipping,
    tax,
    mdr: at(FEES, index),
    recommenderShare: at(earns ? EARNING_SHARES : SHARES, index),
    env: index % 2 === 0 ? 'sandbox' : 'live',
  };
}

function* shapes(): Generator<{ shape: Shape; carts: number }> {
  for (const recommenders of RECOMMENDERS) {
    for (const qty of [1, 2, 3])
      yield { shape: { products: ['a'], quantities: [qty], recommenders }, carts: 35 };
    for (const products of TWO_LINES) {
      for (const first of [1, 2, 3]) {
        for (const second of [1, 2, 3])
          yield { shape: { products, quantities: [first, second], recommenders }, carts: 11 };
      }
    }
    for (const products of THREE_LINES) {
      for (const { quantities, carts } of THREE_QUANTITIES)
        yield { shape: { products, quantities, recommenders }, carts };
    }
  }
}

/** Every cart of the exploration, always the same ones in the same order. */
export function cartPlans(): CartPlan[] {
  const plans: CartPlan[] = [GOLDEN_PLAN, REPEATED_PLAN, planOf(LARGEST_SHAPE, 2)];
  for (const { shape, carts } of shapes()) {
    for (let count = 0; count < carts; count += 1) plans.push(planOf(shape, plans.length));
  }
  return plans;
}

/**
 * The cart on one line, for messages: `a 3 × 1999 at 750 bp by bob, …; shipping 499, tax 612, fee 200 bp,
 * share 5000 bp`.
 */
export function planText({ lines, shipping, tax, mdr, recommenderShare }: CartPlan): string {
  const goods = lines.map(({ productId, unitPrice, qty, cashbackRate, recommenderId }) => {
    return `${productId} ${qty} × ${unitPrice} at ${cashbackRate} bp${recommenderId === null ? '' : ` by ${recommenderId}`}`;
  });
  return `${goods.join(', ')}; shipping ${shipping}, tax ${tax}, fee ${mdr} bp, share ${recommenderShare} bp`;
}
