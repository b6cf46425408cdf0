import type { Environment } from './environment.ts';
import { isMagicAmount } from './magic-values.ts';
import { bps, minor, portion } from './money.ts';

/** How much one party may do within the seconds before a movement, this one included. Null sets no limit. */
export interface VelocityWindow {
  readonly seconds: number;
  /** Movements of any currency. */
  readonly mostCount: number | null;
  /** In minor units of the movement's currency. */
  readonly mostSum: number | null;
}

/**
 * When a row of movements looks cut up to stay under a limit: `count` or more within `seconds`, this one included, each
 * below `below` by no more than `withinBps` of it.
 */
export interface StructuringThreshold {
  /** In minor units; an amount of exactly this is not under it. */
  readonly below: number;
  readonly withinBps: number;
  readonly count: number;
  readonly seconds: number;
}

/** When monitoring blocks a movement of money: a checkout's authorization, a payout. */
export interface MonitoringThresholds {
  /** In minor units; what is above is blocked. */
  readonly largestAmount: number;
  readonly windows: readonly VelocityWindow[];
  /** Null does not look for it. */
  readonly structuring: StructuringThreshold | null;
}

export type ThresholdsByEnvironment = Readonly<Record<Environment, MonitoringThresholds>>;

const USUAL: MonitoringThresholds = {
  largestAmount: 10 ** 12,
  windows: [{ seconds: 3600, mostCount: 1000, mostSum: null }],
  structuring: null,
};

/** What holds unless configured. Source: contract, section 14. */
export const DEFAULT_THRESHOLDS: ThresholdsByEnvironment = { sandbox: USUAL, live: USUAL };

/** What differs from the defaults. A list of windows stands for the whole list. */
export type ThresholdOverrides = { readonly [Key in keyof MonitoringThresholds]?: MonitoringThresholds[Key] | undefined };

/** The defaults with some of them replaced. */
export function withOverrides(overrides: { readonly [Env in Environment]?: ThresholdOverrides | undefined }): ThresholdsByEnvironment {
  return { sandbox: overridden(DEFAULT_THRESHOLDS.sandbox, overrides.sandbox), live: overridden(DEFAULT_THRESHOLDS.live, overrides.live) };
}

function overridden(usual: MonitoringThresholds, { largestAmount, windows, structuring }: ThresholdOverrides = {}): MonitoringThresholds {
  return {
    largestAmount: largestAmount ?? usual.largestAmount,
    windows: windows ?? usual.windows,
    structuring: structuring === undefined ? usual.structuring : structuring,
  };
}

/**
 * Which earlier movements to count: of the same kind, party and environment, in the seconds before, of at least `least`
 * and, unless it is null, under `below`. `same` counts only those in the movement's currency.
 */
export interface CountingWindow {
  readonly seconds: number;
  readonly currency: 'any' | 'same';
  readonly least: number;
  readonly below: number | null;
}

/** What was counted, without the movement that is judged. Movements that monitoring or screening blocked count too: trying again is a sign as well. */
export interface CountedWindow extends CountingWindow {
  readonly count: number;
  /** In minor units; of no use where `currency` is `any`. */
  readonly sum: number;
}

/** The windows that have to be counted before these thresholds can judge, each once. */
export function countingWindows({ windows, structuring }: MonitoringThresholds): CountingWindow[] {
  const asked = [
    ...windows.flatMap(({ seconds, mostCount, mostSum }) => [
      ...(mostCount === null ? [] : [anyCurrency(seconds)]),
      ...(mostSum === null ? [] : [sameCurrency(seconds)]),
    ]),
    ...(structuring === null ? [] : [justUnder(structuring)]),
  ];
  return asked.filter((window, index) => asked.findIndex((other) => isSame(window, other)) === index);
}

const anyCurrency = (seconds: number): CountingWindow => ({ seconds, currency: 'any', least: 0, below: null });
const sameCurrency = (seconds: number): CountingWindow => ({ seconds, currency: 'same', least: 0, below: null });

function justUnder({ below, withinBps, seconds }: StructuringThreshold): CountingWindow {
  return { seconds, currency: 'same', least: below - portion(minor(below), bps(withinBps)), below };
}

function isSame(one: CountingWindow, other: CountingWindow): boolean {
  return one.seconds === other.seconds && one.currency === other.currency && one.least === other.least && one.below === other.below;
}

/** What monitoring judges by. */
export interface MonitoringFacts {
  readonly env: Environment;
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
  /** All that `countingWindows` named, counted without this movement. */
  readonly windows: readonly CountedWindow[];
}

export type MonitoringRule = 'magic_amount' | 'amount' | 'velocity' | 'structuring';

/**
 * The first rule that blocks this movement of money, or null when it may pass. Throws when a window was not counted:
 * a limit that cannot be judged must not be passed over.
 * Source: specification, "Payouts and bank destinations"; contract, sections 8 and 14.
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
  // Subtracted, for a sum of sums may be past what a number holds exactly.
  return mostSum !== null && counted(facts, sameCurrency(seconds)).sum > mostSum - facts.amount;
}

function isStructured(facts: MonitoringFacts, threshold: StructuringThreshold): boolean {
  const window = justUnder(threshold);
  const belongs = facts.amount >= window.least && facts.amount < threshold.below;
  return belongs && counted(facts, window).count + 1 >= threshold.count;
}

function counted({ windows }: MonitoringFacts, wanted: CountingWindow): CountedWindow {
  const found = windows.find((window) => isSame(window, wanted));
  if (found === undefined) throw new RangeError(`monitoring was not told what ${wanted.seconds} seconds hold`);
  return found;
}

/** What a compliance record keeps of a judgement: the input and the thresholds that it was held against. */
export type MonitoringRecord = Pick<MonitoringFacts, 'amount' | 'currency' | 'windows'> & { readonly thresholds: MonitoringThresholds };

/** The facts of a judgement as JSON for `compliance_records.facts`; rule and decision have columns of their own. */
export function monitoringRecord({ amount, currency, windows }: MonitoringFacts, thresholds: MonitoringThresholds): MonitoringRecord {
  return { amount, currency, windows, thresholds };
}
