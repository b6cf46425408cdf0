import fc from 'fast-check';
import { CURRENCY_CODES } from '../../src/domain/countries.ts';
import { decimalsOf, isExactNumber, majorUnits, minorUnits } from '../../src/domain/currency.ts';

const currency = fc.constantFrom(...CURRENCY_CODES);
/** Amounts whose decimals a number keeps: 15 digits in all. */
const amount = fc.integer({ min: 0, max: 10 ** 15 - 1 });

test('an amount in major units is converted by the digits of its currency', () => {
  const cases = [
    [10_000, 'USD', 1_000_000],
    [10_000, 'JPY', 10_000],
    [10_000, 'KWD', 10_000_000],
    [0.29, 'USD', 29],
    [1.005, 'KWD', 1005],
    [8.7, 'EUR', 870],
    [1e3, 'USD', 100_000],
    [0, 'JPY', 0],
    [0.000_000_1, 'USD', 'decimals'],
    [1.005, 'USD', 'decimals'],
    [0.5, 'JPY', 'decimals'],
    [1e21, 'JPY', 'size'],
    [-1, 'USD', 'size'],
    [Number.MAX_SAFE_INTEGER, 'JPY', Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER + 1, 'JPY', 'size'],
    [Number.MAX_SAFE_INTEGER, 'USD', 'size'],
  ] as const;
  expect(cases.map(([major, code]) => minorUnits(major, code))).toEqual(cases.map(([, , minor]) => minor));
});

test('whatever the currency, an amount in major units comes back as the same minor units', () => {
  fc.assert(
    fc.property(currency, amount, (code, minor) => {
      const text = majorUnits(minor, code);
      expect(isExactNumber(text)).toBe(true);
      expect(minorUnits(Number(text), code)).toBe(minor);
    }),
  );
});

test('whatever the currency, one decimal more than it has is refused, unless it is a zero', () => {
  const some = fc.integer({ min: 0, max: 10 ** 14 - 1 });
  fc.assert(
    fc.property(currency, some, fc.integer({ min: 0, max: 9 }), (code, minor, digit) => {
      const text = `${majorUnits(minor, code)}${decimalsOf(code) === 0 ? '.' : ''}${digit}`;
      expect(minorUnits(Number(text), code)).toBe(digit === 0 ? minor : 'decimals');
    }),
  );
});

test('a number that a JSON text writes with more digits than it keeps is told from the number that it becomes', () => {
  const exact = ['0', '0.0', '10', '10.50', '1e3', '1E-2', '0.1', '9007199254740991', '1e21'];
  const rounded = ['10.00000000000000000001', '9007199254740993', '90071992547409.91', '1e400', '1e-400'];
  expect([...exact, ...rounded].filter(isExactNumber)).toEqual(exact);
});
