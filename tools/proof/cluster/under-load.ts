import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATA, ROOT } from '../../../stack/places.ts';
import { compareBooks } from '../histories/books.ts';
import { createCaller } from '../histories/caller.ts';
import { createHistory, writeLines } from '../histories/history.ts';
import type { History } from '../histories/history.ts';
import { integrityOf } from '../histories/integrity.ts';
import { createCells } from '../histories/load.ts';
import { createSignUp } from '../histories/people.ts';
import { createRandom } from '../histories/random.ts';
import type { Random } from '../histories/random.ts';
import type { ProofOptions, ProofResult } from '../part.ts';
import { startStack } from '../stack/stack.ts';
import type { BreakableStack } from '../stack/stack.ts';
import type { StartDatabase } from '../stack/postgresql.ts';
import type { Span } from './gaps.ts';
import { liveUntilOver } from './lives.ts';
import type { Lives } from './lives.ts';

/** The load without faults before the first, for comparison. */
const CALM_MS = 20_000;
const CELLS_AHEAD = 6;

/** A cluster under load, while its processes are broken. */
export interface Attack {
  readonly stack: BreakableStack;
  readonly history: History;
  readonly random: Random;
  readonly progress: ProofOptions['progress'];
  /** Returns true when the load has failed: then nothing more is to be broken. */
  readonly isOver: () => boolean;
}

/** A run under load, after its books were compared with what the calls were answered. */
export interface LoadRun<Rounds> {
  readonly history: History;
  readonly lives: Lives;
  readonly rounds: Rounds;
  /** The load before the first fault. */
  readonly calm: Span;
  readonly loadMs: number;
  /** One sentence for each command that the books lost, or hold twice. */
  readonly lost: readonly string[];
  /** The findings of the integrity program. */
  readonly violations: readonly string[];
}

export interface LoadRunOptions<Rounds> extends Pick<ProofOptions, 'progress' | 'seed'> {
  /** The name of the folder of the run's calls and logs. */
  readonly name: string;
  readonly startDatabase?: StartDatabase;
  /** Breaks processes. Returns when the last is well again. */
  readonly attack: (attack: Attack) => Promise<Rounds>;
  /** The numbers of the run, and one sentence per failure. */
  readonly judge: (run: LoadRun<Rounds>) => Pick<ProofResult, 'figures' | 'faults'>;
}

/** Starts a cluster, puts a load on it, breaks it, lets the load end, and compares the books. */
export async function runUnderLoad<Rounds>(options: LoadRunOptions<Rounds>): Promise<ProofResult> {
  const { name, seed, progress, startDatabase } = options;
  const directory = join(DATA, 'proof', `${name}-${seed}`);
  await rm(directory, { recursive: true, force: true });
  const stack = await startStack({
    directory,
    apis: 2,
    workers: 2,
    isCluster: true,
    ...(startDatabase !== undefined && { startDatabase }),
    progress,
  });
  try {
    const { figures, faults } = options.judge(await attackUnderLoad(stack, directory, options));
    if (faults.length === 0) return { status: 'passed', figures, faults };
    const place = `The calls and the logs of this run are in ${relative(ROOT, directory)} (seed ${seed}).`;
    return { status: 'failed', figures, faults: [...faults, place] };
  } finally {
    await stack.stop();
  }
}

async function attackUnderLoad<Rounds>(
  stack: BreakableStack,
  directory: string,
  { progress, seed, attack }: LoadRunOptions<Rounds>,
): Promise<LoadRun<Rounds>> {
  const { apiUrls } = stack;
  const history = createHistory();
  const random = createRandom(seed);
  const caller = createCaller({ client: 0, apiUrls, history, random: random.fork() });
  const signUp = await createSignUp(caller, stack.inboxUrl);
  const cells = await progress.during('signing up shoppers and merchants', createCells(signUp, CELLS_AHEAD));
  let isOver = false;
  const began = history.now();
  const load = liveUntilOver({ apiUrls, history, random: random.fork(), cells, isOver: () => isOver });
  load.catch(() => (isOver = true)); // Awaited below. The faults end first.
  await sleep(CALM_MS);
  const calm = { from: began, to: history.now() };
  const rounds = await attack({ stack, history, random: random.fork(), progress, isOver: () => isOver });
  const loadMs = (history.now() - began) / 1000;
  isOver = true;
  const lives = await progress.during('the faults are over: letting the lives end', load);
  await writeLines(join(directory, 'calls.jsonl'), history.lines());
  const books = { history, caller, owner: signUp.owner };
  const lost: string[] = [];
  progress.step(`reading the books of ${lives.cells.length} merchants`);
  for (const cell of lives.cells) lost.push(...(await compareBooks(cell, books)));
  const violations = await integrityOf(caller, stack.operatorToken);
  return { history, lives, rounds, calm, loadMs, lost, violations };
}
