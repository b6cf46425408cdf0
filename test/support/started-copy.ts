import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../stack/ports.ts';
import { ROOT } from '../../stack/places.ts';
import { until } from './people.ts';

/** State and packages: a fresh clone has neither. */
const NOT_CLONED = ['.git', '.data', 'node_modules'];
const START_MS = 90_000;

/** A copy of the checkout in which `npm start` runs, as in a terminal of its own. */
export interface StartedCopy {
  readonly directory: string;
  /** What `npm start` has printed so far. */
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

/**
 * Runs `npm start` in a copy of the checkout, on the tests' own database and Temporal server, and waits until
 * it is up. The packages are the checkout's: installing them again is all that is left out.
 */
export async function startCopy({
  databaseUrl,
  taskQueue,
}: {
  databaseUrl: string;
  taskQueue: string;
}): Promise<StartedCopy> {
  const directory = await mkdtemp(join(tmpdir(), 'payments-'));
  await cp(ROOT, directory, { recursive: true, filter: (source) => !NOT_CLONED.includes(basename(source)) });
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
    TASK_QUEUE: taskQueue,
    API_PORT: String(await freePort()),
    npm_config_ignore_scripts: 'true',
    npm_config_update_notifier: 'false',
  };
  const npm = spawn('npm', ['start'], { cwd: directory, detached: true, env });
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

/** A fact of the stack that runs in a copy. */
export async function factOf({ directory }: StartedCopy, name: string): Promise<string> {
  const facts = JSON.parse(await readFile(join(directory, '.data', 'stack.json'), 'utf8')) as Record<
    string,
    string
  >;
  return facts[name] ?? '';
}
