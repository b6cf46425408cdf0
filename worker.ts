import { createServer } from 'node:http';
import { Client } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import type { WorkerOptions } from '@temporalio/worker';
import pino from 'pino';
import { v7 } from 'uuid';
import { connectTemporal } from './src/temporal/connection.ts';
import { dataConverterOf } from './src/temporal/data-converter.ts';
import { createDispatcher } from './src/temporal/dispatcher.ts';
import {
  createActivities,
  createBankActivities,
  createBankComparisonActivities,
  createMailActivities,
  createPartnerActivities,
  createVerificationPartnerActivities,
  createReconciliationActivities,
  createFirstAttempt,
  createWebhookActivities,
} from './activities/index.ts';
import { createSandboxClockActivities } from './activities/sandbox-clock.ts';
import { landDueAward } from './src/commands/award.ts';
import { createWorkerMetrics } from './src/telemetry/worker-metrics.ts';
import { scheduleAll } from './src/temporal/schedule.ts';
import { reportedFirstAttempt, tracedAttempts } from './src/telemetry/activity-trace.ts';
import { readConfig, requireLiveThresholds, requiresTls } from './src/config.ts';
import type { Config } from './src/config.ts';
import { traceInterceptor } from './src/temporal/trace.ts';
import { logOptions } from './src/telemetry/log.ts';
import { metricsListener } from './src/telemetry/metrics-listener.ts';
import { createBank } from './src/partners/bank.ts';
import { createMailer } from './src/partners/mail.ts';
import { createPartnerClient } from './src/partners/partner-client.ts';
import { createPayeeNames } from './src/partners/payee-name.ts';
import { createReceiverGate } from './src/partners/receiver-gate.ts';
import { createScreenings } from './src/partners/screenings.ts';
import { createVerificationProvider } from './src/partners/verification.ts';
import { createWebhookSender } from './src/partners/webhook-sender.ts';
import { createSecrets, secretKeys } from './src/security/secrets.ts';
import { openDatabase } from './src/store/database.ts';
import { connectLivePartners, listLiveCountries } from './src/store/verification.ts';
import { STICKY_MS } from './src/domain/time-budget.ts';
import { workflowBundle } from './src/temporal/workflow-bundle.ts';
import { temporalServer } from './src/temporal/server-address.ts';
import { taskQueues } from './workflows/messages.ts';

/**
 * The workflows that a worker keeps in memory on each of its two queues with workflows. Most wait for days: an
 * award until it is due, a checkout until it expires. The SDK's default follows from the size of the heap, and
 * would keep 2,200 on each. A workflow that is not kept replays its short history when it goes on.
 */
const MOST_CACHED = 500;

const config = readConfig(process.env);
const log = pino(logOptions('worker', config.LOG_LEVEL));
Runtime.install({
  logger: new DefaultLogger('WARN', ({ level, message, meta }) =>
    log[level === 'ERROR' ? 'error' : 'warn'](meta ?? {}, message),
  ),
  shutdownSignals: [],
  ...(config.WORKER_SDK_METRICS_PORT === undefined
    ? {}
    : {
        telemetryOptions: {
          metrics: {
            prometheus: { bindAddress: `${config.METRICS_HOST}:${config.WORKER_SDK_METRICS_PORT}` },
          },
        },
      }),
});

const open = (poolSize: number) => openDatabase({ url: config.DATABASE_URL, poolSize });
// Separate pools: a burst of webhooks, a sweep or an integrity check must not take the connections that money
// steps need.
const [database, webhookDatabase, besideDatabase] = await Promise.all([
  open(config.DATABASE_POOL_SIZE),
  open(config.DATABASE_POOL_SIZE),
  open(Math.ceil(config.DATABASE_POOL_SIZE / 2)),
]);
const connection = await connectTemporal(temporalServer(config), config.TEMPORAL_NAMESPACE);
const dataConverter = dataConverterOf(config);
const client = new Client({
  connection,
  namespace: config.TEMPORAL_NAMESPACE,
  dataConverter,
  interceptors: { workflow: [traceInterceptor] },
});
const secrets = createSecrets(secretKeys(config));
const queues = taskQueues(config.TASK_QUEUE);
const reached = crashAt(config.CRASH_POINT);
const metrics = createWorkerMetrics({ client, database: besideDatabase, queues });
const retention = { addressDays: config.ADDRESS_RETENTION_DAYS };
const webhooks = {
  database: webhookDatabase,
  secrets,
  sender: createWebhookSender({ allowLoopback: config.WEBHOOK_ALLOW_LOOPBACK }),
  gate: createReceiverGate(),
  headerPrefix: config.WEBHOOK_HEADER_PREFIX,
  reached,
};
const bank = createBank({ url: config.BANK_URL, token: config.BANK_TOKEN });
const attempt = reportedFirstAttempt(createFirstAttempt(webhooks), log, metrics.count);
const dispatcher = createDispatcher({
  client,
  database: besideDatabase,
  queues,
  landDueAward: (award) => landDueAward({ database: besideDatabase, newId: () => v7() }, award),
  log,
  attempt,
});
await connectLivePartners(database.pool, { countryCodes: config.LIVE_PARTNER_COUNTRIES });
const liveCountries = await listLiveCountries(database.pool, {});
requireLiveThresholds(
  config.MONITORING_THRESHOLDS,
  liveCountries.map(({ countryCode }) => countryCode),
);

