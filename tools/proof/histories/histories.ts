import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATA, ROOT } from '../../../stack/places.ts';
import { stopAllChildren } from '../../../stack/processes.ts';
import type { ProofFigure, ProofOptions, ProofPart, ProofResult } from '../part.ts';
import { compareBooks } from './books.ts';
import { createCaller } from './caller.ts';
import type { Caller } from './caller.ts';
import { buildChecker, GO_REMEDY } from './checker.ts';
import type { Checker } from './checker.ts';
import { createCommands } from './commands.ts';
import type { Cell } from './commands.ts';
import { injectFaults } from './faults.ts';
import { figuresOf, sentencesOf } from './findings.ts';
import { createHistory, writeLines } from './history.ts';
import type { History } from './history.ts';
import { integrityOf } from './integrity.ts';
import { createCells, runLoad } from './load.ts';
import type { LoadSize } from './load.ts';
import { createSignUp } from './people.ts';
import type { SignUp } from './people.ts';
import { createRandom } from './random.ts';
import { plantInto, selfCheck } from './self-check.ts';
import type { SelfCheck } from './self-check.ts';
import { startStack } from '../stack/stack.ts';
import type { BreakableStack } from '../stack/stack.ts';

/** The size of a run. */
export interface RunSize extends LoadSize {
  readonly faults: number;
  readonly apis: number;
  readonly workers: number;
  /** Merchants that are signed up before the first fault. */
  readonly cellsAhead: number;
  /** The duration of the load without faults before the first fault and after the last, in milliseconds. */
  readonly calmMs: number;
  /** Every kind of answer must occur, or the run fails. */
  readonly mustSeeAll: boolean;
  /**
   * The least time from the last fault to the last reads, in milliseconds. In the full version it exceeds the
   * time that a command can wait for its turn and then write.
   */
  readonly quietMs: number;
}

/** The small version, which CI runs in about a minute. */
export const QUICK: RunSize = {
  faults: 12,
  apis: 2,
  workers: 1,
  cellsAhead: 4,
  calmMs: 4000,
  mustSeeAll: false,
  quietMs: 5000,
  cellsAtOnce: 3,
  clientsPerCell: 3,
  callsPerCell: 100,
  rush: 6,
};

/** The full version. `HISTORIES_FAULTS=1000` makes it five times as long. */
export const FULL: RunSize = {
  faults: Number(process.env['HISTORIES_FAULTS'] || 200),
  apis: 2,
  workers: 2,
  cellsAhead: 12,
  calmMs: 4000,
  mustSeeAll: true,
  quietMs: 20_000,
  cellsAtOnce: 3,
  clientsPerCell: 5,
  callsPerCell: 140,
  rush: 25,
};

/** Runs concurrent clients against the API during injected faults. A checker judges their answers. */
export const histories: ProofPart = {
  name: 'histories',
  shows:
    'While processes are killed and frozen and connections cut, every answer of the API fits one order of commands: nothing is lost, doubled or done after a 503.',
  run: (options) => runHistories(options, options.isQuick ? QUICK : FULL),
};

/** Runs the part at this size. Ends all processes that it started, also after Ctrl-C. */
export async function runHistories(options: ProofOptions, size: RunSize): Promise<ProofResult> {
  const { progress, seed } = options;
  const check = await buildChecker(progress);
  if (check === null) return { status: 'left out', figures: [], faults: [], remedy: GO_REMEDY };
  progress.step(`histories: seed ${seed}, ${JSON.stringify(size)}`);
  const directory = join(DATA, 'proof', `histories-${seed}`);
  await rm(directory, { recursive: true, force: true });

  const planted = await selfCheck(check, directory);
  const run = await record(options, { size, directory, check });
  const faults = [...planted.faults, ...run.faults];
  if (faults.length === 0) await rm(directory, { recursive: true, force: true });
  return {
    status: faults.length === 0 ? 'passed' : 'failed',
    figures: [selfCheckFigure('Made-up histories judged right', planted), ...run.figures],
    faults:
      faults.length === 0
        ? []
        : [
            ...faults,
            `The history and the logs of this run are in ${relative(ROOT, directory)} (seed ${seed}).`,
          ],
  };
}

