import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { reconcile } from '../src/temporal/reconcile.ts';
import { scheduleReconciliation } from '../src/temporal/schedule.ts';
import { temporalServer } from '../src/temporal/server-address.ts';
import { openDatabase } from '../src/store/database.ts';
import { taskQueues } from '../workflows/messages.ts';
import { runCommand } from './complaint.ts';
import { findRunningStack } from './running.ts';

/**
 * `npm run reconcile`: starts the missing workflow of every open row, and creates Temporal's schedule. Safe
 * at any time.
 */
await runCommand('reconcile', async () => {
  const stack = await findRunningStack();
  const connection = await NativeConnection.connect(
    temporalServer({ ...process.env, TEMPORAL_ADDRESS: stack.temporalAddress }),
  ).catch(() => {
    throw new Error(
      `Temporal does not answer at ${stack.temporalAddress}.\nRemedy: start it, or correct TEMPORAL_ADDRESS.`,
    );
  });
  const database = await openDatabase({ url: stack.databaseUrl, poolSize: 4 });
  try {
    const client = new Client({ connection, namespace: stack.namespace });
    const { open, started, strays } = await reconcile({
      client,
      database,
      queues: taskQueues(stack.taskQueue),
    });
    await scheduleReconciliation(client, stack.taskQueue);
    console.log(
      `${open} open rows, ${started} workflows started for them, ${strays} workflows without an open row`,
    );
  } finally {
    await database.close();
    await connection.close();
  }
});
