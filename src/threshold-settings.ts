import { z } from 'zod';
import { isCurrency } from './domain/countries.ts';
import { decimalsOf, isExactNumber, majorUnits, minorUnits } from './domain/currency.ts';
import { withOverrides } from './domain/monitoring.ts';
import type { MonitoringThresholds } from './domain/monitoring.ts';

const whole = z.number().int().min(0);
const amountMajor = z.number().min(0);
const mostCount = whole.nullable().default(null);
/** The look-back of a velocity window or a structuring rule, in seconds: a year at most. */
const lookBack = z
  .number()
  .int()
  .min(1)
  .max(366 * 24 * 3600);
const pattern = {
  withinBps: z.number().int().min(1).max(10_000),
  count: z.number().int().min(1),
  seconds: lookBack,
};

/** The sandbox's limits hold for every currency, so their amounts are in minor units. */
const sandboxThresholds = z
  .strictObject({
    largestAmountMinor: whole,
    windows: z.array(
      z
        .strictObject({ seconds: lookBack, mostCount, mostSumMinor: whole.nullable().default(null) })
        .refine((window) => window.mostCount !== null || window.mostSumMinor !== null, {
          error: 'must have mostCount or mostSumMinor',
        })
        .transform(({ mostSumMinor: mostSum, ...window }) => ({ ...window, mostSum })),
    ),
    structuring: z
      .strictObject({ belowMinor: whole.min(1), ...pattern })
      .transform(({ belowMinor: below, ...rule }) => ({ below, ...rule }))
      .nullable(),
  })
  .partial()
  .transform(({ largestAmountMinor: largestAmount, ...limits }) => ({ largestAmount, ...limits }));

/**
 * The limits of live money in one currency, in its major units. Live has no defaults: `structuring` alone may
 * be absent, which turns that rule off.
 */
const liveThresholds = z.strictObject({
  largestAmountMajor: amountMajor,
  windows: z.array(
    z
      .strictObject({ seconds: lookBack, mostCount, mostSumMajor: amountMajor.nullable().default(null) })
      .refine((window) => window.mostCount !== null || window.mostSumMajor !== null, {
        error: 'must have mostCount or mostSumMajor',
      }),
  ),
  structuring: z
    .strictObject({ belowMajor: amountMajor.gt(0), ...pattern })
    .nullable()
    .default(null),
});

const currencyCode = z.string().refine(isCurrency, 'must be an ISO 4217 code of money in circulation');

/** The limits of live money by currency, converted to minor units. */
const liveByCurrency = z.record(currencyCode, liveThresholds).transform((byCurrency, context) => {
  const converted = Object.entries(byCurrency).map(([currency, limits]) => {
    const amount: ReadAmount = (major, ...path) => {
      const minor = minorUnits(major, currency);
      if (typeof minor === 'number') return minor;
      const message = faultOf(minor, { major, currency });
      context.addIssue({ code: 'custom', path: [currency, ...path], message });
      return 0;
    };
    return [currency, inMinorUnits(limits, amount)] as const;
  });
  return Object.fromEntries(converted);
});

/** Converts an amount of one currency. Reports a fault under its path in the setting. */
type ReadAmount = (major: number, ...path: readonly (string | number)[]) => number;

function inMinorUnits(
  { largestAmountMajor, windows, structuring }: z.output<typeof liveThresholds>,
  amount: ReadAmount,
): MonitoringThresholds {
  return {
    largestAmount: amount(largestAmountMajor, 'largestAmountMajor'),
    windows: windows.map(({ mostSumMajor, ...window }, index) => ({
      ...window,
      mostSum: mostSumMajor === null ? null : amount(mostSumMajor, 'windows', index, 'mostSumMajor'),
    })),
    structuring: structuring && {
      below: amount(structuring.belowMajor, 'structuring', 'belowMajor'),
      withinBps: structuring.withinBps,
      count: structuring.count,
      seconds: structuring.seconds,
    },
  };
}

function faultOf(
  fault: 'decimals' | 'size',
  { major, currency }: { readonly major: number; readonly currency: string },
): string {
  const digits = decimalsOf(currency);
  if (fault === 'size')
    return `must be at most ${majorUnits(Number.MAX_SAFE_INTEGER, currency)} ${currency}, got ${major}`;
  return `must have at most ${digits} decimals, as ${currency} has, got ${major}`;
}

/** The reviver's third argument, which TypeScript's library does not describe. */
interface Written {
  /** The number as the JSON text writes it. */
  readonly source?: string;
}

/**
 * JSON of the thresholds: those of the sandbox that differ from the defaults, and all of live by currency.
 * Amounts of live are in major units of their currency: `{"live": {"USD": {"largestAmountMajor": 50000,
 * "windows": [{"seconds": 3600, "mostCount": 20}]}}}` is 50,000 dollars.
 */
export const monitoringThresholds = z
  .string()
  .default('{}')
  .transform((text, context) => {
    const keep = (name: string, value: unknown, { source = '' }: Written = {}): unknown => {
      // Otherwise a number would be rounded before its decimals are counted.
      if (typeof value === 'number' && value >= 0 && !isExactNumber(source))
        context.addIssue(`${name}: has more digits than a number keeps: ${source}`);
      return value;
    };
    try {
      return JSON.parse(text, keep) as unknown;
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(z.strictObject({ sandbox: sandboxThresholds, live: liveByCurrency }).partial())
  .transform((settings) => withOverrides(settings));
