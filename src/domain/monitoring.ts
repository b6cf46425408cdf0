import { homeCurrency } from './countries.ts';
import type { Environment } from './environment.ts';
import { isMagicAmount } from './magic-values.ts';
import { bps, minor, portion } from './money.ts';

/**
 * A limit on the movements of one party in the last `seconds`, the current movement included. Null sets no
 * limit.
 */
export interface VelocityWindow {
  readonly seconds: number;
  /** Movements of any currency. */
  readonly mostCount: number | null;
  /** In minor units of the movement's currency. */
  readonly mostSum: number | null;
}

/**
 * The pattern of a payment that is split to stay under a limit: `count` or more movements within `seconds`,
 * the current one included, each under `below` by at most `withinBps` of it.
 */
export interface StructuringThreshold {
  /** In minor units. An amount of exactly `below` does not count. */
  readonly below: number;
  readonly withinBps: number;
  readonly count: number;
  readonly seconds: number;
}

/** The limits above which monitoring blocks an authorization or a payout. */
export interface MonitoringThresholds {
  /** In minor units. A larger amount is blocked. */
  readonly largestAmount: number;
  readonly windows: readonly VelocityWindow[];
  /** Null turns the rule off. */
  readonly structuring: StructuringThreshold | null;
}

/**
 * The thresholds of the sandbox, which hold for every currency, and those of live by currency. Amounts are in
 * minor units, so one number cannot fit two currencies.
 */
export interface ThresholdsByEnvironment {
  readonly sandbox: MonitoringThresholds;
  readonly live: Readonly<Record<string, MonitoringThresholds>>;
}

const USUAL: MonitoringThresholds = {
  largestAmount: 10 ** 12,
  windows: [{ seconds: 3600, mostCount: 1000, mostSum: null }],
  structuring: null,
};

/** Blocks every movement: live money in a currency without thresholds does not move. */
const NOTHING_PASSES: MonitoringThresholds = { largestAmount: -1, windows: [], structuring: null };

/** The thresholds without configuration: live has none. Source: contract, sections 14 and 16. */
export const DEFAULT_THRESHOLDS: ThresholdsByEnvironment = { sandbox: USUAL, live: {} };

/** Returns the thresholds for a movement. Those of an unknown live currency block every amount. */
export function thresholdsFor(
  { sandbox, live }: ThresholdsByEnvironment,
  env: Environment,
  currency: string,
): MonitoringThresholds {
  if (env === 'sandbox') return sandbox;
  return (Object.hasOwn(live, currency) ? live[currency] : undefined) ?? NOTHING_PASSES;
}

/** Returns the home currencies of these countries that have no live thresholds, each once. */
export function currenciesWithoutThresholds(
  { live }: ThresholdsByEnvironment,
  countries: readonly string[],
): string[] {
  const served = new Set(countries.map(homeCurrency));
  return [...served].filter((currency) => !Object.hasOwn(live, currency)).toSorted();
}

/** Changes of the sandbox's defaults. A list of windows replaces the whole list. */
export type ThresholdOverrides = {
  readonly [Key in keyof MonitoringThresholds]?: MonitoringThresholds[Key] | undefined;
};

/** Returns the sandbox's defaults with the overrides applied, and the thresholds of live. */
export function withOverrides({
  sandbox,
  live = {},
}: {
  readonly sandbox?: ThresholdOverrides | undefined;
  readonly live?: Readonly<Record<string, MonitoringThresholds>> | undefined;
}): ThresholdsByEnvironment {
  return { sandbox: overridden(DEFAULT_THRESHOLDS.sandbox, sandbox), live };
}

function overridden(
  usual: MonitoringThresholds,
  { largestAmount, windows, structuring }: ThresholdOverrides = {},
): MonitoringThresholds {
  return {
    largestAmount: largestAmount ?? usual.largestAmount,
    windows: windows ?? usual.windows,
    structuring: structuring === undefined ? usual.structuring : structuring,
  };
}

/**
 * A query for earlier movements of the same kind, party and environment in the last `seconds`, with an amount
 * of at least `least` and, unless it is null, under `below`. `same` counts only movements in the same
 * currency.
 */
export interface CountingWindow {
  readonly seconds: number;
  readonly currency: 'any' | 'same';
  readonly least: number;
  readonly below: number | null;
}

/**
 * The result of a counting query, without the current movement. Movements that monitoring or screening
 * blocked count too, because repeated tries are a sign of abuse.
 */
export interface CountedWindow extends CountingWindow {
  readonly count: number;
  /** In minor units. Meaningless where `currency` is `any`. */
  readonly sum: number;
}

