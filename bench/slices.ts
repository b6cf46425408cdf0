import { processorTimes } from './processor-time.ts';
import type { ProcessorTimes } from './processor-time.ts';

/** One of the alternatives that are measured by turns. */
export interface Arm {
  readonly name: string;
  /** Creates the objects that the slice will use up. Not timed. */
  prepare?(count: number): Promise<void>;
  /** Runs one operation. It is timed. */
  operate(): Promise<unknown>;
}

export interface SliceOptions {
  /** The most rounds. */
  readonly rounds: number;
  /** No further round starts after this time, provided that seven have run. */
  readonly seconds: number;
  readonly warmUps: number;
  /** The number of concurrent operations. */
  readonly clients: number;
  /** The number of operations per slice. */
  readonly count: number;
  readonly processes: ReadonlyMap<string, number>;
}

/** The results of one arm over all rounds. */
export interface Measurement {
  readonly name: string;
  /** The median duration of an operation in milliseconds, one for each round. */
  readonly medians: readonly number[];
  /** Operations per second, one for each round. */
  readonly rates: readonly number[];
  /**
   * Processor time of each process in milliseconds per operation. Null where the system does not report it.
   */
  readonly processorTime: ReadonlyMap<string, number> | null;
}

/** Fewer rounds than this are not significant. */
const FEWEST_ROUNDS = 7;

interface Slice {
  readonly durations: readonly number[];
  readonly seconds: number;
  readonly spent: ProcessorTimes | null;
}

/**
 * Runs the arms by turns in short slices, so that other work on the machine affects all of them alike. The
 * order rotates from round to round. Warm-up rounds are discarded.
 */
export async function measureByTurns(arms: readonly Arm[], options: SliceOptions): Promise<Measurement[]> {
  const slices = arms.map((): Slice[] => []);
  const end = performance.now() + options.seconds * 1000;
  for (let round = -options.warmUps; round < options.rounds; round++) {
    if (round >= FEWEST_ROUNDS && performance.now() > end) break;
    for (const arm of arms) await arm.prepare?.(options.count);
    for (let turn = 0; turn < arms.length; turn++) {
      const index = (turn + round + options.warmUps) % arms.length;
      const slice = await runSlice(arms[index] as Arm, options);
      if (round >= 0) slices[index]?.push(slice);
    }
  }
  return arms.map(({ name }, index) => summary(name, slices[index] ?? []));
}

async function runSlice({ operate }: Arm, { clients, count, processes }: SliceOptions): Promise<Slice> {
  const before = await processorTimes(processes);
  const durations: number[] = [];
  let left = count;
  const begin = performance.now();
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const start = performance.now();
      await operate();
      durations.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - begin) / 1000;
  const after = await processorTimes(processes);
  const spent =
    before && after && new Map([...after].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)]));
  return { durations, seconds, spent };
}

function summary(name: string, slices: readonly Slice[]): Measurement {
  const operations = slices.reduce((total, { durations }) => total + durations.length, 0);
  const total = new Map<string, number>();
  for (const { spent } of slices)
    for (const [process, ms] of spent ?? []) total.set(process, (total.get(process) ?? 0) + ms);
  return {
    name,
    medians: slices.map(({ durations }) => median(durations)),
    rates: slices.map(({ durations, seconds }) => durations.length / seconds),
    processorTime:
      total.size === 0 ? null : new Map([...total].map(([process, ms]) => [process, ms / operations])),
  };
}

/** The quantile of the values, interpolated between the two nearest. NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
  return low + (high - low) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
