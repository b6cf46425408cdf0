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
import type { Database } from '../src/store/database.ts';
import { enginesOf } from '../src/temporal/engines.ts';
import type { Engine } from '../src/temporal/engines.ts';
import type { ObligationsPlace } from '../src/store/obligations.ts';
import { taskQueues } from '../workflows/messages.ts';
import { runCommand } from './complaint.ts';
import { findRunningStack } from './running.ts';
import type { RunningStack } from './running.ts';

const PRINT_EVERY_MS = 3000;
const OPTIONS = parseArgs({ options: { after: { type: 'string' }, namespace: { type: 'string' } } }).values;

/**
 * `npm run reconcile`: starts the missing workflow of every open row, and creates Temporal's schedules. Safe
 * at any time. It prints its place every few seconds: `npm run reconcile -- --namespace=<name>
 * --after=<place>` goes on there.
 */
await runCommand('reconcile', async () => {
  const stack = await findRunningStack();
  const { namespace: asked } = OPTIONS;
  const engines = enginesOf(stack.namespaces).filter(({ namespace }) => namespace === (asked ?? namespace));
  if (engines.length === 0) throw new Error(`--namespace: this installation has no namespace ${asked}`);
  if (OPTIONS.after !== undefined && engines.length > 1)
    throw new Error('--after: name the namespace too, as this program prints it');
  const database = await openDatabase({ url: stack.databaseUrl, poolSize: 4 });
  try {
    for (const engine of engines) {
      if (engines.length > 1) console.log(`in the namespace ${engine.namespace}:`);
      await reconcileEngine(engine, stack, database);
    }
  } finally {
    await database.close();
  }
});

async function reconcileEngine(engine: Engine, stack: RunningStack, database: Database): Promise<void> {
  const { namespace, environments } = engine;
  const server = temporalServer({
    ...withSecretFiles(process.env),
    TEMPORAL_ADDRESS: stack.temporalAddress,
  });
  const connection = await connectTemporal(server, namespace);
  try {
    const keys = keyRing.optional().parse(stack.payloadKeys);
    const dataConverter = dataConverterOf({ PAYLOAD_KEYS: keys });
    const client = new Client({ connection, namespace, dataConverter });
    const { orgAttribute, taskQueue } = stack;
    await scheduleAll(client, { taskQueue, environments });
    const startSettings = { queues: taskQueues(taskQueue), orgAttribute };
    const deps = { client, database, environments, startSettings };
    const { open, started, strays } = await reconcileAll(deps, placeAsked(), printNowAndThen(namespace));
    console.log(
      `${open} open rows, ${started} workflows started for them, ${strays} workflows without an open row`,
    );
  } finally {
    await connection.close();
  }
}

/** Returns the place after which to go on: kind, time and key, as this program prints it. */
function placeAsked(): ObligationsPlace | null {
  const { after } = OPTIONS;
  if (after === undefined) return null;
  const [kind = '', time = '', key = ''] = after.split('/');
  const dueAt = new Date(time);
  if (Number.isNaN(dueAt.getTime()) || key === '')
    throw new Error(`--after: <kind>/<time>/<key> as this program prints it, got ${after}`);
  return { kind, dueAt, key, orgId: key };
}

function printNowAndThen(namespace: string): (progress: ReconciliationProgress) => void {
  let printedAt = performance.now();
  return ({ due, started, place }) => {
    if (performance.now() - printedAt < PRINT_EVERY_MS) return;
    printedAt = performance.now();
    const at =
      place === null
        ? ''
        : `; go on with --namespace=${namespace} --after=${place.kind}/${place.dueAt.toISOString()}/${place.key}`;
    console.error(`${due} open rows so far, ${started} workflows started for them${at}`);
  };
}