const screening = createScreenings(screeningSettings(config));
const bundle = await workflowBundle(config.WORKFLOW_BUNDLE);
const common = {
  connection,
  namespace: config.TEMPORAL_NAMESPACE,
  dataConverter,
  shutdownGraceTime: '8 s',
  interceptors: { activity: [tracedAttempts(log, metrics.count)] },
} satisfies Partial<WorkerOptions>;
const workers = await Promise.all([
  Worker.create({
    ...common,
    taskQueue: queues.money,
    workflowBundle: bundle,
    activities: createActivities({
      database,
      secrets,
      newId: () => v7(),
      deliver: dispatcher.deliver,
      land: dispatcher.land,
      watchReturns: dispatcher.watchReturns,
      returnWindowDays: config.RETURN_WINDOW_DAYS,
      thresholds: config.MONITORING_THRESHOLDS,
      bankName: config.BANK_NAME,
      reached,
    }),
    // Every step on this queue is a local activity, so the worker needs no poller for ordinary ones.
    enableNonLocalActivities: false,
    // One slot for each connection: with more slots, steps would time out while they wait for a connection.
    maxConcurrentLocalActivityExecutions: config.DATABASE_POOL_SIZE,
    maxConcurrentWorkflowTaskExecutions: 100,
    maxCachedWorkflows: MOST_CACHED,
    stickyQueueScheduleToStartTimeout: STICKY_MS,
    workflowTaskPollerBehavior: { type: 'autoscaling' },
  }),
  Worker.create({
    ...common,
    taskQueue: queues.webhooks,
    workflowBundle: bundle,
    activities: createWebhookActivities(webhooks),
    // An attempt only waits for a receiver: slots are cheap, and endpoints that hang occupy many.
    maxConcurrentActivityTaskExecutions: 1000,
    maxConcurrentLocalActivityExecutions: 500,
    maxConcurrentWorkflowTaskExecutions: 500,
    maxCachedWorkflows: MOST_CACHED,
    workflowTaskPollerBehavior: { type: 'autoscaling' },
  }),
  Worker.create({
    ...common,
    taskQueue: queues.mail,
    activities: createMailActivities({
      database: besideDatabase,
      secrets,
      mailer: createMailer({
        url: config.SMTP_URL,
        from: config.MAIL_FROM,
        requireTls: requiresTls(config, config.SMTP_URL),
      }),
    }),
    maxConcurrentActivityTaskExecutions: 20,
  }),
  Worker.create({
    ...common,
    taskQueue: queues.partners,
    activities: createPartnerActivities({
      database: besideDatabase,
      secrets,
      names: createPayeeNames(
        createPartnerClient({ url: config.PAYEE_NAMES_URL, token: config.PAYEE_NAMES_TOKEN }),
      ),
      screening,
    }),
    // A partner that hangs may occupy these slots and no others.
    maxConcurrentActivityTaskExecutions: 20,
  }),
  Worker.create({
    ...common,
    taskQueue: queues.verification,
    activities: createVerificationPartnerActivities({
      database: besideDatabase,
      provider: createVerificationProvider({
        url: config.VERIFICATION_URL,
        token: config.VERIFICATION_TOKEN,
      }),
      callbackUrl: `${config.PUBLIC_URL}/partners/verification/events`,
    }),
    // A separate queue: anyone may begin a case, and a provider that hangs must delay no payout.
    maxConcurrentActivityTaskExecutions: 20,
  }),
  Worker.create({
    ...common,
    taskQueue: queues.bank,
    activities: {
      ...createBankActivities({
        database: besideDatabase,
        secrets,
        bank,
        transferCallbackUrl: `${config.PUBLIC_URL}/partners/bank/events`,
        screening,
        newId: () => v7(),
        reached,
      }),
      ...createBankComparisonActivities({ database: besideDatabase, bank }),
    },
    // A separate queue: while the bank hangs, payees are still screened and new payouts are still accepted.
    maxConcurrentActivityTaskExecutions: 100,
  }),
  Worker.create({
    ...common,
    taskQueue: queues.clock,
    activities: {
      ...createSandboxClockActivities(
        { client, database: besideDatabase, queues, newId: () => v7() },
        metrics,
      ),
      ...createReconciliationActivities({ client, database: besideDatabase, queues, retention }, metrics),
    },
    // A clock move that stops with its worker is detected sooner than after the default minute.
    maxHeartbeatThrottleInterval: '1 s',
  }),
]);

const stop = (): void => {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

const running = Promise.all(workers.map((worker) => worker.run()));
dispatcher.start();
await scheduleAll(client, config.TASK_QUEUE);
if (config.WORKER_METRICS_PORT !== undefined)
  createServer(metricsListener(metrics.registry))
    .listen(config.WORKER_METRICS_PORT, config.METRICS_HOST)
    .unref();
process.stdout.write('worker ready\n');
try {
  await running;
} finally {
  await dispatcher.stop();
  await Promise.all([database.close(), webhookDatabase.close(), besideDatabase.close()]);
  await connection.close();
}

/** The settings of payee screening. */
function screeningSettings({ WATCHMAN_URL: url, WATCHMAN_TOKEN: token, ...more }: Config) {
  return {
    watchman: url === undefined ? null : { url, token: token ?? null },
    listFile: more.SCREENING_LIST_FILE ?? null,
    minScore: more.SCREENING_MIN_SCORE,
    maxAgeDays: more.SCREENING_LIST_MAX_AGE_DAYS,
  };
}

/** Kills the process when it reaches the named step, as a power cut would. The crash tests set the name. */
function crashAt(point: string | undefined): (step: string) => void {
  return (step) => {
    if (step === point) process.kill(process.pid, 'SIGKILL');
  };
}
