import { join } from 'node:path';
import { readJson } from '../sdk/cli/profile.ts';
import { withSecretFiles } from '../src/secret-files.ts';
import type { NamespaceSettings } from '../src/temporal/engines.ts';
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
  /** The namespaces of its workflows, in the names of the settings. */
  readonly namespaces: NamespaceSettings;
  readonly taskQueue: string;
  /** TEMPORAL_ORG_ATTRIBUTE of its API and worker. */
  readonly orgAttribute: string | undefined;
  /** PAYLOAD_KEYS of its API and worker. Undefined where payloads are plain. */
  readonly payloadKeys: string | undefined;
}

/** The facts of the stack that runs in this checkout, or null. */
export async function runningStack(): Promise<StackFacts | null> {
  const facts = await readJson<StackFacts | null>(join(DATA, 'stack.json'), null);
  const pid = facts?.pids['stack'];
  return pid !== undefined && (await livesAs(pid, 'stack/start.ts')) ? facts : null;
}

/** Finds the stack that a command works on. Throws an error with the remedy when there is none. */
export async function findRunningStack(environment: NodeJS.ProcessEnv = process.env): Promise<RunningStack> {
  const settings = withSecretFiles(environment);
  const [facts, secrets] = await Promise.all([readFacts('stack.json'), readFacts('secrets.json')]);
  const databaseUrl = settings['DATABASE_URL'] ?? facts?.['database_url'];
  const temporalAddress = settings['TEMPORAL_ADDRESS'] ?? facts?.['temporal_address'];
  if (databaseUrl === undefined || temporalAddress === undefined) {
    throw new Error('No stack was found: set DATABASE_URL and TEMPORAL_ADDRESS, or run `npm start` first.');
  }
  return {
    databaseUrl,
    temporalAddress,
    namespaces: {
      TEMPORAL_NAMESPACE: settings['TEMPORAL_NAMESPACE'] || facts?.['temporal_namespace'] || 'default',
      TEMPORAL_LIVE_NAMESPACE:
        settings['TEMPORAL_LIVE_NAMESPACE'] || facts?.['temporal_live_namespace'] || undefined,
    },
    taskQueue: settings['TASK_QUEUE'] ?? facts?.['task_queue'] ?? 'payments',
    orgAttribute: settings['TEMPORAL_ORG_ATTRIBUTE'] || facts?.['temporal_org_attribute'] || undefined,
    payloadKeys:
      settings['PAYLOAD_KEYS'] ||
      (settings['TEMPORAL_ADDRESS'] === undefined ? secrets?.['payload_keys'] : undefined),
  };
}

/** The content of this file in the stack's data directory. Null if it is absent. */
function readFacts(file: string): Promise<Record<string, string> | null> {
  return readJson<Record<string, string> | null>(join(DATA, file), null);
}
