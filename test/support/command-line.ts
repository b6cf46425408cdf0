import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const PROGRAM = join(import.meta.dirname, '../../sdk/cli.ts');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line of one person: a configuration of their own, and the API under test. */
export interface CommandLine {
  readonly directory: string;
  readonly configFile: string;
  /** Runs a command with `--json` to its end. `input` is typed. */
  run(words: string, input?: string, settings?: NodeJS.ProcessEnv): Promise<Ran>;
  /** The same, for commands that are to succeed with one result. Answers it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  result(words: string): Promise<any>;
  /** The same without `--json`: the output for people. */
  plainly(words: string): Promise<Ran>;
  /** Starts a command that stays. */
  start(words: string): Running;
  remove(): Promise<void>;
}

export interface Running {
  readonly child: ChildProcess;
  /** The JSON lines so far. */
  readonly lines: { readonly id: string; readonly event: string; readonly status_code: number }[];
  /** Everything on the error stream so far. */
  notes(): string;
  /** Ends it by this signal. Answers its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Words are split at spaces; `~` in a word stands for one. */
const wordsOf = (line: string): string[] => line.split(' ').map((one) => one.replaceAll('~', ' '));

/** A command line with an empty configuration. */
export async function commandLine(apiUrl = process.env['TEST_API_URL'] ?? ''): Promise<CommandLine> {
  const directory = await mkdtemp(join(tmpdir(), 'payments-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: directory,
    XDG_CONFIG_HOME: directory,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  };
  const spawned = (words: readonly string[], settings: NodeJS.ProcessEnv = {}) =>
    spawn(process.execPath, [PROGRAM, ...words, ...(words.includes('--api') ? [] : ['--api', apiUrl])], {
      env: { ...env, ...settings },
    });
  const ended = async (
    words: readonly string[],
    input?: string,
    settings?: NodeJS.ProcessEnv,
  ): Promise<Ran> => {
    const child = spawned(words, settings);
    child.stdin.end(input ?? '');
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code: code as number | null, stdout, stderr };
  };
  const run: CommandLine['run'] = (line, input, settings) =>
    ended([...wordsOf(line), '--json'], input, settings);
  return {
    directory,
    configFile: join(directory, 'merchant-payments', 'config.json'),
    run,
    async result(line) {
      const { code, stdout, stderr } = await run(line);
      if (code !== 0) throw new Error(`payments ${line} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout) as unknown;
    },
    plainly: (line) => ended(wordsOf(line)),
    start: (line) => running(spawned([...wordsOf(line), '--json'])),
    remove: () => rm(directory, { recursive: true }),
  };
}

function running(child: ChildProcess): Running {
  let [output, notes] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (notes += chunk.toString()));
  const exit = once(child, 'exit');
  return {
    child,
    get lines() {
      const whole = output.slice(0, output.lastIndexOf('\n') + 1).split('\n');
      return whole
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { id: string; event: string; status_code: number });
    },
    notes: () => notes,
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}
