import type { RecordedCall } from '../histories/history.ts';

/** Commands whose success counts: reads answer while no command can. */
const COMMANDS: ReadonlySet<string> = new Set(['create', 'authorize', 'capture']);

/** A span of time in microseconds since the run began. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the times at which commands were answered 200, in order. */
export function successesOf(calls: readonly RecordedCall[]): number[] {
  return calls
    .filter(({ operation, outcome }) => outcome === 'done' && COMMANDS.has(operation))
    .map(({ end }) => end)
    .toSorted((left, right) => left - right);
}

/**
 * Returns the longest time without a success within the span, in milliseconds. A gap outside the span belongs
 * to the fault before or to the next.
 */
export function longestGapMs(successes: readonly number[], { from, to }: Span): number {
  const within = successes.filter((at) => at > from && at < to);
  let longest = 0;
  let last = from;
  for (const at of [...within, to]) {
    longest = Math.max(longest, at - last);
    last = at;
  }
  return longest / 1000;
}
