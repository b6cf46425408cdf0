/** An amount in minor units of the accompanying currency: a whole number from 0 to 2^53 - 1. */
export type Minor = number & { readonly __unit: 'minor' };
/** A rate in basis points, 0 to 10000: 200 is 2 %. */
export type Bps = number & { readonly __unit: 'bps' };

/**
 * The largest balance, in minor units, that a top-up or deposit may reach. It is far below the limit of the
 * column, so that cashback and refunds always fit.
 */
export const MAX_WALLET_MINOR = 10 ** 15;

const WHOLE = 10_000n;
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** Converts a number to an amount. Throws on fractions, negative numbers and values above 2^53 - 1. */
export function minor(amount: number): Minor {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`no amount in minor units: ${amount}`);
  return (amount === 0 ? 0 : amount) as Minor;
}

/** Converts a number to a rate. Throws outside 0 to 10000. */
export function bps(rate: number): Bps {
  if (!Number.isInteger(rate) || rate < 0 || rate > 10_000)
    throw new RangeError(`no rate in basis points: ${rate}`);
  return rate as Bps;
}

/** Adds amounts up. Throws when the sum exceeds 2^53 - 1. */
export function sum(amounts: readonly number[]): Minor {
  return minor(amounts.reduce((total, amount) => minor(total + amount), 0));
}

/** `unitPrice` × `quantity`, or null when it exceeds 2^53 - 1. */
export function product(unitPrice: number, quantity: number): Minor | null {
  const exact = BigInt(unitPrice) * BigInt(quantity);
  return exact > MOST ? null : minor(Number(exact));
}

/**
 * The part of an amount that a rate gives, rounded down. It is calculated in bigint and exact for every
 * amount.
 */
export function portion(amount: Minor, rate: Bps): Minor {
  return minor(Number((BigInt(amount) * BigInt(rate)) / WHOLE));
}

/** `amount` × `part` ÷ `whole`, rounded down. `whole` must be above 0. */
export function share(amount: Minor, part: number, whole: number): Minor {
  return minor(Number((BigInt(amount) * BigInt(part)) / BigInt(whole)));
}
