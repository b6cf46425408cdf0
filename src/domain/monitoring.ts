import type { Environment } from './environment.ts';

/**
 * Values with a meaning in the sandbox. The code reads this table and the documentation is made from it.
 * Source: contract, section 14.
 */
export const MAGIC_VALUES = {
  /** A cart total or payout amount of exactly this is blocked by monitoring. */
  blockedAmount: 666_600,
} as const;

/** When monitoring blocks, per environment: amounts in minor units, counts per hour. */
export interface MonitoringThresholds {
  readonly largestAmount: number;
  readonly mostPerHour: number;
}

export const THRESHOLDS: Readonly<Record<Environment, MonitoringThresholds>> = {
  sandbox: { largestAmount: 10 ** 12, mostPerHour: 1000 },
  live: { largestAmount: 10 ** 12, mostPerHour: 1000 },
};

export interface MonitoringFacts {
  readonly env: Environment;
  readonly amount: number;
  /** How many of the same kind this party made in the hour before, without this one. */
  readonly lastHour: number;
}

export type MonitoringRule = 'magic_amount' | 'amount' | 'velocity';

/** The rule that blocks this movement of money, or null when it may pass. Source: specification, "Payouts"; contract, section 14. */
export function monitor(facts: MonitoringFacts): MonitoringRule | null {
  const limits = THRESHOLDS[facts.env];
  if (facts.env === 'sandbox' && facts.amount === MAGIC_VALUES.blockedAmount) return 'magic_amount';
  if (facts.amount > limits.largestAmount) return 'amount';
  if (facts.lastHour >= limits.mostPerHour) return 'velocity';
  return null;
}