/** The counts that these thresholds need, without duplicates. */
export function countingWindows({ windows, structuring }: MonitoringThresholds): CountingWindow[] {
  const wanted = [
    ...windows.flatMap(({ seconds, mostCount, mostSum }) => [
      ...(mostCount === null ? [] : [anyCurrency(seconds)]),
      ...(mostSum === null ? [] : [sameCurrency(seconds)]),
    ]),
    ...(structuring === null ? [] : [justUnder(structuring)]),
  ];
  return wanted.filter((window, index) => wanted.findIndex((other) => isSame(window, other)) === index);
}

const anyCurrency = (seconds: number): CountingWindow => ({
  seconds,
  currency: 'any',
  least: 0,
  below: null,
});
const sameCurrency = (seconds: number): CountingWindow => ({
  seconds,
  currency: 'same',
  least: 0,
  below: null,
});

function justUnder({ below, withinBps, seconds }: StructuringThreshold): CountingWindow {
  return { seconds, currency: 'same', least: below - portion(minor(below), bps(withinBps)), below };
}

function isSame(one: CountingWindow, other: CountingWindow): boolean {
  return (
    one.seconds === other.seconds &&
    one.currency === other.currency &&
    one.least === other.least &&
    one.below === other.below
  );
}

/** The facts that monitoring judges. */
export interface MonitoringFacts {
  readonly env: Environment;
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The counts for all of `countingWindows`, without the current movement. */
  readonly windows: readonly CountedWindow[];
}

export type MonitoringRule = 'magic_amount' | 'amount' | 'velocity' | 'structuring';

/**
 * Returns the first rule that blocks this movement of money, or null when it may pass.
 *
 * Throws when a count is missing: otherwise the movement would pass a limit that was never checked. Source:
 * specification, "Payouts and bank destinations"; contract, sections 8 and 14.
 */
export function monitor(facts: MonitoringFacts, thresholds: MonitoringThresholds): MonitoringRule | null {
  if (facts.env === 'sandbox' && isMagicAmount(facts.amount)) return 'magic_amount';
  if (facts.amount > thresholds.largestAmount) return 'amount';
  if (thresholds.windows.some((window) => isTooFast(facts, window))) return 'velocity';
  if (thresholds.structuring !== null && isStructured(facts, thresholds.structuring)) return 'structuring';
  return null;
}

function isTooFast(facts: MonitoringFacts, { seconds, mostCount, mostSum }: VelocityWindow): boolean {
  if (mostCount !== null && counted(facts, anyCurrency(seconds)).count >= mostCount) return true;
  // Subtracted, because the sum of both can exceed the exact range of a number.
  return mostSum !== null && counted(facts, sameCurrency(seconds)).sum > mostSum - facts.amount;
}

function isStructured(facts: MonitoringFacts, threshold: StructuringThreshold): boolean {
  const window = justUnder(threshold);
  const belongs = facts.amount >= window.least && facts.amount < threshold.below;
  return belongs && counted(facts, window).count + 1 >= threshold.count;
}

function counted({ windows }: MonitoringFacts, wanted: CountingWindow): CountedWindow {
  const found = windows.find((window) => isSame(window, wanted));
  if (found === undefined)
    throw new RangeError(`monitoring was not told what ${wanted.seconds} seconds hold`);
  return found;
}

/**
 * Names a series: the blocked attempts that one compliance record of an organization, an environment and a
 * rule counts on one day. They have the kind of movement, the party and the currency in common. The currency
 * is null at a gate that looks at none.
 */
export function seriesOf({
  kind,
  partyId,
  currency,
}: {
  readonly kind: 'authorization' | 'payout';
  readonly partyId: string;
  readonly currency: string | null;
}): string {
  return [kind, partyId, ...(currency === null ? [] : [currency])].join('/');
}

const DAY_SECONDS = 24 * 3600;

/**
 * The time for which a blocked attempt is kept, in seconds. No limit looks further back, and no command is
 * repeated later: an idempotency key is kept for a day.
 */
export function attemptRetention({ sandbox, live }: ThresholdsByEnvironment): number {
  const lookBacks = [sandbox, ...Object.values(live)].flatMap((thresholds) =>
    countingWindows(thresholds).map(({ seconds }) => seconds),
  );
  return Math.max(DAY_SECONDS, ...lookBacks) + DAY_SECONDS;
}

/** The part of a judgement that a compliance record stores: the input and the thresholds. */
export type MonitoringRecord = Pick<MonitoringFacts, 'amount' | 'currency' | 'windows'> & {
  readonly thresholds: MonitoringThresholds;
};

/** The JSON for `compliance_records.facts`. The rule and the decision have their own columns. */
export function monitoringRecord(
  { amount, currency, windows }: MonitoringFacts,
  thresholds: MonitoringThresholds,
): MonitoringRecord {
  return { amount, currency, windows, thresholds };
}
