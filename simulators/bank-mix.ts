import { isScriptName, scriptOfAmount } from './bank-script.ts';
import type { ScriptName } from './bank-script.ts';

/** Decides how a transfer is treated that the bank sees for the first time. */
export interface BankMix {
  /** By its reference if that was told, else by its amount, else by chance where a mix is set, else as usual. */
  choose(reference: string, amount: number): ScriptName;
  /** Treats this reference so, whenever it comes. Answers false for a script that does not exist. */
  script(reference: string, name: string): boolean;
  /** Draws the scripts of all others by these weights, the same draws for the same seed; null ends that. */
  mix(weights: Readonly<Record<string, unknown>> | null, seed: number): boolean;
}

/** A bank that nobody has told anything yet. */
export function createMix(): BankMix {
  const told = new Map<string, ScriptName>();
  let weighted: [ScriptName, number][] = [];
  let draw = random(1);
  const drawn = (): ScriptName => {
    let left = draw() * weighted.reduce((total, [, weight]) => total + weight, 0);
    return weighted.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'usual';
  };
  return {
    choose: (reference, amount) => told.get(reference) ?? scriptOfAmount(amount) ?? drawn(),
    script(reference, name) {
      if (!isScriptName(name)) return false;
      told.set(reference, name);
      return true;
    },
    mix(weights, seed) {
      const wanted = Object.entries(weights ?? {});
      if (!wanted.every(([name, weight]) => isScriptName(name) && typeof weight === 'number' && weight >= 0)) return false;
      weighted = wanted as [ScriptName, number][];
      draw = random(seed);
      return true;
    },
  };
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
