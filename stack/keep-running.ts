import type { Keep } from './cluster/stack-process.ts';
import type { Child } from './processes.ts';
import type { Progress } from './progress.ts';
import type { Run } from './run-lock.ts';
import { supervise } from './supervisor.ts';

/** The record of the processes, and the place of their cleanup. */
interface Kept {
  readonly run: Run;
  readonly atEnd: (close: () => Promise<void>) => void;
  readonly progress: Progress;
}

/**
 * Starts a server, and again whenever it ends: on the same ports, so that its addresses stay valid. A server
 * without a process is the user's own, and left alone.
 */
export async function keepRunning<
  Server extends { readonly child: Child | null; readonly probe?: () => Promise<unknown> },
>({ run, atEnd, progress }: Kept, start: () => Promise<Server>): Promise<Server> {
  const server = await start();
  const { child } = server;
  if (child === null) return server;
  const supervisor = supervise({
    child,
    start: async () => (await start()).child ?? child,
    onRestart: ({ name, pid }) => run.note(name, pid),
    probe: server.probe,
    progress,
  });
  atEnd(() => supervisor.stop());
  run.note(child.name, child.pid);
  return server;
}

/** Keeps several processes running, which end at the same time. */
export function keepTogether(stack: Kept, logDirectory: string): Keep {
  const stops: (() => Promise<void>)[] = [];
  stack.atEnd(async () => void (await Promise.all(stops.map((stop) => stop()))));
  const together = { ...stack, atEnd: (stop: () => Promise<void>) => void stops.push(stop) };
  return ({ launch, probe }) =>
    keepRunning(together, async () => ({ child: await launch(logDirectory), ...(probe && { probe }) }));
}
