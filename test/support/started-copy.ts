import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { steadyPort } from '../../stack/ports.ts';
import { ROOT } from '../../stack/places.ts';
import type { StackFacts } from '../../stack/run-lock.ts';
import { until } from './people.ts';

/** State and packages: a fresh clone has neither. */
const NOT_CLONED = ['.git', '.data', 'node_modules'];
const START_MS = 90_000;
const SERVERS = ['postgresql', 'temporal', 'temporalUi', 'smtp', 'inbox', 'api', 'simulators'];
const METRICS = ['apiMetrics', 'workerMetrics', 'workerSdkMetrics'];

/** A copy of the checkout in which `npm start` runs, as in a terminal of its own. */
export interface StartedCopy {
  readonly directory: string;
  /** The output of `npm start` so far. */
  output(): string;
  /**
   * Runs npm with these words in the same place to its end, under these settings besides. Answers what it
   * printed, errors too, and its exit code.
   */
  npm(
    words: readonly string[],
    settings?: NodeJS.ProcessEnv,
  ): Promise<{ readonly code: number | null; readonly output: string }>;
  /** Ctrl-C in its terminal. Answers the exit code. */
  interrupt(): Promise<number | null>;
  remove(): Promise<void>;
}

/** Where and how `npm start` runs. */
interface StartOptions {
  /** Settings of the stack. */
  readonly settings: NodeJS.ProcessEnv;
  /** The arguments after `npm start --`. */
  readonly words?: readonly string[];
  /** An earlier copy, in which nothing runs any more. */
  readonly again?: StartedCopy;
}

/**
 * Runs `npm start` in a copy of the checkout, and waits until it is up. The packages are the checkout's:
 * installing them again is all that is left out.
 */
export async function startCopy({ settings, words = [], again }: StartOptions): Promise<StartedCopy> {
  const directory = again?.directory ?? (await copyCheckout());
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    npm_config_ignore_scripts: 'true',
    npm_config_update_notifier: 'false',
    ...settings,
  };
  const npm = spawn('npm', ['start', '--', ...words], { cwd: directory, detached: true, env });
  let printed = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const exit = once(npm, 'exit');
  const copy: StartedCopy = {
    directory,
    output: () => printed,
    async npm(words, settings) {
      const child = spawn('npm', words, {
        cwd: directory,
        env: { ...env, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [said, complained, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ]);
      return { code: code as number | null, output: said + complained };
    },
    async interrupt() {
      if (npm.exitCode === null && npm.signalCode === null) process.kill(-Number(npm.pid), 'SIGINT');
      const [code] = (await exit) as [number | null];
      return code;
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
  const isUp = await until(
    async () => (printed.includes('the stack is up') ? 'up' : npm.exitCode !== null ? 'ended' : printed),
    (now) => now === 'up' || now === 'ended',
    START_MS,
  ).catch(() => 'late');
  if (isUp === 'up') return copy;
  await copy.interrupt();
  await copy.remove();
  throw new Error(`npm start: ${isUp}\n${printed}`);
}

async function copyCheckout(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'payments-'));
  // Root's PostgreSQL runs as another user, who must get in.
  await chmod(directory, 0o755);
  await cp(ROOT, directory, { recursive: true, filter: (source) => !NOT_CLONED.includes(basename(source)) });
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  // Another copy may start at the same moment, and choose the same standard ports.
  await mkdir(join(directory, '.data'));
  const ports: Record<string, number> = {};
  for (const name of [...SERVERS, ...METRICS]) ports[name] = await steadyPort();
  await writeFile(join(directory, '.data', 'ports.json'), JSON.stringify(ports));
  return directory;
}

/** A fact of the stack that runs in a copy. */
export async function factOf(copy: StartedCopy, name: Exclude<keyof StackFacts, 'pids'>): Promise<string> {
  return String((await factsOf(copy))[name]);
}

/** The ids of the processes that run in a copy, by name. */
export async function pidsOf(copy: StartedCopy): Promise<Readonly<Record<string, number>>> {
  return (await factsOf(copy)).pids;
}

async function factsOf({ directory }: StartedCopy): Promise<StackFacts> {
  return JSON.parse(await readFile(join(directory, '.data', 'stack.json'), 'utf8')) as StackFacts;
}
