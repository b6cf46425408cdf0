import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { COMPILE_CACHE, ROOT } from './places.ts';
import { readyOrStopped, startChild, type Child } from './processes.ts';
import { PROGRAMS } from './programs.ts';

const START_MS = 120_000;
/**
 * Flags of Node, by program. A worker has three JavaScript heaps: its own, and one for each queue with
 * workflows. Each would take up to 130 MB for young objects. docker-compose.yml has the same flag.
 */
const FLAGS = { api: [], worker: ['--max-semi-space-size=8'] } as const;

export interface ApplicationOptions {
  /** All settings of src/config.ts without a default, and those that differ from their default. */
  readonly environment: NodeJS.ProcessEnv;
  readonly logDirectory: string;
  /** The folder of the code that runs: this project's by default. */
  readonly root?: string;
  /** The name of the process: `api` or `worker` by default. */
  readonly name?: string;
  /** The program to run in the place of the service's own. */
  readonly script?: string | undefined;
  /** The directory of the bundled programs (`programs.ts`). Without one, the sources run. */
  readonly programs?: string | undefined;
}

/**
 * Starts the API process and returns once it serves its own port, and `GET /readyz` of its internal one
 * answers 200. Without API_METRICS_PORT the internal port is a free one.
 */
export async function startApi(url: string, options: ApplicationOptions): Promise<Child> {
  const port = options.environment['API_METRICS_PORT'] ?? String(await freePort());
  const environment = { ...options.environment, API_METRICS_PORT: port };
  const child = await start('api', { ...options, environment });
  const answers = async () => {
    await expectOk(`${url}/livez`);
    return expectOk(`http://127.0.0.1:${port}/readyz`);
  };
  return readyOrStopped(child, answers, START_MS);
}

async function expectOk(url: string): Promise<true> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
  if (answer.status !== 200)
    throw new Error(`GET ${url} answers ${answer.status} ${(await answer.text()).slice(0, 200)}`);
  return true;
}

/** Starts the worker process and returns at once. */
export function launchWorker(options: ApplicationOptions): Promise<Child> {
  return start('worker', options);
}

/** Starts the worker process and returns once it polls for work. */
export async function startWorker(options: ApplicationOptions): Promise<Child> {
  const child = await launchWorker(options);
  const polls = async () => (await readFile(child.logFile, 'utf8')).includes('worker ready');
  return readyOrStopped(child, polls, START_MS);
}

function start(program: keyof typeof PROGRAMS, options: ApplicationOptions): Promise<Child> {
  const { environment, logDirectory, programs, name = program, root = ROOT } = options;
  const own = programs === undefined ? join(root, PROGRAMS[program]) : join(programs, `${program}.js`);
  const script = options.script ?? own;
  const args = [...FLAGS[program], '--import', join(ROOT, 'stack', 'compile-cache.ts'), script];
  return startChild({
    name,
    command: process.execPath,
    args,
    environment: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    logDirectory,
    workingDirectory: root,
  });
}
