import { parseArgs } from 'node:util';
import { Client } from '@temporalio/client';
import { keyRing } from '../src/config.ts';
import { withSecretFiles } from '../src/secret-files.ts';
import { connectTemporal } from '../src/temporal/connection.ts';
import { dataConverterOf } from '../src/temporal/data-converter.ts';
import { reconcileAll } from '../src/temporal/reconcile.ts';
import type { ReconciliationProgress } from '../src/temporal/reconcile.ts';
import { scheduleAll } from '../src/temporal/schedule.ts';
import { temporalServer } from '../src/temporal/server-address.ts';
import { openDatabase } from '../src/store/database.ts';
import type { ObligationsPlace } from '../src/store/obligations.ts';
import { taskQueues } from '../workflows/messages.ts';
import { runCommand } from './complaint.ts';
import { findRunningStack } from './running.ts';

const PRINT_EVERY_MS = 3000;

/**
 * `npm run reconcile`: starts the missing workflow of every open row, and creates Temporal's schedules. Safe
 * at any time. It prints its place every few seconds: `npm run reconcile -- --after=<place>` goes on there.
 */
await runCommand('reconcile', async () => {
  const stack = await findRunningStack();
  const connection = await connectTemporal(
    temporalServer({ ...withSecretFiles(process.env), TEMPORAL_ADDRESS: stack.temporalAddress }),
    stack.namespace,
  );
  const database = await openDatabase({ url: stack.databaseUrl, poolSize: 4 });
  try {
    const keys = keyRing.optional().parse(stack.payloadKeys);
    const client = new Client({
      connection,
      namespace: stack.namespace,
      dataConverter: dataConverterOf({ PAYLOAD_KEYS: keys }),
    });
    await scheduleAll(client, stack.taskQueue);
    const deps = { client, database, queues: taskQueues(stack.taskQueue) };
    const { open, started, strays } = await reconcileAll(deps, placeAsked(), printNowAndThen());
    console.log(
      `${open} open rows, ${started} workflows started for them, ${strays} workflows without an open row`,
    );
  } finally {
    await database.close();
    await connection.close();
  }
});

/** Returns the place after which to go on: kind, time and key, as this program prints it. */
function placeAsked(): ObligationsPlace | null {
  const { after } = parseArgs({ options: { after: { type: 'string' } } }).values;
  if (after === undefined) return null;
  const [kind = '', time = '', key = ''] = after.split('/');
  const dueAt = new Date(time);
  if (Number.isNaN(dueAt.getTime()) || key === '')
    throw new Error(`--after: <kind>/<time>/<key> as this program prints it, got ${after}`);
  return { kind, dueAt, key, orgId: key };
}

function printNowAndThen(): (progress: ReconciliationProgress) => void {
  let printedAt = performance.now();
  return ({ due, started, place }) => {
    if (performance.now() - printedAt < PRINT_EVERY_MS) return;
    printedAt = performance.now();
    const at =
      place === null ? '' : `; go on with --after=${place.kind}/${place.dueAt.toISOString()}/${place.key}`;
    console.error(`${due} open rows so far, ${started} workflows started for them${at}`);
  };
}
