import fc from 'fast-check';
import { decideCart } from '../../src/domain/cart.ts';
import type { CartItem } from '../../src/domain/cart.ts';
import {
  clampShare,
  DEFAULT_RECOMMENDER_SHARE,
  firstAwards,
  PENDING_MS,
  splitCashback,
  splitPot,
} from '../../src/domain/cashback.ts';
import type { PotLine } from '../../src/domain/cashback.ts';
import { decideCapture } from '../../src/domain/charge.ts';
import { bps, minor, portion, product, share } from '../../src/domain/money.ts';

const rate = fc.integer({ min: 0, max: 10_000 });
const price = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 10 ** 12 }));
const quantity = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 700 }));
const item: fc.Arbitrary<CartItem> = fc.record({
  productId: fc.constantFrom('a', 'b', 'c'),
  displayName: fc.constant('x'),
  unitPrice: price,
  qty: quantity,
  cashbackRate: rate,
});
const items = fc.array(item, { minLength: 1, maxLength: 12 });
const extra = fc.integer({ min: 0, max: 10 ** 9 });

const totalOf = (goods: readonly CartItem[], more: number): number =>
  goods.reduce((all, { unitPrice, qty }) => all + unitPrice * qty, more);

function cartOf(goods: readonly CartItem[], shipping = 0, tax = 0) {
  const cart = decideCart({
    items: goods,
    total: totalOf(goods, shipping + tax),
    shippingAmount: shipping,
    taxAmount: tax,
  });
  if (!cart.ok) throw new Error(cart.refusal.reason);
  return cart.value;
}

const people = fc.constantFrom(null, 'ann', 'bob', 'cleo');

function potLines(goods: readonly CartItem[], recommenders: readonly (string | null)[]): PotLine[] {
  return cartOf(goods).lines.map(({ line, productId, pot }) => {
    return {
      line,
      productId,
      pot,
      recommenderId: recommenders[line] ?? null,
      buyerRecommends: line % 2 === 0,
    };
  });
}

describe('rounding is down, always', () => {
  test('a pot is price × quantity × rate / 10000 without its fraction, exact beyond the range of doubles', () => {
    fc.assert(
      fc.property(items, (goods) => {
        const { lines, totalCashback } = cartOf(goods);
        const exact = goods.map(
          ({ unitPrice, qty, cashbackRate }) =>
            (BigInt(unitPrice) * BigInt(qty) * BigInt(cashbackRate)) / 10_000n,
        );
        expect(lines.map(({ pot }) => BigInt(pot))).toEqual(exact);
        expect(BigInt(totalCashback)).toBe(exact.reduce((all, pot) => all + pot, 0n));
      }),
    );
  });

  test('portion and share never round up and miss less than one unit', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), rate, (amount, basisPoints) => {
        const exact = BigInt(amount) * BigInt(basisPoints);
        const part = BigInt(portion(minor(amount), bps(basisPoints)));
        expect(part * 10_000n <= exact && exact < (part + 1n) * 10_000n).toBe(true);
        expect(share(minor(amount), basisPoints, 10_000)).toBe(Number(part));
      }),
    );
  });

  test('a product past 2^53 − 1 is none', () => {
    expect(product(Number.MAX_SAFE_INTEGER, 1)).toBe(Number.MAX_SAFE_INTEGER);
    expect(product(2 ** 52, 2)).toBeNull();
    expect(product(94_906_267, 94_906_267)).toBeNull();
  });
});

