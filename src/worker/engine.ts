import { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import type { WorkerOptions, WorkflowBundleOption } from '@temporalio/worker';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import { createFirstAttempt } from '../../activities/index.ts';
import type { WebhookDeliveryDeps } from '../../activities/webhook-delivery.ts';
import { taskQueues } from '../../workflows/messages.ts';
import { landDueAward } from '../commands/award.ts';
import type { Config } from '../config.ts';
import { createReceiverGate } from '../partners/receiver-gate.ts';
import type { createScreenings } from '../partners/screenings.ts';
import { createWebhookSender } from '../partners/webhook-sender.ts';
import { createSecrets, secretKeys } from '../security/secrets.ts';
import type { Secrets } from '../security/secrets.ts';
import { openDatabase } from '../store/database.ts';
import type { Database } from '../store/database.ts';
import { reportedFirstAttempt, tracedAttempts } from '../telemetry/activity-trace.ts';
import type { WorkerMetrics } from '../telemetry/worker-metrics.ts';
import { connectTemporal } from '../temporal/connection.ts';
import { dataConverterOf } from '../temporal/data-converter.ts';
import { createDispatcher } from '../temporal/dispatcher.ts';
import type { Dispatcher } from '../temporal/dispatcher.ts';
import type { Engine } from '../temporal/engines.ts';
import { scheduleAll } from '../temporal/schedule.ts';
import type { Queues, StartSettings } from '../temporal/starts.ts';
import { temporalServer } from '../temporal/server-address.ts';
import { traceInterceptor } from '../temporal/trace.ts';
import { workersOf } from './workers.ts';

/** The parts that the engines of one process share. */
export interface Surroundings {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: WorkerMetrics;
  readonly screening: ReturnType<typeof createScreenings>;
  readonly bundle: WorkflowBundleOption;
  /** Reports a named step. The crash tests stop the process at one of them. */
  readonly reached: (step: string) => void;
}

/**
 * The connections of one engine. Each engine has its own, so that the load of one environment takes nothing
 * from the other. The pools are separate, too: a burst of webhooks, a sweep or an integrity check must not
 * take the connections that money steps need.
 */
export interface EngineParts extends Engine {
  readonly client: Client;
  readonly queues: Queues;
  readonly startSettings: StartSettings;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly besideDatabase: Database;
  readonly webhooks: WebhookDeliveryDeps;
  readonly dispatcher: Dispatcher;
}

/** An engine whose workers are ready to run. */
export interface RunnableEngine extends Pick<EngineParts, 'client' | 'queues' | 'environments'> {
  /** Runs until `stop` was called and all steps have ended, or until a worker fails. */
  run(): Promise<void>;
  /** Creates the schedules of the engine, or gives them the times of this release. */
  schedule(): Promise<void>;
  /** Takes no more tasks. */
  stop(): void;
  /** Ends the dispatcher and the connections. */
  close(): Promise<void>;
}

/** Connects an engine to Temporal and PostgreSQL, and makes its workers. */
export async function createEngine(engine: Engine, around: Surroundings): Promise<RunnableEngine> {
  const { config, log, metrics } = around;
  const { namespace, environments } = engine;
  const open = (poolSize: number) => openDatabase({ url: config.DATABASE_URL, poolSize });
  const [database, webhookDatabase, besideDatabase] = await Promise.all([
    open(config.DATABASE_POOL_SIZE),
    open(config.DATABASE_POOL_SIZE),
    open(Math.ceil(config.DATABASE_POOL_SIZE / 2)),
  ]);
  const connection = await connectTemporal(temporalServer(config), namespace);
  const dataConverter = dataConverterOf(config);
  const interceptors = { workflow: [traceInterceptor] };
  const client = new Client({ connection, namespace, dataConverter, interceptors });
  const secrets = createSecrets(secretKeys(config));
  const queues = taskQueues(config.TASK_QUEUE);
  const env = environments.length === 1 ? environments[0] : undefined;
  const startSettings = { queues, orgAttribute: config.TEMPORAL_ORG_ATTRIBUTE, env };
  const webhooks = webhookDeps(around, { database: webhookDatabase, secrets });
  const dispatcher = createDispatcher({
    client,
    database: besideDatabase,
    environments,
    startSettings,
    landDueAward: (award) => landDueAward({ database: besideDatabase, newId: () => v7() }, award),
    log,
    attempt: reportedFirstAttempt(createFirstAttempt(webhooks), log, metrics.count),
  });
  const common = {
    connection,
    namespace,
    dataConverter,
    shutdownGraceTime: '8 s',
    interceptors: { activity: [tracedAttempts(log, metrics.count)] },
  } satisfies Partial<WorkerOptions>;
  const parts = {
    ...engine,
    client,
    queues,
    startSettings,
    secrets,
    database,
    besideDatabase,
    webhooks,
    dispatcher,
  };
  const workers = await Promise.all(
    workersOf(parts, around).map((options) => Worker.create({ ...common, ...options })),
  );
  return {
    client,
    queues,
    environments,
    async run() {
      const running = workers.map((worker) => worker.run());
      dispatcher.start();
      await Promise.all(running);
    },
    schedule: () => scheduleAll(client, { taskQueue: config.TASK_QUEUE, environments }),
    stop() {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    },
    async close() {
      await dispatcher.stop();
      await Promise.all([database.close(), webhookDatabase.close(), besideDatabase.close()]);
      await connection.close();
    },
  };
}

function webhookDeps(
  { config, reached }: Surroundings,
  own: Pick<EngineParts, 'database' | 'secrets'>,
): WebhookDeliveryDeps {
  return {
    ...own,
    sender: createWebhookSender({ allowLoopback: config.WEBHOOK_ALLOW_LOOPBACK }),
    gate: createReceiverGate(),
    headerPrefix: config.WEBHOOK_HEADER_PREFIX,
    reached,
  };
}
