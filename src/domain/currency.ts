import { minor as minorOf } from './money.ts';
import type { Minor } from './money.ts';

/** ISO 4217 codes whose smallest unit is not a hundredth, by the digits after the point. */
const DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

const DECIMALS_OF = new Map(
  Object.entries(DECIMALS).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
);

/**
 * The digits after the point in amounts of this currency, by ISO 4217: JPY has 0, USD 2, KWD 3. `Intl` gives
 * the digits of everyday prices, which differ: 0 for COP and IQD.
 */
export function decimalsOf(currency: string): number {
  return DECIMALS_OF.get(currency) ?? 2;
}

/**
 * An amount in major units as decimal text, with all digits of the currency: -1050 of USD is `-10.50`. A
 * bigint may exceed 2^53 - 1, as sums do.
 */
export function majorUnits(minor: number | bigint, currency: string): string {
  const digits = decimalsOf(currency);
  const value = BigInt(minor);
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0');
  const sign = value < 0n ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** A number as `digits` × 10^`exponent`. `digits` has no zero at either end, and none for zero. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

/** Reads a number of 0 or more as JSON and JavaScript write it, without a loss. Null for other texts. */
function readDecimal(text: string): Decimal | null {
  const read = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  if (read === null) return null;
  const [, whole = '', fraction = '', power = '0'] = read;
  const padded = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = padded.replace(/0+$/, '');
  const exponent = Number(power) - fraction.length + padded.length - digits.length;
  return { digits, exponent: digits === '' ? 0 : exponent };
}

/**
 * True if a number of 0 or more, as a JSON text writes it, is the very number that JavaScript makes of it.
 */
export function isExactNumber(text: string): boolean {
  const [written, kept] = [readDecimal(text), readDecimal(String(Number(text)))];
  return written !== null && written.digits === kept?.digits && written.exponent === kept.exponent;
}

/** The most digits of an amount in minor units. */
const MOST_DIGITS = String(Number.MAX_SAFE_INTEGER).length;

/**
 * Converts an amount in major units, as a person writes it, to minor units: 10.5 of USD is 1050. Exact: it
 * reads the decimal digits of the number.
 *
 * Returns `decimals` when the amount has more decimals than the currency, and `size` when it is negative or
 * above 2^53 - 1 minor units.
 */
export function minorUnits(major: number, currency: string): Minor | 'decimals' | 'size' {
  const decimal = readDecimal(String(major));
  if (decimal === null) return 'size';
  const { digits, exponent } = decimal;
  const zeros = exponent + decimalsOf(currency);
  if (zeros < 0) return 'decimals';
  if (digits.length + zeros > MOST_DIGITS) return 'size';
  const amount = Number(`${digits}${'0'.repeat(zeros)}`);
  return Number.isSafeInteger(amount) ? minorOf(amount) : 'size';
}