describe('the split', () => {
  test('recommender and buyer together are the pot, and without a recommendation all of it is the buyer’s', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), rate, fc.boolean(), (pot, basisPoints, recommended) => {
        const { recommender, buyer } = splitPot(minor(pot), recommended, bps(basisPoints));
        expect(recommender + buyer).toBe(pot);
        if (!recommended) expect(recommender).toBe(0);
      }),
    );
  });

  test('sums to the cart’s cashback, line by line and in its awards', () => {
    fc.assert(
      fc.property(
        items,
        fc.array(people, { minLength: 12, maxLength: 12 }),
        rate,
        (goods, recommenders, basisPoints) => {
          const lines = potLines(goods, recommenders);
          const split = splitCashback(lines, bps(basisPoints));
          const pots = lines.reduce((all, { pot }) => all + pot, 0);
          expect(split.recommenderAmount + split.deferredBuyerAmount).toBe(pots);
          expect(split.recommenders.reduce((all, { amount }) => all + amount, 0)).toBe(
            split.recommenderAmount,
          );
          const awards = firstAwards(split, 'buyer');
          expect(awards.reduce((all, { amount }) => all + amount, 0)).toBe(pots);
          expect(awards.every(({ amount }) => amount > 0)).toBe(true);
          expect(new Set(awards.map(({ line, kind }) => `${line} ${kind}`)).size).toBe(awards.length);
        },
      ),
    );
  });

  test('the primary recommender earns the most, and of equals has the first line', () => {
    const line = (number: number, pot: number, recommenderId: string) => {
      return { line: number, productId: 'a', pot: minor(pot), recommenderId, buyerRecommends: false };
    };
    const primary = (lines: PotLine[]) => splitCashback(lines, bps(5000)).recommenderId;
    expect(primary([line(0, 10, 'ann'), line(1, 12, 'bob'), line(2, 4, 'ann')])).toBe('ann');
    expect(primary([line(0, 10, 'ann'), line(1, 10, 'bob')])).toBe('ann');
    expect(primary([line(0, 10, 'ann'), line(1, 12, 'bob')])).toBe('bob');
    expect(primary([line(0, 1, 'ann')])).toBe('ann');
    expect(splitCashback([], bps(5000)).recommenderId).toBeNull();
  });

  test('the buyer’s award is pending at once where they recommend the product already, and deferred elsewhere', () => {
    const lines = [0, 1].map((line) => ({
      line,
      productId: 'a',
      pot: minor(7),
      recommenderId: null,
      buyerRecommends: line === 0,
    }));
    expect(firstAwards(splitCashback(lines, bps(5000)), 'buyer').map(({ status }) => status)).toEqual([
      'PENDING',
      'DEFERRED',
    ]);
  });

  test('has a row for each recommender, and none for lines without a recommender', () => {
    const line = (number: number, pot: number, recommenderId: string | null): PotLine => {
      return {
        line: number,
        productId: `p${number}`,
        pot: minor(pot),
        recommenderId,
        buyerRecommends: false,
      };
    };
    const split = splitCashback(
      [line(0, 449, 'ann'), line(1, 16, null), line(2, 11, 'bob'), line(3, 3, 'ann')],
      bps(5000),
    );
    expect(split.lines.map(({ recommenderAmount, buyerAmount }) => [recommenderAmount, buyerAmount])).toEqual(
      [
        [224, 225],
        [0, 16],
        [5, 6],
        [1, 2],
      ],
    );
    expect(split).toMatchObject({
      recommenderAmount: 230,
      deferredBuyerAmount: 249,
      recommenders: [
        { userId: 'ann', amount: 225 },
        { userId: 'bob', amount: 5 },
      ],
      recommenderId: 'ann',
    });
    expect(firstAwards(split, 'eve').slice(0, 3)).toEqual([
      { line: 0, productId: 'p0', kind: 'recommender', beneficiaryId: 'ann', amount: 224, status: 'PENDING' },
      { line: 0, productId: 'p0', kind: 'buyer', beneficiaryId: 'eve', amount: 225, status: 'DEFERRED' },
      { line: 1, productId: 'p1', kind: 'buyer', beneficiaryId: 'eve', amount: 16, status: 'DEFERRED' },
    ]);
  });

  test('is half and half by default, and cashback is pending for 30 days', () => {
    expect([DEFAULT_RECOMMENDER_SHARE, PENDING_MS]).toEqual([5000, 2_592_000_000]);
  });

  test('a share outside of the country’s bounds is clamped', () => {
    const bounds = { least: bps(2000), most: bps(6000) };
    expect([1000, 5000, 9000].map((own) => clampShare(bps(own), bounds))).toEqual([2000, 5000, 6000]);
  });
});

describe('a capture', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const holdExpiresAt = new Date('2026-01-08T00:00:00Z');
  const terms = {
    mdr: bps(200),
    recommenderShare: bps(5000),
    kyb: 'NOT_STARTED',
    isSuspended: false,
  } as const;

  test('gives the merchant total − fee − cashback, the fee being floored once over total − tax − cashback', () => {
    fc.assert(
      fc.property(items, extra, extra, rate, (goods, shipping, tax, mdr) => {
        const cart = cartOf(goods, shipping, tax);
        const facts = {
          env: 'sandbox' as const,
          status: 'AUTHORIZED' as const,
          holdExpiresAt,
          total: cart.total,
          tax: cart.taxAmount,
          totalCashback: cart.totalCashback,
          lines: potLines(goods, []),
        };
        const decision = decideCapture(facts, { ...terms, mdr: bps(mdr) }, at);
        if (!decision.ok) throw new Error(decision.refusal.reason);
        const { mdrFee, net } = decision.value;
        expect(BigInt(mdrFee)).toBe(
          (BigInt(cart.total - cart.taxAmount - cart.totalCashback) * BigInt(mdr)) / 10_000n,
        );
        expect(net + mdrFee + cart.totalCashback).toBe(cart.total);
      }),
    );
  });

  test('is refused from the very moment the hold ends', () => {
    const facts = {
      env: 'sandbox',
      status: 'AUTHORIZED',
      holdExpiresAt,
      total: minor(1),
      tax: minor(0),
      totalCashback: minor(0),
      lines: [],
    } as const;
    const just = (ms: number) => new Date(holdExpiresAt.getTime() + ms);
    expect(decideCapture(facts, terms, just(-1)).ok).toBe(true);
    expect(decideCapture(facts, terms, just(0))).toMatchObject({ refusal: { reason: 'auth expired' } });
    expect(decideCapture({ ...facts, status: 'VOIDED' }, terms, at)).toMatchObject({
      refusal: { reason: 'auth not capturable' },
    });
    expect(decideCapture({ ...facts, status: 'EXPIRED' }, terms, at)).toMatchObject({
      refusal: { reason: 'auth expired' },
    });
  });

  test('in live needs approved KYB, read at that moment', () => {
    const facts = {
      env: 'live',
      status: 'AUTHORIZED',
      holdExpiresAt,
      total: minor(1),
      tax: minor(0),
      totalCashback: minor(0),
      lines: [],
    } as const;
    expect(decideCapture(facts, terms, at)).toMatchObject({
      refusal: { reason: 'merchant KYB not approved' },
    });
    const approved = { ...terms, kyb: 'APPROVED' } as const;
    expect(decideCapture(facts, approved, at).ok).toBe(true);
    expect(decideCapture(facts, { ...approved, isSuspended: true }, at)).toMatchObject({
      refusal: { reason: 'org suspended' },
    });
    expect(
      decideCapture({ ...facts, status: 'VOIDED' }, { ...approved, isSuspended: true }, at),
    ).toMatchObject({
      refusal: { reason: 'org suspended' },
    });
  });
});
