import { isScriptName, scriptOfAmount } from './bank-script.ts';
import type { ScriptName } from './bank-script.ts';

/** Chooses the script of a new transfer. */
export interface BankMix {
  /**
   * The script set for the reference, else the one of the amount, else a random one if a mix is set, else
   * `usual`.
   */
  choose(reference: string, amount: number): ScriptName;
  /** Sets the script of a reference. Returns false for an unknown script. */
  script(reference: string, name: string): boolean;
  /**
   * Draws the scripts of all other transfers by these weights. The same seed gives the same draws. Null ends
   * the mix.
   */
  mix(weights: Readonly<Record<string, unknown>> | null, seed: number): boolean;
}

/** Creates a mix without settings. */
export function createMix(): BankMix {
  const chosen = new Map<string, ScriptName>();
  let weighted: [ScriptName, number][] = [];
  let draw = random(1);
  const drawn = (): ScriptName => {
    let left = draw() * weighted.reduce((total, [, weight]) => total + weight, 0);
    return weighted.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'usual';
  };
  return {
    choose: (reference, amount) => chosen.get(reference) ?? scriptOfAmount(amount) ?? drawn(),
    script(reference, name) {
      if (!isScriptName(name)) return false;
      chosen.set(reference, name);
      return true;
    },
    mix(weights, seed) {
      const wanted = Object.entries(weights ?? {});
      if (!wanted.every(([name, weight]) => isScriptName(name) && typeof weight === 'number' && weight >= 0))
        return false;
      weighted = wanted as [ScriptName, number][];
      draw = random(seed);
      return true;
    },
  };
}

/** A generator of numbers from 0 to 1, determined by the seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
