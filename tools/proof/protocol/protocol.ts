import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DATA } from '../../../stack/places.ts';
import type { ProofFigure, ProofOptions, ProofPart, ProofResult } from '../part.ts';
import { commandsOf, findAlloy, findsInstance, NoAlloy } from './alloy.ts';
import type { ModelCommand } from './alloy.ts';

const MODEL = join(import.meta.dirname, 'protocol.als');
const FOLDER = join(DATA, 'proof', 'protocol');
/** The most Java processes at once: more would take the processors from other programs. */
const MOST_AT_ONCE = 2;

/** Checks the protocol's model with Alloy. It uses no random numbers, so the seed changes nothing. */
export const protocol: ProofPart = {
  name: 'protocol',
  shows:
    'A model of row, outbox, workflow, sweep and reconciliation keeps its promises in every order of events, through crashes, resets, terminated workflows and the loss of Temporal’s store; each planted defect breaks one.',
  async run(options) {
    try {
      return await checkModel(await findAlloy(options.progress), options);
    } catch (error) {
      if (!(error instanceof NoAlloy)) throw error;
      return { status: 'left out', figures: [], faults: [], remedy: error.message };
    }
  },
};

interface Finding {
  readonly command: ModelCommand;
  readonly hasInstance: boolean;
  readonly seconds: number;
}

async function checkModel(jar: string, { isQuick, progress }: ProofOptions): Promise<ProofResult> {
  const all = commandsOf(await readFile(MODEL, 'utf8'));
  const commands = all.filter(({ name }) => !(isQuick && isDeep(name)));
  const findings = new Map<ModelCommand, Finding>();
  const left = commands.values();
  const lane = async (): Promise<void> => {
    for (const command of left) {
      const began = performance.now();
      const search = findsInstance(jar, { model: MODEL, command, folder: FOLDER });
      const hasInstance = await progress.during(`${command.kind} ${command.name}`, search);
      findings.set(command, { command, hasInstance, seconds: (performance.now() - began) / 1000 });
    }
  };
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, availableParallelism()) }, lane));
  const ordered = commands.flatMap((command) => findings.get(command) ?? []);
  const faults = ordered
    .filter(({ command, hasInstance }) => hasInstance !== command.isExpected)
    .map(faultOf);
  return { status: faults.length === 0 ? 'passed' : 'failed', figures: ordered.map(figureOf), faults };
}

/** Commands for long traces, which take minutes. */
const isDeep = (name: string): boolean => name.endsWith('Deep');

/** Commands of the induction, which holds for traces of any length. */
const isInvariant = (name: string): boolean => name.startsWith('Invariant');

/** The words of a command's name: `WinnerIsAnswered` becomes `winner is answered`. */
const wordsOf = (name: string): string =>
  name
    .replace(/^Defect/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

function figureOf({ command, hasInstance, seconds }: Finding): ProofFigure {
  const { kind, name, steps, isExpected } = command;
  const instance = kind === 'check' ? 'counterexample' : 'example';
  const words = (found: boolean): string => `${found ? (kind === 'check' ? 'a' : 'an') : 'no'} ${instance}`;
  const subject =
    kind === 'run'
      ? 'can happen: '
      : name.startsWith('Defect')
        ? 'planted defect: '
        : isInvariant(name)
          ? 'any length: '
          : '';
  return {
    name: `${subject}${wordsOf(name)}`,
    bar: words(isExpected),
    value: `${words(hasInstance)}${isInvariant(name) ? '' : ` in traces of up to ${steps} states`}, ${seconds.toFixed(1)} s`,
  };
}

function faultOf({ command: { kind, name, steps, isExpected } }: Finding): string {
  if (!isExpected)
    return `Alloy found a counterexample to ${name} in traces of up to ${steps} states. The trace is in .data/proof/protocol/${name}.`;
  return kind === 'check'
    ? `Alloy found no counterexample to ${name} in traces of up to ${steps} states: the planted defect went unseen.`
    : `Alloy found no example of ${name} in traces of up to ${steps} states: the model cannot do what it is about.`;
}
