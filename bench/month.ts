/**
 * A month of an installation, hour by hour: how many lives begin, what they need, and what stays. All costs
 * are those that `size.ts` has measured; nothing here is measured.
 */

/** The cost of one life. */
export interface CostOfLife {
  /** Processor time by part, in milliseconds. */
  readonly processorMs: ReadonlyMap<string, number>;
  readonly commits: number;
  readonly walBytes: number;
  /** Bytes of the service's own tables. They stay. */
  readonly bookBytes: number;
  /** Bytes of Temporal's tables. They go after the namespace's retention. */
  readonly engineBytes: number;
  /** Awards that are pending for a month. */
  readonly awards: number;
}

/** The needs of a month. */
export interface Month {
  readonly meanPerSecond: number;
  /** In the busiest minute of the busiest hour. */
  readonly peakPerSecond: number;
  /** Processors in that minute, by part, if they may be busy for `BUSY` of the time. */
  readonly processors: ReadonlyMap<string, number>;
  readonly peakCommits: number;
  readonly peakWalBytes: number;
  /** Added by the month, in bytes. */
  readonly books: number;
  /** The most of Temporal's store at one time, in bytes, by the namespace's retention in days. */
  readonly engine: ReadonlyMap<number, number>;
  /** The most awards, and so delayed workflows, that are open at one time. */
  readonly openAwards: number;
}

const HOURS_A_DAY = 24;
const DAYS = 30;
const SECONDS_AN_HOUR = 3600;
/** The share of each hour's mean: shops sleep at four in the morning and are full at six in the evening. */
const HOUR_SHARES = [
  0.25, 0.15, 0.1, 0.08, 0.08, 0.12, 0.3, 0.6, 0.9, 1.1, 1.25, 1.4, 1.5, 1.4, 1.3, 1.35, 1.5, 1.8, 2.0, 1.9,
  1.6, 1.25, 0.85, 0.5,
];
/** The share of each day of a week, from Monday. */
const DAY_SHARES = [0.85, 0.85, 0.9, 0.95, 1.15, 1.35, 0.95];
/** The busiest minute of an hour over the hour's mean. */
const MINUTE = 1.5;
/** A processor that is busier than this makes calls wait. */
const BUSY = 0.6;
/** Retentions of a namespace in days: for how long Temporal keeps a workflow that has ended. */
const RETENTIONS = [3, 30] as const;

/** Simulates a month with this many lives. Awards of the month before are still open at its beginning. */
export function simulateMonth(lives: number, cost: CostOfLife): Month {
  const shares = Array.from({ length: DAYS * HOURS_A_DAY }, (_, hour) => {
    const day = Math.floor(hour / HOURS_A_DAY);
    return (HOUR_SHARES[hour % HOURS_A_DAY] ?? 1) * (DAY_SHARES[day % DAY_SHARES.length] ?? 1);
  });
  const sum = shares.reduce((total, share) => total + share, 0);
  const byHour = shares.map((share) => (lives * share) / sum);
  const peakPerSecond = (Math.max(...byHour) / SECONDS_AN_HOUR) * MINUTE;
  return {
    meanPerSecond: lives / (byHour.length * SECONDS_AN_HOUR),
    peakPerSecond,
    processors: new Map(
      [...cost.processorMs].map(([part, ms]) => [part, (peakPerSecond * ms) / 1000 / BUSY]),
    ),
    peakCommits: peakPerSecond * cost.commits,
    peakWalBytes: peakPerSecond * cost.walBytes,
    books: lives * cost.bookBytes,
    engine: new Map(
      RETENTIONS.map((days) => [days, Math.max(...windows(byHour, days * HOURS_A_DAY)) * cost.engineBytes]),
    ),
    openAwards: lives * cost.awards,
  };
}

/** The sums of all runs of so many neighbours. */
function windows(values: readonly number[], length: number): number[] {
  let sum = 0;
  return values.map((value, at) => {
    sum += value - (at >= length ? (values[at - length] ?? 0) : 0);
    return sum;
  });
}
