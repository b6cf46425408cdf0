import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import type { Child } from '../../../stack/processes.ts';
import type { Progress } from '../../../stack/progress.ts';
import { processTree, signalAll } from './process-tree.ts';

const START_TRIES = 20;
const PAUSE_MS = 500;

/** A process of the stack that can be killed, frozen and started again. */
export interface Component {
  /** `api-0`, `worker-0`, `temporal`, `postgresql`. */
  readonly name: string;
  /** Starts it again after `kill`; tries until it runs, for what it depends on may be away. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Stops the process and its children without ending them (SIGSTOP) until `thaw`. */
  freeze(): Promise<void>;
  thaw(): void;
  stop(): Promise<void>;
  /** One sentence for each time that it ended although no fault was injected. It was started again each time. */
  readonly ownEnds: readonly string[];
}

export interface ComponentOptions {
  readonly name: string;
  readonly logDirectory: string;
  readonly progress: Progress;
  /** Starts the process and returns once it is ready. */
  launch(logDirectory: string): Promise<Child>;
}

/** Starts a component. One that ends by itself is started again, as a process supervisor does. */
export async function startComponent({ name, logDirectory, progress, launch }: ComponentOptions): Promise<Component> {
  const ownEnds: string[] = [];
  let child: Child | null = null;
  let frozen: number[] = [];
  let runs = 0;
  let isStopping = false;
  let starting: Promise<void> | null = null;

  const launchOnce = async (): Promise<void> => {
    // Each start has a log of its own: the cause of a failure may be in an earlier one.
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
