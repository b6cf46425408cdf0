import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { ProofPart } from './part.ts';

/** The command line of `npm run proof`. */
export interface ProofCommand {
  readonly isHelp: boolean;
  readonly isQuick: boolean;
  readonly seed: number;
  readonly parts: readonly ProofPart[];
}

/** An invalid command line. The message names the fault and the valid options. */
export class UsageError extends Error {}

const GREATEST_SEED = 2 ** 31 - 1;

/** The help text, with the names and sentences of the parts. */
export function usage(parts: readonly ProofPart[]): string {
  const width = Math.max(...parts.map(({ name }) => name.length));
  return [
    'npm run proof [-- --quick] [-- --only PART[,PART]] [-- --seed N]',
    '  --quick   the small versions, as CI runs them; docs/proof.md stays as it is',
    '  --only    these parts; docs/proof.md keeps its sections about the others',
    `  --seed    0 to ${GREATEST_SEED}: the same seed repeats the same random choices`,
    '',
    'Parts:',
    ...parts.map(({ name, shows }) => `  ${name.padEnd(width)}  ${shows}`),
  ].join('\n');
}

/** Parses the command line. Throws a UsageError for unknown options and parts. */
export function readCommand(
  args: readonly string[],
  parts: readonly ProofPart[],
  skippedWhenQuick: readonly string[],
): ProofCommand {
  const flags = readFlags(args);
  const isQuick = flags.quick;
  const named = flags.only === undefined ? parts : findParts(flags.only, parts);
  const chosen = named.filter(({ name }) => !(isQuick && skippedWhenQuick.includes(name)));
  if (chosen.length === 0)
    throw new UsageError(`no part is left to run: --quick skips ${skippedWhenQuick.join(', ')}`);
  return { isHelp: flags.help, isQuick, seed: readSeed(flags.seed), parts: chosen };
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        seed: { type: 'string' },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The parts with these names, in the order of running. */
function findParts(only: string, parts: readonly ProofPart[]): readonly ProofPart[] {
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    const known = parts.map(({ name }) => name).join(', ');
    throw new UsageError(`--only: there is no part "${unknown.join('", "')}". The parts are: ${known}`);
  }
  return parts.filter(({ name }) => names.includes(name));
}

function readSeed(text: string | undefined): number {
  if (text === undefined) return randomInt(GREATEST_SEED + 1);
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed > GREATEST_SEED)
    throw new UsageError(`--seed: "${text}" is not a whole number from 0 to ${GREATEST_SEED}`);
  return seed;
}
