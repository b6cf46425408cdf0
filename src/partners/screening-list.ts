import { Piscina } from 'piscina';
import type { ScreeningResult, Screening } from './screening.ts';
import type { ScreeningTask } from './screening-thread.ts';

/**
 * The most names that wait for the thread. The queue is full only when the thread hangs; then further names
 * are `unavailable` at once.
 */
const MOST_WAITING = 1000;

export interface ScreeningListOptions {
  /** A list in the format of OpenSanctions' `targets.simple.csv`. */
  readonly file: string;
  /** The least similarity that is a hit, 0 to 1. */
  readonly minScore: number;
  /** A list that its maker has not renewed for longer is not used. Null accepts any age. */
  readonly maxAgeDays: number | null;
  readonly now?: () => Date;
}

let pool: Piscina<ScreeningTask, ScreeningResult> | null = null;

/**
 * One thread for all lists of the process, started with the first search. It does not keep the process alive.
 */
function thread(): Piscina<ScreeningTask, ScreeningResult> {
  pool ??= new Piscina({
    filename: new URL('./screening-thread.ts', import.meta.url).href,
    name: 'screenByList',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Infinity,
    concurrentTasksPerWorker: MOST_WAITING,
    maxQueue: MOST_WAITING,
    recordTiming: false,
  });
  return pool;
}

/**
 * Screens against a list in a file. The list is read at the first search, and again when the file has
 * changed; a new list must be moved into place whole. Without a readable list, with an empty one, or one that
 * is too old, every answer is `unavailable`.
 *
 * The age of a list counts from its newest `last_seen`, which the publisher renews in every issue, or else
 * from the file's time.
 */
export function createScreeningList({
  file,
  minScore,
  maxAgeDays,
  now = () => new Date(),
}: ScreeningListOptions): Screening {
  return {
    async screen({ name }) {
      try {
        return await thread().run({ file, name, minScore, maxAgeDays, now: now().getTime() });
      } catch {
        return { kind: 'unavailable' };
      }
    },
  };
}
