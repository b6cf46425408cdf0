import { v7 } from 'uuid';
import type { Config } from '../config.ts';
import type { Logger } from 'pino';
import { createSecrets, secretKeys } from '../security/secrets.ts';
import { checkoutStatuses, pendingOnTerminals } from '../store/checkouts.ts';
import { openDatabase } from '../store/database.ts';
import { createEventWait } from './event-wait.ts';
import { createSharedWait } from './shared-wait.ts';
import { createObjectQueue } from './turns/object-queue.ts';
import { createRequestLog } from './pipeline/request-log.ts';
import type { ApiDeps } from './route.ts';
import { readinessOf } from '../telemetry/readiness.ts';
import type { Readiness } from '../telemetry/readiness.ts';
import { createSharedWorkflows, createWorkflows } from '../temporal/commands.ts';
import { dataConverterOf } from '../temporal/data-converter.ts';
import { namespaceOf } from '../temporal/engines.ts';
import { temporalServer } from '../temporal/server-address.ts';

/**
 * Everything the API works with, made from its settings. Nothing is connected yet. `stopping` is aborted when
 * the process takes no new requests.
 */
export async function createApiDeps(
  config: Config,
  log: Logger,
  stopping: AbortSignal = new AbortController().signal,
): Promise<ApiDeps> {
  const database = await openDatabase({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE });
  return {
    config,
    database,
    requestLog: createRequestLog({ database, log }),
    workflows: workflowsByEnvironment(config),
    queue: createObjectQueue(),
    eventWait: createEventWait({ database, stopping }),
    checkoutWait: createSharedWait({
      read: async (ids) => {
        const rows = await checkoutStatuses(database.pool, { ids });
        return new Map(rows.map(({ id, status }) => [id, status]));
      },
      stopping,
    }),
    terminalWait: createSharedWait({
      read: async (ids) => {
        const rows = await pendingOnTerminals(database.pool, { ids });
        return new Map(rows.map(({ terminalId, pending }) => [terminalId, pending]));
      },
      stopping,
    }),
    secrets: createSecrets(secretKeys(config)),
    newId: () => v7(),
  };
}

/** The commands to the workflows of each environment: one connection for each namespace. */
function workflowsByEnvironment(config: Config): ApiDeps['workflows'] {
  const addressOf = (namespace: string) => ({
    ...temporalServer(config),
    namespace,
    dataConverter: dataConverterOf(config),
    taskQueue: config.TASK_QUEUE,
    orgAttribute: config.TEMPORAL_ORG_ATTRIBUTE,
  });
  const [sandbox, live] = [addressOf(namespaceOf(config, 'sandbox')), addressOf(namespaceOf(config, 'live'))];
  if (sandbox.namespace === live.namespace) return createSharedWorkflows(live);
  return { sandbox: createWorkflows(sandbox, 'sandbox'), live: createWorkflows(live, 'live') };
}

/** Asks PostgreSQL and Temporal, and says which of them is away. */
export function checkReadiness({
  database,
  workflows,
}: Pick<ApiDeps, 'database' | 'workflows'>): Promise<Readiness<'postgresql' | 'temporal'>> {
  return readinessOf({
    postgresql: () => database.pool.query('select 1'),
    temporal: () => Promise.all(Object.values(workflows).map((one) => one.ping())),
  });
}
