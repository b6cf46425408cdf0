import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA } from '../../../stack/places.ts';
import { createCaller } from '../histories/caller.ts';
import { createHistory } from '../histories/history.ts';
import { createSignUp } from '../histories/people.ts';
import { createRandom } from '../histories/random.ts';
import { startStack } from '../stack/stack.ts';
import type { BreakableStack } from '../stack/stack.ts';
import type { ProofFigure, ProofOptions, ProofPart, ProofResult } from '../part.ts';
import { COMBINATIONS } from './combinations.ts';
import { createGun } from './gun.ts';
import type { Gun } from './gun.ts';
import { delayReturns } from './late.ts';
import { AT_ONCE, fireAt } from './rounds.ts';

/** The size of a run. */
interface FireSize {
  /** Rounds of each combination. */
  readonly rounds: number;
  readonly lateReturns: number;
  /** The numbers of API processes to test in turn, each with the same number of workers. */
  readonly processes: readonly number[];
}

const QUICK: FireSize = { rounds: 2, lateReturns: 40, processes: [2] };
const FULL: FireSize = { rounds: 50, lateReturns: 200, processes: [1, 2] };

/**
 * The log line of the worker's SDK when the server drops a task in progress, as it does above its limit of
 * updates.
 */
const LOST_TASK = 'Task not found when completing';
const FUNDS = 1_000_000_000;
/** The most untrue answers that are listed. */
const MOST_LISTED = 20;

/** Sends a hundred commands to one charge at once, and checks that late returns never take effect. */
export const fire: ProofPart = {
  name: 'fire',
  shows:
    'A hundred commands at once on one charge, each kind and each pair of kinds, have one true outcome; a return that was answered 503 is never carried out.',
  async run(options) {
    const size = options.isQuick ? QUICK : FULL;
    const results: Recorded[] = [];
    for (const processes of size.processes) results.push(await fireOn(processes, options, size));
    const faults = results.flatMap((result) => result.faults);
    const figures = results.flatMap((result) => result.figures);
    return {
      status: faults.length === 0 ? 'passed' : 'failed',
      figures,
      faults: faults.slice(0, MOST_LISTED),
    };
  },
};

type Recorded = Pick<ProofResult, 'figures' | 'faults'>;

async function fireOn(
  processes: number,
  { progress, seed }: ProofOptions,
  size: FireSize,
): Promise<Recorded> {
  const directory = join(DATA, 'proof', `fire-${process.pid}-${processes}`);
  const stack = await startStack({ directory, apis: processes, workers: processes, progress });
  try {
    const gun = await loadGun(stack, seed);
    const what = `${processes} API ${processes === 1 ? 'process' : 'processes'}, ${processes} ${processes === 1 ? 'worker' : 'workers'}`;
    const fired = await progress.during(
      `fire: ${size.rounds} rounds of ${COMBINATIONS.length} combinations, ${what}`,
      fireRounds(gun, size),
    );
    const late = await progress.during(
      `fire: ${size.lateReturns} late returns`,
      delayReturns(stack, gun, size.lateReturns),
    );
    const lostTasks = await countInLogs(stack.logDirectory, LOST_TASK);
    await gun.close();
    const faults = [
      ...fired.untruths,
      ...late.untruths,
      ...(lostTasks === 0 ? [] : [`${lostTasks} tasks were lost by the server`]),
    ];
    return {
      faults: faults.map((fault) => `${what}: ${fault}`),
      figures: figuresOf(what, fired, { late, lostTasks }),
    };
  } finally {
    await stack.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function loadGun(stack: BreakableStack, seed: number): Promise<Gun> {
  const random = createRandom(seed);
  const caller = createCaller({ client: 0, apiUrls: stack.apiUrls, history: createHistory(), random });
  const signUp = await createSignUp(caller, stack.inboxUrl);
  const [shop, buyer] = [await signUp.merchant(), await signUp.shopper()];
  const body = { amount_minor: FUNDS, currency: 'USD' };
  await caller.insist({ method: 'POST', path: '/sandbox/wallet/topup', credential: buyer.session, body });
  return createGun(stack.apiUrls, { key: shop.key, session: buyer.session });
}

interface Fired {
  readonly untruths: readonly string[];
  readonly times: readonly number[];
  readonly commands: number;
}

async function fireRounds(gun: Gun, { rounds }: FireSize): Promise<Fired> {
  const untruths: string[] = [];
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const combination of COMBINATIONS) {
      const fired = await fireAt(gun, combination);
      untruths.push(
        ...fired.untruths.map((untruth) => `${combination.name}, round ${round + 1}: ${untruth}`),
      );
      times.push(...fired.answers.map(({ ms }) => ms));
    }
  }
  return {
    untruths,
    times: times.toSorted((left, right) => left - right),
    commands: rounds * COMBINATIONS.length * AT_ONCE,
  };
}

function figuresOf(
  what: string,
  { untruths, times, commands }: Fired,
  { late, lostTasks }: { late: Awaited<ReturnType<typeof delayReturns>>; lostTasks: number },
): ProofFigure[] {
  const percentile = (part: number): string =>
    `${((times[Math.floor((times.length - 1) * part)] ?? 0) / 1000).toFixed(2)} s`;
  return [
    { name: `Commands, ${AT_ONCE} at once on one charge (${what})`, value: String(commands) },
    {
      name: `Rounds with an untrue answer, a 429, a 500 or a 503 (${what})`,
      value: String(untruths.length),
      bar: '0',
    },
    { name: `Answer time, median and p99 (${what})`, value: `${percentile(0.5)}, ${percentile(0.99)}` },
    {
      name: `Late returns carried out, of ${late.rounds} (${what})`,
      value: String(late.untruths.length),
      bar: '0',
    },
    { name: `Tasks lost by the server (${what})`, value: String(lostTasks), bar: '0' },
  ];
}

/** Counts the occurrences of a text in the logs below this folder. */
async function countInLogs(directory: string, text: string): Promise<number> {
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const logs = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
  return logs.reduce((count, log) => count + log.split(text).length - 1, 0);
}
