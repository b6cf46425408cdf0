/**
 * Pseudo-random numbers that are the same for the same text. For demo data only: they are no good for
 * secrets.
 */
export interface Chance {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  pick<T>(of: readonly [T, ...T[]]): T;
}

/** Creates a generator from a text: FNV-1a hashes the text, mulberry32 continues from the hash. */
export function chance(text: string): Chance {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return { next, between, pick: <T>(of: readonly [T, ...T[]]) => of[between(0, of.length - 1)] ?? of[0] };
}
