import type { WorkerOptions } from '@temporalio/worker';
import { v7 } from 'uuid';
import {
  createActivities,
  createBankActivities,
  createBankComparisonActivities,
  createMailActivities,
  createPartnerActivities,
  createReconciliationActivities,
  createVerificationPartnerActivities,
  createWebhookActivities,
} from '../../activities/index.ts';
import { createSandboxClockActivities } from '../../activities/sandbox-clock.ts';
import type { Retention } from '../commands/sweep.ts';
import { requiresTls } from '../config.ts';
import type { Config } from '../config.ts';
import { STICKY_MS } from '../domain/time-budget.ts';
import { attemptRetention } from '../domain/monitoring.ts';
import { createBank } from '../partners/bank.ts';
import { createMailer } from '../partners/mail.ts';
import { createPartnerClient } from '../partners/partner-client.ts';
import { createPayeeNames } from '../partners/payee-name.ts';
import { createVerificationProvider } from '../partners/verification.ts';
import type { EngineParts, Surroundings } from './engine.ts';

/**
 * The workflows that a worker keeps in memory on each of its two queues with workflows. Most wait for days:
 * an award until it is due, a checkout until it expires. The SDK's default follows from the size of the heap,
 * and would keep 2,200 on each. A workflow that is not kept replays its short history when it goes on.
 */
const MOST_CACHED = 500;

/**
 * The version of the workflows' code, for a server that routes workflows by it. Workflows that wait for days
 * go on with the current version; workflows/versioning.ts names the others.
 */
function versionOf({ WORKER_DEPLOYMENT, WORKER_BUILD_ID }: Config): Partial<WorkerOptions> {
  if (WORKER_DEPLOYMENT === undefined || WORKER_BUILD_ID === undefined) return {};
  return {
    workerDeploymentOptions: {
      useWorkerVersioning: true,
      version: { deploymentName: WORKER_DEPLOYMENT, buildId: WORKER_BUILD_ID },
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  };
}

type QueueWorker = Pick<WorkerOptions, 'taskQueue'> & Partial<WorkerOptions>;

/**
 * The workers of an engine: one for each task queue, with limits of its own. Steps that may hang have their
 * own queue, so that they hold up nothing else.
 */
export function workersOf(parts: EngineParts, around: Surroundings): readonly QueueWorker[] {
  return [
    moneyWorker(parts, around),
    webhookWorker(parts, around),
    mailWorker(parts, around),
    ...partnerWorkers(parts, around),
    clockWorker(parts, around),
  ];
}

function moneyWorker(
  { queues, database, secrets, dispatcher }: EngineParts,
  { config, bundle, reached }: Surroundings,
): QueueWorker {
  return {
    taskQueue: queues.money,
    ...versionOf(config),
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
  };
}

function webhookWorker({ queues, webhooks }: EngineParts, { config, bundle }: Surroundings): QueueWorker {
  return {
    taskQueue: queues.webhooks,
    ...versionOf(config),
    workflowBundle: bundle,
    activities: createWebhookActivities(webhooks),
    // An attempt only waits for a receiver: slots are cheap, and endpoints that hang occupy many.
    maxConcurrentActivityTaskExecutions: 1000,
    maxConcurrentLocalActivityExecutions: 500,
    maxConcurrentWorkflowTaskExecutions: 500,
    maxCachedWorkflows: MOST_CACHED,
    workflowTaskPollerBehavior: { type: 'autoscaling' },
  };
}

function mailWorker(
  { queues, besideDatabase: database, secrets }: EngineParts,
  { config }: Surroundings,
): QueueWorker {
  const { SMTP_URL: url, MAIL_FROM: from } = config;
  return {
    taskQueue: queues.mail,
    activities: createMailActivities({
      database,
      secrets,
      mailer: createMailer({ url, from, requireTls: requiresTls(config, url) }),
    }),
    maxConcurrentActivityTaskExecutions: 20,
  };
}

/**
 * The workers whose steps ask partners. A partner that hangs occupies the slots of its own queue and no
 * others.
 */
function partnerWorkers(
  { queues, besideDatabase: database, secrets }: EngineParts,
  { config, screening, reached }: Surroundings,
): QueueWorker[] {
  const bank = createBank({ url: config.BANK_URL, token: config.BANK_TOKEN });
  const [payeeNames, provider] = [
    createPayeeNames(createPartnerClient({ url: config.PAYEE_NAMES_URL, token: config.PAYEE_NAMES_TOKEN })),
    createVerificationProvider({ url: config.VERIFICATION_URL, token: config.VERIFICATION_TOKEN }),
  ];
  return [
    {
      taskQueue: queues.partners,
      activities: createPartnerActivities({ database, secrets, names: payeeNames, screening }),
      maxConcurrentActivityTaskExecutions: 20,
    },
    {
      taskQueue: queues.verification,
      activities: createVerificationPartnerActivities({
        database,
        provider,
        callbackUrl: `${config.PUBLIC_URL}/partners/verification/events`,
      }),
      // A separate queue: anyone may begin a case, and a provider that hangs must delay no payout.
      maxConcurrentActivityTaskExecutions: 20,
    },
    {
      taskQueue: queues.bank,
      activities: {
        ...createBankActivities({
          database,
          secrets,
          bank,
          transferCallbackUrl: `${config.PUBLIC_URL}/partners/bank/events`,
          screening,
          newId: () => v7(),
          reached,
        }),
        ...createBankComparisonActivities({ database, bank }),
      },
      // A separate queue: while the bank hangs, payees are still screened and new payouts are still accepted.
      maxConcurrentActivityTaskExecutions: 100,
    },
  ];
}

function clockWorker(
  { client, queues, startSettings, environments, besideDatabase: database }: EngineParts,
  { config, metrics }: Surroundings,
): QueueWorker {
  const due = { client, database, environments, startSettings };
  return {
    taskQueue: queues.clock,
    activities: {
      ...createSandboxClockActivities({ ...due, newId: () => v7() }, metrics),
      ...createReconciliationActivities({ ...due, retention: retentionOf(config) }, metrics),
    },
    // A clock move that stops with its worker is detected sooner than after the default minute.
    maxHeartbeatThrottleInterval: '1 s',
  };
}

function retentionOf(config: Config): Retention {
  return {
    addressDays: config.ADDRESS_RETENTION_DAYS,
    eventDays: config.EVENT_RETENTION_DAYS,
    unpaidCartDays: config.UNPAID_CART_RETENTION_DAYS,
    requestLogDays: config.REQUEST_LOG_RETENTION_DAYS,
    complianceDays: config.COMPLIANCE_RETENTION_DAYS,
    attemptSeconds: attemptRetention(config.MONITORING_THRESHOLDS),
  };
}