function selfCheckFigure(name: string, { judged, faults }: SelfCheck): ProofFigure {
  return { name, value: `${judged - faults.length}`, bar: `${judged}` };
}

interface Recording {
  readonly size: RunSize;
  readonly directory: string;
  readonly check: Checker;
}

type Recorded = Pick<ProofResult, 'figures' | 'faults'>;

/** Starts the stack, records a history on it, and stops it. */
async function record(options: ProofOptions, recording: Recording): Promise<Recorded> {
  const { progress } = options;
  const { size, directory } = recording;
  const end = async (): Promise<never> => {
    progress.step('stopping everything');
    await running?.stop();
    await stopAllChildren();
    await rm(join(directory, 'books'), { recursive: true, force: true });
    process.exit(130);
  };
  const onSignal = (): void => void end();
  let running: BreakableStack | null = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, onSignal);
  try {
    running = await progress.during(
      'starting the stack',
      startStack({ directory, apis: size.apis, workers: size.workers, progress }),
    );
    return await recordOn(running, options, recording);
  } finally {
    await running?.stop();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, onSignal);
  }
}

async function recordOn(
  stack: BreakableStack,
  { progress, seed }: ProofOptions,
  recording: Recording,
): Promise<Recorded> {
  const { size, directory, check } = recording;
  const history = createHistory();
  const random = createRandom(seed);
  const caller = createCaller({ client: 0, apiUrls: stack.apiUrls, history, random: random.fork() });
  const signUp = await createSignUp(caller, stack.inboxUrl);
  const cells = await progress.during(
    'signing up shoppers and merchants',
    createCells(signUp, size.cellsAhead),
  );

  let isOver = false;
  const load = runLoad({
    ...size,
    apiUrls: stack.apiUrls,
    history,
    random: random.fork(),
    cells,
    isOver: () => isOver,
  });
  load.catch(() => (isOver = true)); // Awaited below. The faults end first.
  await sleep(size.calmMs);
  await injectFaults(stack, {
    count: size.faults,
    random: random.fork(),
    history,
    progress,
    isOver: () => isOver,
  });
  const lastFault = history.now();
  await sleep(size.calmMs);
  isOver = true;
  const traded = await progress.during('the faults are over: letting the clients end', load);
  await sleep(Math.max(0, size.quietMs - (history.now() - lastFault) / 1000));

  const ended = { history, caller, cells: traded, owner: signUp.owner };
  const lost = await progress.during(`reading the books of ${traded.length} merchants`, readBooks(ended));
  const violations = await integrityOf(caller, stack.operatorToken);
  const file = join(directory, 'history.jsonl');
  await writeLines(file, [{ type: 'run', seed, size }, ...history.lines()]);
  const verdict = await progress.during(`checking ${history.calls.length} calls`, check(file));
  const result = {
    history,
    verdict,
    lost,
    violations,
    ownEnds: stack.components.flatMap(({ ownEnds }) => ownEnds),
  };
  // The checker already refuses a history with findings, so a planted fault would prove nothing.
  const planted =
    verdict.findings.length === 0 ? await plantInto(history, check, directory) : { judged: 0, faults: [] };
  return {
    figures: [
      ...figuresOf(result, size),
      selfCheckFigure('Faults planted into the recorded history and found', planted),
    ],
    faults: [...sentencesOf(result, size), ...planted.faults],
  };
}

interface Ended {
  readonly history: History;
  readonly caller: Caller;
  readonly cells: readonly Cell[];
  readonly owner: SignUp['owner'];
}

/** Adds the last state of every object to the history, and compares the books with the answers. */
async function readBooks({ history, caller, cells, owner }: Ended): Promise<string[]> {
  const faults: string[] = [];
  for (const cell of cells) {
    const commands = createCommands(caller, cell, history.addCart);
    for (const sale of cell.sales) {
      await commands.readCheckout(sale);
      await commands.readSale(sale);
    }
    for (const shopper of cell.shoppers) await commands.readWallet(shopper);
    for (const payout of cell.payouts) await commands.readPayout(payout);
    await commands.readBalance();
    faults.push(...(await compareBooks(cell, { history, caller, owner })));
  }
  return faults;
}
