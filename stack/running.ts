import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA } from './places.ts';

/** Where database and Temporal are: by the environment, or else those of the stack that `npm start` brought up here. */
export interface RunningStack {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly taskQueue: string;
}

/** Finds the stack that a command is about. Throws, naming the remedy, when there is none. */
export async function findRunningStack(environment: NodeJS.ProcessEnv = process.env): Promise<RunningStack> {
  const facts = await readFile(join(DATA, 'stack.json'), 'utf8').then(
    (text) => JSON.parse(text) as Record<string, string>,
    () => null,
  );
  const databaseUrl = environment['DATABASE_URL'] ?? facts?.['database_url'];
  const temporalAddress = environment['TEMPORAL_ADDRESS'] ?? facts?.['temporal_address'];
  if (databaseUrl === undefined || temporalAddress === undefined) {
    throw new Error('No stack was found: set DATABASE_URL and TEMPORAL_ADDRESS, or run `npm start` first.');
  }
  return {
    databaseUrl,
    temporalAddress,
    namespace: environment['TEMPORAL_NAMESPACE'] ?? 'default',
    taskQueue: environment['TASK_QUEUE'] ?? facts?.['task_queue'] ?? 'payments',
  };
}
