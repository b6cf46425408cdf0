import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { COMPILE_CACHE, ROOT } from './places.ts';
import { startChild, whenReady, type Child } from './processes.ts';

const START_MS = 120_000;

export interface ApplicationOptions {
  /** All settings of src/config.ts without a default, and those that differ from their default. */
  readonly environment: NodeJS.ProcessEnv;
  readonly logDirectory: string;
}

/**
 * Starts the API process and returns once it serves its own port, and `GET /readyz` of its internal one answers
 * 200. Without API_METRICS_PORT the internal port is a free one.
 */
export async function startApi(url: string, options: ApplicationOptions): Promise<Child> {
  const port = options.environment['API_METRICS_PORT'] ?? String(await freePort());
  const environment = { ...options.environment, API_METRICS_PORT: port };
  const child = await start('api', join('src', 'http', 'server.ts'), { ...options, environment });
  return ready(child, async () => {
    await expectOk(`${url}/livez`);
    return expectOk(`http://127.0.0.1:${port}/readyz`);
  });
}

async function expectOk(url: string): Promise<true> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
  if (answer.status !== 200)
    throw new Error(`GET ${url} answers ${answer.status} ${(await answer.text()).slice(0, 200)}`);
  return true;
}

/** Starts the worker process and returns once it polls for work. */
export async function startWorker(options: ApplicationOptions): Promise<Child> {
  const child = await start('worker', 'worker.ts', options);
  return ready(child, async () => (await readFile(child.logFile, 'utf8')).includes('worker ready'));
}

function start(
  name: string,
  script: string,
  { environment, logDirectory }: ApplicationOptions,
): Promise<Child> {
  const args = ['--import', join(ROOT, 'stack', 'compile-cache.ts'), join(ROOT, script)];
  return startChild({
    name,
    command: process.execPath,
    args,
    environment: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    logDirectory,
    workingDirectory: ROOT,
  });
}

async function ready(child: Child, probe: () => Promise<boolean>): Promise<Child> {
  try {
    await whenReady(child, probe, START_MS);
    return child;
  } catch (error) {
    await child.stop();
    throw error;
  }
}
