/** Random choices that one seed determines. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(among: readonly T[]): T;
  /** One of the names, with a probability in proportion to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  /** Creates an independent sequence, so that the order of events elsewhere changes nothing here. */
  fork(): Random;
}

/** Creates random choices from this seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick<T>(among: readonly T[]): T {
      if (among.length === 0) throw new RangeError('there is nothing to pick from');
      return among[between(0, among.length - 1)] as T;
    },
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const entries = Object.entries(weights) as [Name, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) if ((left -= weight) < 0) return name;
      throw new RangeError('no name has a weight');
    },
    fork: () => createRandom(Math.floor(next() * 2 ** 32)),
  };
}
