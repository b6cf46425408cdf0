import { v7 } from 'uuid';
import type { Config } from '../config.ts';
import type { Logger } from 'pino';
import { createSecrets, secretKeys } from '../security/secrets.ts';
import { openDatabase } from '../store/database.ts';
import { createEventWait } from './event-wait.ts';
import { createObjectQueue } from './turns/object-queue.ts';
import { createRequestLog } from './pipeline/request-log.ts';
import type { ApiDeps } from './route.ts';
import { createWorkflows } from '../temporal/commands.ts';
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
  const newId = () => v7();
  return {
    config,
    database,
    requestLog: createRequestLog({ database, newId, log }),
    workflows: createWorkflows({
      ...temporalServer(config),
      namespace: config.TEMPORAL_NAMESPACE,
      taskQueue: config.TASK_QUEUE,
    }),
    queue: createObjectQueue(),
    eventWait: createEventWait({ database, stopping }),
    secrets: createSecrets(secretKeys(config)),
    newId,
  };
}

/** True if PostgreSQL and Temporal answer. Rejects while PostgreSQL is away. */
export async function isReady({
  database,
  workflows,
}: Pick<ApiDeps, 'database' | 'workflows'>): Promise<boolean> {
  await database.pool.query('select 1');
  return workflows.isReachable();
}
