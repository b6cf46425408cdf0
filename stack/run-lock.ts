import { renameSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { livesAs } from './processes.ts';
import type { Progress } from './progress.ts';

const LEFTOVER_MS = 15_000;

/** The facts of a running stack, as stored in `.data/stack.json`. */
export interface StackFacts {
  readonly api_url: string;
  readonly inbox_url: string;
  readonly temporal_address: string;
  readonly temporal_namespace: string;
  /** The same where live has no namespace of its own. */
  readonly temporal_live_namespace: string;
  /** Empty where the server may not have it. */
  readonly temporal_org_attribute: string;
  /** Null for a server that was not started here, unless TEMPORAL_UI_URL is set. */
  readonly temporal_ui_url: string | null;
  readonly simulator_url: string | null;
  readonly database_url: string;
  readonly operator_token: string;
  /** The token of every operator, by name. */
  readonly operator_tokens: Readonly<Record<string, string>>;
  readonly task_queue: string;
  /** The directory of its data. A DATABASE_URL keeps its own elsewhere. */
  readonly books: string;
  /** The Prometheus endpoints of the API, the worker, and the worker's Temporal SDK. */
  readonly metrics_urls: readonly string[];
  readonly pids: Readonly<Record<string, number>>;
}

export interface Run {
  /** Publishes the facts for scripts and benchmarks, with the noted processes. */
  publish(facts: Omit<StackFacts, 'pids'>): void;
  /**
   * Records a process at each start, in the published facts too. A later run finds those that an unclean end
   * left behind.
   */
  note(name: string, pid: number): void;
  release(): Promise<void>;
}

/**
 * Claims this checkout's data for one run of the stack. Throws when another run holds it.
 *
 * After an unclean end this run takes the claim over, when the processes of the earlier run have ended: two
 * servers on one file would corrupt it.
 */
export async function claimRun(data: string, root: string, progress: Progress): Promise<Run> {
  await mkdir(data, { recursive: true });
  const lock = join(data, 'run.json');
  const facts = join(data, 'stack.json');
  const earlier = await readJson<{ pid: number; pids: Record<string, number> }>(lock);
  if (earlier !== null && earlier.pid !== process.pid) {
    if (await livesAs(earlier.pid, 'stack/start.ts')) throw await alreadyRunning(earlier.pid, facts);
    await endLeftovers(earlier.pids, root, progress);
  }
  await rm(facts, { force: true });
  await rm(lock, { force: true });
  await writeFile(lock, JSON.stringify({ pid: process.pid, pids: {} }), { flag: 'wx' });
  const pids: Record<string, number> = { stack: process.pid };
  let published: Omit<StackFacts, 'pids'> | null = null;
  const store = () => {
    replaceFile(lock, JSON.stringify({ pid: process.pid, pids }));
    if (published !== null) replaceFile(facts, `${JSON.stringify({ ...published, pids }, null, 2)}\n`);
  };
  return {
    note: (name, pid) => {
      pids[name] = pid;
      store();
    },
    publish: (stack) => {
      published = stack;
      store();
    },
    release: async () => {
      await rm(facts, { force: true });
      await rm(lock, { force: true });
    },
  };
}

/** Replaces a file at once: readers never see half of it, and two restarts do not mix their writes. */
function replaceFile(file: string, content: string): void {
  writeFileSync(`${file}.new`, content, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function alreadyRunning(pid: number, facts: string): Promise<Error> {
  const stack = await readJson<StackFacts>(facts);
  const where = stack === null ? 'it is still starting' : `its API is at ${stack.api_url}`;
  return new Error(
    `This checkout's stack runs already (process ${pid}; ${where}).\n` +
      `Remedy: use it, or stop it first (Ctrl-C in its terminal, or kill ${pid}). A second stack needs a checkout of its own.`,
  );
}

async function endLeftovers(pids: Record<string, number>, root: string, progress: Progress): Promise<void> {
  for (const [name, pid] of Object.entries(pids)) {
    // PostgreSQL has its own lock. `startPostgresql` ends an old server.
    if (name === 'postgresql' || !(await livesAs(pid, root))) continue;
    progress.step(`${name} of an earlier run (process ${pid}) still runs: stopping it`);
    process.kill(pid, 'SIGTERM');
    const deadline = Date.now() + LEFTOVER_MS;
    while ((await livesAs(pid, root)) && Date.now() < deadline) await sleep(100);
    if (await livesAs(pid, root)) process.kill(pid, 'SIGKILL');
  }
}

async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return null;
  }
}
