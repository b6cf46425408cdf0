import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import type { Child } from '../../../stack/processes.ts';
import type { Progress } from '../../../stack/progress.ts';
import { processTree, signalAll } from './process-tree.ts';

const START_TRIES = 20;
const PAUSE_MS = 500;

/** A process of the stack that can be killed, frozen and restarted. */
export interface Component {
  /** `api-0`, `worker-0`, `temporal`, `postgresql`. */
  readonly name: string;
  /** Restarts it after `kill`. Retries until it runs, because its dependencies may be down. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Suspends the process and its children (SIGSTOP) until `thaw`. */
  freeze(): Promise<void>;
  thaw(): void;
  stop(): Promise<void>;
  /** One sentence per unexpected end of the process, which is then restarted. */
  readonly ownEnds: readonly string[];
}

export interface ComponentOptions {
  readonly name: string;
  readonly logDirectory: string;
  readonly progress: Progress;
  /** Starts the process. Returns when it is ready. */
  launch(logDirectory: string): Promise<Child>;
}

/** Starts a component. If it ends by itself it is restarted, as by a process supervisor. */
export async function startComponent({
  name,
  logDirectory,
  progress,
  launch,
}: ComponentOptions): Promise<Component> {
  const ownEnds: string[] = [];
  let child: Child | null = null;
  let frozen: number[] = [];
  let runs = 0;
  let isStopping = false;
  let starting: Promise<void> | null = null;

  const launchOnce = async (): Promise<void> => {
    // Each start has its own log: the cause of a failure may be in an earlier one.
    const launched = await launch(join(logDirectory, `${name}.${++runs}`));
    if (isStopping) return launched.stop();
    child = launched;
    void launched.exited.then((outcome) => {
      if (child !== launched || isStopping) return;
      ownEnds.push(`${name} ended by itself (${outcome}), its log: ${launched.logFile}`);
      progress.step(`  ${name} ended by itself (${outcome}); it is started again`);
      void begin().catch((error: unknown) => ownEnds.push(String(error)));
    });
  };
  const launchUntilReady = async (): Promise<void> => {
    for (let attempt = 1; !isStopping; attempt++) {
      try {
        return await launchOnce();
      } catch (error) {
        if (isStopping) return;
        if (attempt === START_TRIES) throw error;
        await sleep(PAUSE_MS);
      }
    }
  };
  const begin = (): Promise<void> => {
    starting ??= launchUntilReady().finally(() => (starting = null));
    return starting;
  };

  await launchOnce();
  return {
    name,
    ownEnds,
    start: begin,
    async kill() {
      const killed = child;
      child = null;
      await killed?.kill();
    },
    async freeze() {
      if (child === null) return;
      frozen = await processTree(child.pid);
      signalAll(frozen, 'SIGSTOP');
    },
    thaw() {
      signalAll(frozen, 'SIGCONT');
      frozen = [];
    },
    async stop() {
      isStopping = true;
      signalAll(frozen, 'SIGCONT');
      const stopped = child;
      child = null;
      await stopped?.stop();
    },
  };
}
