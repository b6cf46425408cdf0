import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findClusterBinaries } from '../../../stack/cluster/binaries.ts';
import { DATA } from '../../../stack/places.ts';
import { onPath } from '../../../stack/tool-cache.ts';
import { compareBooks } from '../histories/books.ts';
import { createCaller } from '../histories/caller.ts';
import { createHistory, writeLines } from '../histories/history.ts';
import { integrityOf } from '../histories/integrity.ts';
import { createCells } from '../histories/load.ts';
import { createSignUp } from '../histories/people.ts';
import { createRandom } from '../histories/random.ts';
import type { ProofOptions, ProofPart, ProofResult } from '../part.ts';
import { startStack } from '../stack/stack.ts';
import type { BreakableStack } from '../stack/stack.ts';
import { figuresOf, sentencesOf } from './figures.ts';
import { liveUntilOver } from './lives.ts';
import { breakInTurn } from './rounds.ts';
import type { RoundCounts } from './rounds.ts';

/** Faults of each kind of process. `CLUSTER_KILLS=20` sets the kills. */
const COUNTS: RoundCounts = {
  kill: Number(process.env['CLUSTER_KILLS'] || 20),
  freeze: Number(process.env['CLUSTER_PAUSES'] || 5),
  cut: Number(process.env['CLUSTER_CUTS'] || 5),
};
/** The load without faults before the first, for comparison. */
const CALM_MS = 20_000;
const CELLS_AHEAD = 6;

/** Kills, pauses and cuts off each process of a cluster under load. */
export const cluster: ProofPart = {
  name: 'cluster',
  shows:
    'On two processes of each part, over Temporal’s own server: each kind of process is killed, paused and cut off under load, nothing is lost or doubled, and the others go on.',
  async run(options) {
    if ((await onPath('go')) === null) {
      const remedy = 'Install Go 1.26.8 or newer, which builds Temporal’s server.';
      return { status: 'left out', figures: [], faults: [], remedy };
    }
    await findClusterBinaries(options.progress);
    return runCluster(options);
  },
};

async function runCluster({ progress, seed }: ProofOptions): Promise<ProofResult> {
  const directory = join(DATA, 'proof', `cluster-${seed}`);
  await rm(directory, { recursive: true, force: true });
  progress.step(`cluster: seed ${seed}, ${JSON.stringify(COUNTS)}`);
  const stack = await startStack({ directory, apis: 2, workers: 2, isCluster: true, progress });
  try {
    const { figures, faults } = await runOn(stack, { progress, seed, isQuick: false, directory });
    if (faults.length === 0) return { status: 'passed', figures, faults };
    const place = `The calls and the logs of this run are in ${directory} (seed ${seed}).`;
    return { status: 'failed', figures, faults: [...faults, place] };
  } finally {
    await stack.stop();
  }
}

async function runOn(
  stack: BreakableStack,
  { progress, seed, directory }: ProofOptions & { readonly directory: string },
): Promise<Pick<ProofResult, 'figures' | 'faults'>> {
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
  const rounds = await breakInTurn(stack, {
    counts: COUNTS,
    random: random.fork(),
    history,
    progress,
    isOver: () => isOver,
  });
  const loadMs = (history.now() - began) / 1000;
  isOver = true;
  const lives = await progress.during('the faults are over: letting the lives end', load);
  await writeLines(join(directory, 'calls.jsonl'), history.lines());
  const books = { history, caller, owner: signUp.owner };
  const lost: string[] = [];
  progress.step(`reading the books of ${lives.cells.length} merchants`);
  for (const cell of lives.cells) lost.push(...(await compareBooks(cell, books)));
  const violations = await integrityOf(caller, stack.operatorToken);
  const run = { history, lives, rounds, calm, loadMs, lost, violations };
  return { figures: figuresOf(run), faults: sentencesOf(run) };
}
