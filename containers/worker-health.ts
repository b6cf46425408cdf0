import { hostname } from 'node:os';
import { Connection } from '@temporalio/client';
import { withSecretFiles } from '../src/secret-files.ts';
import { ENVIRONMENTS } from '../src/domain/environment.ts';
import { enginesOf } from '../src/temporal/engines.ts';
import { temporalServer } from '../src/temporal/server-address.ts';

/** A worker polls at least once a minute. Twice that time without a poll means that it hangs. */
const SILENT_MS = 120_000;
const WORKFLOW_TASKS = 1;

const settings = withSecretFiles(process.env);
const {
  TEMPORAL_ADDRESS = '127.0.0.1:7233',
  TEMPORAL_NAMESPACE = 'default',
  TEMPORAL_LIVE_NAMESPACE,
  WORKER_ENVIRONMENTS = ENVIRONMENTS.join(','),
  TASK_QUEUE = 'payments',
} = settings;

// Checks that this container has recently polled Temporal for money tasks, in each namespace that it serves.
const connection = await Connection.connect({
  ...temporalServer({ ...settings, TEMPORAL_ADDRESS }),
  connectTimeout: 4000,
});
const served = enginesOf({
  TEMPORAL_NAMESPACE,
  TEMPORAL_LIVE_NAMESPACE: TEMPORAL_LIVE_NAMESPACE || undefined,
}).filter(({ environments }) => environments.some((env) => WORKER_ENVIRONMENTS.includes(env)));
for (const { namespace } of served) {
  const { pollers } = await connection.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: TASK_QUEUE },
    taskQueueType: WORKFLOW_TASKS,
  });
  const polled = (pollers ?? [])
    .filter(({ identity }) => identity?.endsWith(`@${hostname()}`))
    .map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000);
  if (!polled.some((at) => Date.now() - at < SILENT_MS)) {
    console.error(`no worker on ${hostname()} polls ${TASK_QUEUE} in the namespace ${namespace}`);
    process.exitCode = 1;
  }
}
await connection.close();
