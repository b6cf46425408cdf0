import { setTimeout as sleep } from 'node:timers/promises';
import { stopRunning, type Child } from './processes.ts';
import type { Progress } from './progress.ts';

/** Ends within this time count together. A process that runs longer has recovered. */
const WINDOW_MS = 60_000;
/** The waits before the next start, after the first, second, … end within the window. */
const WAITS_MS = [0, 0, 250, 1000];
/** The waits after further ends. The last one repeats. */
const LONG_WAITS_MS = [10_000, 20_000, 30_000];
const LOOK_MS = 50;
/** The time between two probes of a process. */
const PROBE_MS = 3000;
/** So many failed probes in a row take ten seconds and more: a busy machine alone does not last that long. */
const MOST_FAILURES = 5;

export interface SupervisorOptions {
  /** The running process. */
  readonly child: Child;
  /** Starts the process again, on the same ports and files. Returns when it is ready. */
  readonly start: () => Promise<Child>;
  /** Receives each process that replaces another. */
  readonly onRestart: (child: Child) => void;
  /**
   * Asks the process for an answer, and throws without one. A process that stops answering is restarted too.
   */
  readonly probe?: (() => Promise<unknown>) | undefined;
  readonly progress: Progress;
}

export interface Supervisor {
  /** Stops the process for good. */
  stop(): Promise<void>;
}

/**
 * Restarts a process whenever it ends, and reports each restart in one line. With a probe it also kills a
 * process that lives and no longer answers, and says so in one line.
 *
 * The first two restarts within a minute are immediate. After five ends within a minute it reports the log
 * and a remedy, and waits longer before each start, until the process has run for a minute.
 */
export function supervise(options: SupervisorOptions): Supervisor {
  const { child: first, start, onRestart, progress } = options;
  const { name } = first;
  const stopping = new AbortController();
  const nextWait = createBackoff();
  let child = first;

  /** Starts the process until it is ready. Returns null if it is to stop meanwhile. */
  const restart = async (end: string): Promise<Child | null> => {
    for (let reason = end; ;) {
      const next = nextWait(Date.now());
      if (next.isLong) progress.step(await complaint(child, reason, next));
      await sleep(next.waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return null;
      try {
        return await start();
      } catch (error) {
        if (stopping.signal.aborted) return null;
        reason = firstLine(error);
      }
    }
  };
  const run = async (): Promise<void> => {
    for (;;) {
      void killIfSilent(child, options);
      const how = endOf(await child.exited);
      if (stopping.signal.aborted) return;
      const ended = performance.now();
      const next = await restart(how);
      if (next === null) return;
      child = next;
      if (stopping.signal.aborted) return child.stop();
      const seconds = ((performance.now() - ended) / 1000).toFixed(1);
      progress.step(`${name} stopped (${how}); started again after ${seconds} s`);
      onRestart(child);
    }
  };

  let hasEnded = false;
  const running = run().finally(() => (hasEnded = true));
  return {
    async stop() {
      stopping.abort();
      // A start that is under way may create its process only now.
      while (!hasEnded) {
        await stopRunning(name);
        await Promise.race([running, sleep(LOOK_MS)]);
      }
    },
  };
}

/** Kills the process after several failed probes in a row. Returns when it has ended. */
async function killIfSilent(child: Child, { probe, progress }: SupervisorOptions): Promise<void> {
  if (probe === undefined) return;
  for (let failures = 0; failures < MOST_FAILURES;) {
    await Promise.race([sleep(PROBE_MS), child.exited]);
    if (!child.running()) return;
    failures = await probe().then(
      () => 0,
      () => failures + 1,
    );
  }
  if (!child.running()) return;
  progress.step(`${child.name} lives but gave no answer ${MOST_FAILURES} times in a row: killing it`);
  await child.kill();
}

interface NextStart {
  readonly waitMs: number;
  /** True when the process keeps ending. */
  readonly isLong: boolean;
  /** The ends within the last minute. */
  readonly ends: number;
}

/** Returns the wait after each end of one process. */
function createBackoff(): (now: number) => NextStart {
  let ends: number[] = [];
  let longWaits = 0;
  return (now) => {
    ends = [...ends.filter((at) => at > now - WINDOW_MS), now];
    if (ends.length === 1) longWaits = 0;
    const short = longWaits === 0 ? WAITS_MS[ends.length - 1] : undefined;
    if (short !== undefined) return { waitMs: short, isLong: false, ends: ends.length };
    const waitMs = LONG_WAITS_MS[Math.min(longWaits++, LONG_WAITS_MS.length - 1)] ?? 0;
    return { waitMs, isLong: true, ends: ends.length };
  };
}

async function complaint(
  { name, logFile, lastLines }: Child,
  reason: string,
  { ends, waitMs }: NextStart,
): Promise<string> {
  return [
    `${name} stopped ${ends} times within a minute (${reason}); next start in ${waitMs / 1000} s. Its log ends with`,
    await lastLines(5),
    `  Its log: ${logFile}`,
    '  Remedy: repair what the log names, such as a full disk, a busy port or a wrong setting. The stack keeps trying.',
  ].join('\n');
}

/** `code 1` and `signal SIGKILL` in words. */
function endOf(exit: string): string {
  if (exit === 'signal SIGKILL') return 'killed';
  return exit.replace(/^code /, 'exit code ').replace(/^signal /, '');
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}
