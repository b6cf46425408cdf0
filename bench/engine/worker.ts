import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { engineActivities } from './activities.ts';

/**
 * The worker of the bare engine: a separate process with the options of the service's money worker
 * (worker.ts).
 */
const { TEMPORAL_ADDRESS, TASK_QUEUE } = process.env;
if (TEMPORAL_ADDRESS === undefined || TASK_QUEUE === undefined)
  throw new Error('TEMPORAL_ADDRESS and TASK_QUEUE must be set');
Runtime.install({ logger: new DefaultLogger('WARN'), shutdownSignals: [] });

const connection = await NativeConnection.connect({ address: TEMPORAL_ADDRESS });
const worker = await Worker.create({
  connection,
  namespace: 'default',
  shutdownGraceTime: '8 s',
  taskQueue: TASK_QUEUE,
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('./workflows.ts', import.meta.url)),
    logger: new DefaultLogger('ERROR'),
  }),
  activities: engineActivities,
  enableNonLocalActivities: false,
  maxConcurrentWorkflowTaskExecutions: 100,
  workflowTaskPollerBehavior: { type: 'autoscaling' },
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => worker.shutdown());
const running = worker.run();
process.stdout.write('worker ready\n');
try {
  await running;
} finally {
  await connection.close();
}
