import { CURRENCY_CODES } from '../src/domain/countries.ts';
import { majorUnits } from '../src/domain/currency.ts';

/** The sandbox's limits, for live money that does not exist: every partner of the stack is simulated. */
const usualOf = (currency: string) => ({
  largestAmountMajor: Number(majorUnits(10 ** 12, currency)),
  windows: [{ seconds: 3600, mostCount: 1000 }],
});

/**
 * Returns a value of MONITORING_THRESHOLDS with live thresholds for every currency: the sandbox's limits, or
 * these in place of them, in major units.
 */
export function thresholdsOfEveryCurrency(more: object = {}): string {
  const live = CURRENCY_CODES.map((currency) => [currency, { ...usualOf(currency), ...more }]);
  return JSON.stringify({ live: Object.fromEntries(live) as unknown });
}
