import { CURRENCY_CODES } from '../src/domain/countries.ts';

/** The sandbox's limits, for live money that does not exist: every partner of the stack is simulated. */
const USUAL = {
  largestAmount: 10 ** 12,
  windows: [{ seconds: 3600, mostCount: 1000, mostSum: null }],
  structuring: null,
};

/**
 * Returns a value of MONITORING_THRESHOLDS with live thresholds for every currency: the sandbox's limits, or
 * these in place of them.
 */
export function thresholdsOfEveryCurrency(more: object = {}): string {
  const live = CURRENCY_CODES.map((currency) => [currency, { ...USUAL, ...more }]);
  return JSON.stringify({ live: Object.fromEntries(live) as unknown });
}
