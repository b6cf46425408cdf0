import fc from 'fast-check';
import { bps, minor, MAX_WALLET_MINOR, portion, product, share, sum } from '../../src/domain/money.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
const amount = fc.maxSafeNat();
const rate = fc.integer({ min: 0, max: 10_000 });

describe('an amount', () => {
  test('is a whole number from 0 to 2^53 − 1', () => {
    expect([0, 1, LARGEST].map(minor)).toEqual([0, 1, LARGEST]);
  });

  test.each([
    -1,
    -LARGEST,
    0.5,
    1.000_1,
    LARGEST + 1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ])('is never %d, and the fault names it', (number) => {
    expect(() => minor(number)).toThrow(new RangeError(`no amount in minor units: ${number}`));
  });

  test('of minus zero is zero: JSON and the ledger know one of them', () => {
    expect(Object.is(minor(-0), 0)).toBe(true);
  });

  test('is any whole number that is not negative, unchanged', () => {
    fc.assert(fc.property(amount, (number) => expect(minor(number)).toBe(number)));
  });
});

describe('a rate', () => {
  test('is a whole number of basis points from 0 to 10000', () => {
    expect([0, 1, 200, 9999, 10_000].map(bps)).toEqual([0, 1, 200, 9999, 10_000]);
  });

  test.each([-1, -10_000, 10_001, 0.5, 9999.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'is never %d, and the fault names it',
    (number) => {
      expect(() => bps(number)).toThrow(new RangeError(`no rate in basis points: ${number}`));
    },
  );
});

describe('a sum', () => {
  test('is exact, and of nothing it is 0', () => {
    expect(sum([])).toBe(0);
    expect(sum([1, 2, 39])).toBe(42);
    expect(sum([LARGEST - 1, 1])).toBe(LARGEST);
  });

  test('past 2^53 − 1 is a fault, also when a later amount would bring it back', () => {
    expect(() => sum([LARGEST, 1])).toThrow(RangeError);
    expect(() => sum([LARGEST, LARGEST, -LARGEST])).toThrow(RangeError);
    expect(() => sum([1, -2])).toThrow(RangeError);
  });
});

describe('a product', () => {
  test('is exact up to 2^53 − 1 and none past it', () => {
    expect([product(0, 9), product(9, 0), product(3, 333), product(LARGEST, 1)]).toEqual([
      0,
      0,
      999,
      LARGEST,
    ]);
    expect([product(LARGEST, 2), product(2 ** 27, 2 ** 26), product(LARGEST, LARGEST)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('agrees with exact arithmetic for all factors', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (price, quantity) => {
        const exact = BigInt(price) * BigInt(quantity);
        expect(product(price, quantity)).toBe(exact <= BigInt(LARGEST) ? Number(exact) : null);
      }),
    );
  });
});

describe('a portion', () => {
  test.each([
    [0, 10_000, 0],
    [LARGEST, 0, 0],
    [LARGEST, 10_000, LARGEST],
    [9999, 1, 0],
    [10_000, 1, 1],
    [19_999, 1, 1],
    [5997, 750, 449],
    [501, 333, 16],
    [449, 5000, 224],
  ])('of %i at %i basis points is %i: rounded down, always', (whole, rateOfPortion, part) => {
    expect(portion(minor(whole), bps(rateOfPortion))).toBe(part);
  });

  test('and the portion of the opposite rate together miss the amount by less than two', () => {
    fc.assert(
      fc.property(amount, rate, (whole, part) => {
        const missing = whole - portion(minor(whole), bps(part)) - portion(minor(whole), bps(10_000 - part));
        expect(missing === 0 || missing === 1).toBe(true);
      }),
    );
  });
});

describe('a share', () => {
  test.each([
    [100, 1, 3, 33],
    [100, 2, 3, 66],
    [100, 3, 3, 100],
    [50, 0, 7, 0],
    [499, 1999, 6498, 153],
    [LARGEST, LARGEST, LARGEST, LARGEST],
  ])('of %i by %i of %i is %i: rounded down, exact beyond what doubles hold', (whole, part, of, expected) => {
    expect(share(minor(whole), part, of)).toBe(expected);
  });

  test('of nothing is a fault', () => {
    expect(() => share(minor(1), 1, 0)).toThrow(RangeError);
  });
});

test('a wallet takes at most 10^15 minor units from outside', () => {
  expect(MAX_WALLET_MINOR).toBe(1_000_000_000_000_000);
});
