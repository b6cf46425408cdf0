import { hostname } from 'node:os';
import { Connection } from '@temporalio/client';

/** A worker polls at least once a minute; twice that without a poll means that it hangs. */
const SILENT_MS = 120_000;
const WORKFLOW_TASKS = 1;

const { TEMPORAL_ADDRESS = '127.0.0.1:7233', TEMPORAL_NAMESPACE = 'default', TASK_QUEUE = 'payments' } = process.env;

// Whether Temporal has lately been polled for money's tasks from this very container: that is what a worker is for.
const connection = await Connection.connect({ address: TEMPORAL_ADDRESS, connectTimeout: 4000 });
const { pollers } = await connection.workflowService.describeTaskQueue({
  namespace: TEMPORAL_NAMESPACE,
  taskQueue: { name: TASK_QUEUE },
  taskQueueType: WORKFLOW_TASKS,
});
await connection.close();

const polled = (pollers ?? [])
  .filter(({ identity }) => identity?.endsWith(`@${hostname()}`))
  .map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000);
if (!polled.some((at) => Date.now() - at < SILENT_MS)) {
  console.error(`no worker on ${hostname()} polls ${TASK_QUEUE}`);
  process.exit(1);
}
