import { join } from 'node:path';
import type { PartnerAddress } from '../src/partners/partner-client.ts';
import { readJson } from '../sdk/cli/profile.ts';
import { DATA } from './places.ts';
import { livesAs } from './processes.ts';
import type { StackFacts } from './run-lock.ts';

/**
 * The addresses of database and Temporal: from the environment, or else of the stack that `npm start` started
 * here.
 */
export interface RunningStack {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly taskQueue: string;
  /** The banking partner of that database, if it is known here. */
  readonly bank: PartnerAddress | null;
}

/** The facts of the stack that runs in this checkout, or null. */
export async function runningStack(): Promise<StackFacts | null> {
  const facts = await readJson<StackFacts | null>(join(DATA, 'stack.json'), null);
  const pid = facts?.pids['stack'];
  return pid !== undefined && (await livesAs(pid, 'stack/start.ts')) ? facts : null;
}

/** Finds the stack that a command works on. Throws an error with the remedy when there is none. */
export async function findRunningStack(environment: NodeJS.ProcessEnv = process.env): Promise<RunningStack> {
  const facts = await readFacts('stack.json');
  const databaseUrl = environment['DATABASE_URL'] ?? facts?.['database_url'];
  const temporalAddress = environment['TEMPORAL_ADDRESS'] ?? facts?.['temporal_address'];
  if (databaseUrl === undefined || temporalAddress === undefined) {
    throw new Error('No stack was found: set DATABASE_URL and TEMPORAL_ADDRESS, or run `npm start` first.');
  }
  // The simulated bank has no payouts of another database.
  const simulator = databaseUrl === facts?.['database_url'] ? facts['simulator_url'] : undefined;
  return {
    databaseUrl,
    temporalAddress,
    namespace: environment['TEMPORAL_NAMESPACE'] ?? 'default',
    taskQueue: environment['TASK_QUEUE'] ?? facts?.['task_queue'] ?? 'payments',
    bank: await findBank(environment, simulator),
  };
}

async function findBank(
  { BANK_URL: url, BANK_TOKEN: token }: NodeJS.ProcessEnv,
  simulator?: string,
): Promise<PartnerAddress | null> {
  if (url !== undefined && token !== undefined) return { url, token };
  const known = simulator === undefined ? undefined : (await readFacts('secrets.json'))?.['partner_token'];
  return known === undefined ? null : { url: `${simulator}/bank`, token: known };
}

/** The content of this file in the stack's data directory. Null if it is absent. */
function readFacts(file: string): Promise<Record<string, string> | null> {
  return readJson<Record<string, string> | null>(join(DATA, file), null);
}
