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
