import {
  DEFAULT_CURRENCY,
  DEFAULT_EXPIRY_SECONDS,
  decideCart,
  LONGEST_EXPIRY_SECONDS,
  SHORTEST_EXPIRY_SECONDS,
} from '../../src/domain/cart.ts';
import type { CartItem, CartOffer } from '../../src/domain/cart.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
const ITEM: CartItem = { productId: 'a', displayName: 'A', unitPrice: 1999, qty: 3, cashbackRate: 750 };
const OFFER: CartOffer = { items: [ITEM], total: 5997 };

/** The refusal of the offer with these changes, as the caller reads it. */
function refusal(change: Partial<CartOffer>) {
  const decision = decideCart({ ...OFFER, ...change });
  return decision.ok ? null : [decision.refusal.code, decision.refusal.reason];
}

/** The refusal of a cart of one line with these changes; the total is what the line costs. */
function refusalOf(line: Partial<CartItem>) {
  const item = { ...ITEM, ...line };
  return refusal({ items: [item], total: item.unitPrice * item.qty });
}

test('a cart without lines is refused', () => {
  expect(refusal({ items: [], total: 0 })).toEqual(['empty_items', 'empty items']);
});

test('a cart has 500 lines at most', () => {
  const lines = (count: number) => Array.from({ length: count }, () => ({ ...ITEM, unitPrice: 1, qty: 1 }));
  expect(refusal({ items: lines(500), total: 500 })).toBeNull();
  expect(refusal({ items: lines(501), total: 501 })).toEqual(['invalid', 'items: at most 500 lines']);
});

test.each([
  [{ qty: 0 }],
  [{ qty: -1 }],
  [{ qty: 1.5 }],
  [{ unitPrice: -1 }],
  [{ unitPrice: 0.5 }],
  [{ unitPrice: LARGEST + 1, qty: 1 }],
  [{ unitPrice: LARGEST, qty: 2 }],
  [{ unitPrice: 0, qty: LARGEST + 1 }],
])('a line with %j is refused', (line) => {
  expect(refusalOf(line)).toEqual(['bad_line', 'bad line']);
});

test('goods of more than 2^53 − 1 in all are refused, of exactly that much accepted', () => {
  const line = (unitPrice: number) => ({ ...ITEM, unitPrice, qty: 1, cashbackRate: 0 });
  expect(refusal({ items: [line(LARGEST - 1), line(1)], total: LARGEST })).toBeNull();
  expect(refusal({ items: [line(LARGEST), line(1)], total: LARGEST })).toEqual(['bad_line', 'bad line']);
});

test('one bad line refuses the whole cart', () => {
  expect(refusal({ items: [ITEM, { ...ITEM, qty: 0 }] })).toEqual(['bad_line', 'bad line']);
  expect(refusal({ items: [ITEM, { ...ITEM, cashbackRate: 10_001 }], total: 2 * 5997 })).toEqual([
    'bad_cashback_rate',
    'bad cashback_rate',
  ]);
});

test('a cashback rate is a whole number of basis points from 0 to 10000', () => {
  expect([0, 10_000].map((cashbackRate) => refusalOf({ cashbackRate }))).toEqual([null, null]);
  for (const cashbackRate of [-1, 10_001, 0.5, Number.NaN]) {
    expect(refusalOf({ cashbackRate })).toEqual(['bad_cashback_rate', 'bad cashback_rate']);
  }
});

test.each([
  ['shipping_amount', 'shippingAmount'],
  ['tax_amount', 'taxAmount'],
  ['total', 'total'],
] as const)('%s is a whole number of minor units, 0 or more', (field, key) => {
  for (const amount of [-1, 0.5, LARGEST + 1]) {
    expect(refusal({ [key]: amount })).toEqual([
      'invalid',
      `${field}: must be a whole number of minor units, 0 or more`,
    ]);
  }
});

test('the total is what the goods, shipping and tax cost, and a refusal says how much', () => {
  expect(refusal({ shippingAmount: 499, taxAmount: 612, total: 7108 })).toBeNull();
  expect(refusal({ total: 5996 })).toEqual(['total_mismatch', 'total mismatch: server-computed 5997']);
  expect(refusal({ shippingAmount: 499, taxAmount: 612 })).toEqual([
    'total_mismatch',
    'total mismatch: server-computed 7108',
  ]);
  expect(refusalOf({ unitPrice: 0 })).toBeNull();
});

test('the currency is one that circulates', () => {
  expect(refusal({ currency: 'EUR' })).toBeNull();
  expect(refusal({ currency: 'XXX' })).toEqual(['bad_currency', 'bad currency']);
});

test('a checkout is payable for 60 s to 7 days', () => {
  expect([SHORTEST_EXPIRY_SECONDS, LONGEST_EXPIRY_SECONDS]).toEqual([60, 604_800]);
  expect([60, 604_800].map((expiresInSecs) => refusal({ expiresInSecs }))).toEqual([null, null]);
  for (const expiresInSecs of [59, 604_801, 60.5, -60, Number.NaN]) {
    expect(refusal({ expiresInSecs })).toEqual(['bad_expires_in_secs', 'bad expires_in_secs']);
  }
});

test('without them, the currency is USD, the expiry a day, shipping and tax nothing', () => {
  expect([DEFAULT_CURRENCY, DEFAULT_EXPIRY_SECONDS]).toEqual(['USD', 86_400]);
  const decision = decideCart(OFFER);
  expect(decision.ok && decision.value).toEqual({
    lines: [{ ...ITEM, line: 0, pot: 449 }],
    currency: 'USD',
    shippingAmount: 0,
    taxAmount: 0,
    total: 5997,
    totalCashback: 449,
    expiresInSecs: 86_400,
  });
});

test('the refusal names the first fault', () => {
  const wrong: CartOffer = {
    items: [{ ...ITEM, qty: 0, cashbackRate: -1 }],
    shippingAmount: -1,
    taxAmount: -1,
    total: -1,
    currency: 'XXX',
    expiresInSecs: 1,
  };
  const mends: Partial<CartOffer>[] = [
    { items: [{ ...ITEM, cashbackRate: -1 }] },
    { items: [ITEM] },
    { shippingAmount: 1 },
    { taxAmount: 2 },
    { total: 1 },
    { total: 6000 },
    { currency: 'USD' },
    { expiresInSecs: 60 },
  ];
  let offer: Partial<CartOffer> = wrong;
  const read = [refusal(offer)?.[0]];
  for (const mend of mends) {
    offer = { ...offer, ...mend };
    read.push(refusal(offer)?.[1]);
  }
  expect(read).toEqual([
    'bad_line',
    'bad cashback_rate',
    'shipping_amount: must be a whole number of minor units, 0 or more',
    'tax_amount: must be a whole number of minor units, 0 or more',
    'total: must be a whole number of minor units, 0 or more',
    'total mismatch: server-computed 6000',
    'bad currency',
    'bad expires_in_secs',
    undefined,
  ]);
});
