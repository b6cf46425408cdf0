import { join } from 'node:path';
import { launchWorker, startApi, startWorker } from '../../stack/applications.ts';
import { freePort } from '../../stack/ports.ts';
import type { Child } from '../../stack/processes.ts';
import { DATA } from '../../stack/places.ts';
import { testSettings } from './settings.ts';

export interface Applications {
  readonly apiUrl: string;
  readonly environment: NodeJS.ProcessEnv;
  /** `GET /readyz` on the API's internal listener. */
  readonly readyUrl: string;
  api: Child;
  worker: Child;
  /** Starts another API on the same port; the one before must have ended. */
  restartApi(): Promise<void>;
  /** Starts another worker, with more settings; the one before must have ended. */
  restartWorker(more?: NodeJS.ProcessEnv): Promise<void>;
  /**
   * Starts a worker that kills itself at this point of the code, and waits until it has. Where work waits for
   * it, it may reach the point before it reports that it is ready. The one before must have ended.
   */
  crashWorkerAt(point: string): Promise<void>;
  /** Stops both. Throws if one of them ends with a fault. */
  stop(): Promise<void>;
}

/**
 * Starts API and worker as processes of their own, as `npm start` does, on the given database and task queue.
 */
export async function startApplications(
  name: string,
  addresses: NodeJS.ProcessEnv,
  workerOnly: NodeJS.ProcessEnv = {},
): Promise<Applications> {
  const port = await freePort();
  const apiUrl = `http://127.0.0.1:${port}`;
  const environment = testSettings({
    API_PORT: String(port),
    API_METRICS_PORT: String(await freePort()),
    TASK_QUEUE: name,
    ...addresses,
  });
  const logDirectory = join(DATA, 'test-logs', name);
  const programs = process.env['TEST_PROGRAMS'];
  const worker = await startWorker({
    environment: { ...environment, ...workerOnly },
    logDirectory,
    programs,
  });
  const api = await startApi(apiUrl, { environment, logDirectory, programs });
  const applications: Applications = {
    apiUrl,
    environment,
    readyUrl: `http://127.0.0.1:${environment['API_METRICS_PORT']}/readyz`,
    api,
    worker,
    async restartApi() {
      applications.api = await startApi(apiUrl, { environment, logDirectory, programs });
    },
    async restartWorker(more = {}) {
      applications.worker = await startWorker({
        environment: { ...environment, ...more },
        logDirectory,
        programs,
      });
    },
    async crashWorkerAt(point) {
      const child = await launchWorker({
        environment: { ...environment, CRASH_POINT: point },
        logDirectory,
        programs,
      });
      applications.worker = child;
      const end = await child.exited;
      if (end !== 'signal SIGKILL')
        throw new Error(`the worker ended with ${end} before ${point}:\n${await child.lastLines()}`);
    },
    async stop() {
      const running = [applications.api, applications.worker].filter((child) => child.running());
      await Promise.all(running.map((child) => child.stop()));
      await Promise.all(running.map(expectCleanEnd));
    },
  };
  return applications;
}

/** Throws if the process did not end by itself, and well, when it was stopped. */
async function expectCleanEnd(child: Child): Promise<void> {
  const end = await child.exited;
  if (end !== 'code 0')
    throw new Error(`${child.name} ended with ${end} when it was stopped:\n${await child.lastLines()}`);
}
