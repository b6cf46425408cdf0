import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const GRACE_MS = 10_000;
const FIRST_LOOK_MS = 25;
const LATER_LOOK_MS = 100;
const running = new Set<Child>();
let closing = false;

export interface ChildOptions {
  /** The name of the process in messages, and of its log: `<logDirectory>/<name>.log`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly logDirectory: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly workingDirectory?: string;
  /** The system user that the process runs as (root only). */
  readonly account?: { readonly uid: number; readonly gid: number } | null;
  readonly stopSignal?: NodeJS.Signals;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves when the process has ended: `code 1` or `signal SIGKILL`. */
  readonly exited: Promise<string>;
  running(): boolean;
  /** Signals the process to stop, kills it after ten seconds, and returns when it has ended. */
  stop(): Promise<void>;
  /** Kills the process with SIGKILL. Returns when it has ended. */
  kill(): Promise<void>;
  /** The last lines of its log. */
  lastLines(count?: number): Promise<string>;
}

/**
 * Starts a process in its own session that writes to a log file.
 *
 * Ctrl-C on the terminal reaches only the parent, which then stops its children in order. If the parent is
 * killed, a guard ends the child. The log of the previous run is kept as `<name>.previous.log`.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  if (closing) throw new Error(`${options.name} is not started: everything is being stopped`);
  const stopSignal = options.stopSignal ?? 'SIGTERM';
  const logFile = join(options.logDirectory, `${options.name}.log`);
  await mkdir(options.logDirectory, { recursive: true });
  await rename(logFile, join(options.logDirectory, `${options.name}.previous.log`)).catch(() => undefined);
  const log = await open(logFile, 'w');
  const spawned = spawn(options.command, options.args, {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: options.environment ?? process.env,
    ...(options.workingDirectory === undefined ? {} : { cwd: options.workingDirectory }),
    ...(options.account ?? {}),
  });
  const exited = new Promise<string>((resolve) => {
    spawned.once('exit', (code, signal) => resolve(signal === null ? `code ${code}` : `signal ${signal}`));
  });
  try {
    await once(spawned, 'spawn');
  } finally {
    await log.close();
  }
  const pid = Number(spawned.pid);
  const forget = guard(pid, stopSignal);
  void exited.then(() => {
    signalGroup(pid, 'SIGKILL'); // Ends the processes that it left in its group.
    forget();
  });
  const child = childOf(spawned, { name: options.name, pid, logFile, exited, stopSignal });
  running.add(child);
  void exited.then(() => running.delete(child));
  if (closing) await child.stop(); // It started while the others were being stopped.
  return child;
}

/** Stops every running child and prevents new ones. For the end of a program. */
export async function stopAllChildren(): Promise<void> {
  closing = true;
  await Promise.all([...running].map((child) => child.stop()));
}

/** Stops the running children of this name, those that are not yet ready too. */
export async function stopRunning(name: string): Promise<void> {
  await Promise.all([...running].filter((child) => child.name === name).map((child) => child.stop()));
}

interface Started {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  readonly exited: Promise<string>;
  readonly stopSignal: NodeJS.Signals;
}

function childOf(spawned: ChildProcess, { name, pid, logFile, exited, stopSignal }: Started): Child {
  const runs = () => spawned.exitCode === null && spawned.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    if (!runs()) return;
    signalGroup(pid, signal);
    const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS);
    await exited;
    clearTimeout(timer);
  };
  return {
    name,
    pid,
    logFile,
    exited,
    running: runs,
    stop: () => end(stopSignal),
    kill: () => end('SIGKILL'),
    lastLines: (count = 20) => lastLines(logFile, count),
  };
}

/**
 * Waits until `probe` returns true. Throws, with the last lines of the log, when the process dies or the time
 * runs out. An exception of the probe counts as "not yet". The timeout error then includes the last one.
 */
export async function whenReady(
  child: Child,
  probe: () => Promise<boolean>,
  withinMs: number,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  let reason = 'it does not answer';
  for (let wait = FIRST_LOOK_MS; ; wait = LATER_LOOK_MS) {
    if (!child.running())
      throw new Error(
        `${child.name} ended (${await child.exited}) while starting:\n${await child.lastLines()}`,
      );
    try {
      if (await probe()) return;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    if (Date.now() > deadline) {
      throw new Error(
        `${child.name} was not ready after ${withinMs / 1000} s (${reason}):\n${await child.lastLines()}\nIts log: ${child.logFile}`,
      );
    }
    await Promise.race([sleep(wait), child.exited]);
  }
}

/** Waits as `whenReady` does and returns the process. Stops it if it does not become ready. */
export async function readyOrStopped(
  child: Child,
  probe: () => Promise<boolean>,
  withinMs: number,
): Promise<Child> {
  try {
    await whenReady(child, probe, withinMs);
    return child;
  } catch (error) {
    await child.stop();
    throw error;
  }
}

/** Returns true if the process lives and its command line contains `marker`, because ids are reused. */
export async function livesAs(pid: number, marker: string): Promise<boolean> {
  const command = await commandLine(pid);
  return command !== null && command.includes(marker);
}

async function commandLine(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text === '' ? null : text.replaceAll('\0', ' '); // A zombie has no command line.
  }
  const listing = spawn('ps', ['-o', 'command=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  listing.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(listing, 'close');
  return text.trim() === '' ? null : text;
}

async function lastLines(file: string, count: number): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.trimEnd().split('\n').slice(-count);
  return lines.map((line) => `  | ${line.slice(0, 500)}`).join('\n');
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The process has already ended.
  }
}

let guardProcess: ChildProcess | null = null;
const guarded = new Set<number>();

/**
 * Makes the orphan guard end the process if this one dies. Call the returned function when the process has
 * ended.
 */
function guard(pid: number, stopSignal: NodeJS.Signals): () => void {
  guardProcess ??= startGuard();
  const guarding = guardProcess;
  guarded.add(pid);
  guarding.stdin?.write(`+${pid} ${stopSignal}\n`);
  return () => {
    guarded.delete(pid);
    if (guarding.stdin?.writable) guarding.stdin.write(`-${pid}\n`);
    if (guarded.size > 0 || guardProcess !== guarding) return;
    guarding.stdin?.end();
    guardProcess = null;
  };
}

function startGuard(): ChildProcess {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'orphan-guard.ts')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  started.on('error', () => undefined);
  started.stdin?.on('error', () => undefined);
  started.unref();
  // The pipe must not keep the parent alive either.
  (started.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return started;
}
