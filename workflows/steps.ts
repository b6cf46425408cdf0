import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import { ATTEMPT_MS, PARTNER_MS, STEP_MS } from '../src/domain/time-budget.ts';
import { SUBMIT_MS } from '../src/domain/transfer.ts';
import { ATTEMPT_LEASE_MS } from '../src/domain/webhook-schedule.ts';
import { moneyQueueOf, taskQueues } from './messages.ts';

/**
 * The policies of the steps that run on the workflow's own task queue, by kind.
 *
 * The worker makes the first three attempts by itself. From then on `localRetryThreshold` makes each wait a
 * timer, and the history shows the failure of the attempt before it: an operator sees in the Web UI what
 * fails.
 */
export const POLICIES = {
  /**
   * A caller waits. The step gives up, so that the caller gets 503. A repeat of the call finds the work of
   * the first.
   */
  asked: {
    scheduleToCloseTimeout: STEP_MS,
    startToCloseTimeout: ATTEMPT_MS,
    retry: { initialInterval: '50 ms', backoffCoefficient: 2, maximumInterval: '1 s' },
  },
  /** The verification provider's callback waits. The step gives up, and the provider retries the callback. */
  verdict: {
    scheduleToCloseTimeout: STEP_MS,
    startToCloseTimeout: '3 s',
    retry: { initialInterval: '50 ms', backoffCoefficient: 2, maximumInterval: '1 s' },
  },
  /** A caller may wait, and the step is retried until it succeeds: an accepted return must be carried out. */
  kept: {
    startToCloseTimeout: '5 s',
    localRetryThreshold: '150 ms',
    retry: { initialInterval: '50 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
  },
  /** No caller waits. The step is retried until it succeeds. */
  due: {
    startToCloseTimeout: '5 s',
    localRetryThreshold: '300 ms',
    retry: { initialInterval: '100 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
  },
  /** One attempt of a webhook, including its waits for a slot at the receiver and for the database. */
  webhook: {
    startToCloseTimeout: ATTEMPT_LEASE_MS,
    localRetryThreshold: '3 s',
    retry: { initialInterval: '1 s', maximumInterval: '1 minute' },
  },
} as const satisfies Readonly<Record<string, LocalActivityOptions>>;

type QueuedPolicy = ActivityOptions & { readonly queue: keyof ReturnType<typeof taskQueues> };

/** A command waits for these answers. After this time they count as missing. */
const ANSWER_FOR_COMMAND = {
  queue: 'partners',
  scheduleToCloseTimeout: PARTNER_MS,
  retry: { maximumAttempts: 2, initialInterval: '100 ms' },
} as const;

/** A call to the verification provider takes 10 s at most. */
const PROVIDER = { queue: 'verification', startToCloseTimeout: '15 s' } as const;

/** The policies of the steps that have a task queue of their own, by kind. */
const QUEUED_POLICIES = {
  payeeChecks: ANSWER_FOR_COMMAND,
  screening: { ...ANSWER_FOR_COMMAND, summary: 'look the payee up in the sanctions lists' },
  /** Never retried by Temporal: a lost attempt may have been taken, so its outcome is in doubt. */
  submitTransfer: {
    queue: 'bank',
    startToCloseTimeout: SUBMIT_MS,
    scheduleToStartTimeout: '1 minute',
    retry: { maximumAttempts: 1 },
    summary: 'send the transfer to the bank',
  },
  findTransfer: {
    queue: 'bank',
    startToCloseTimeout: '15 s',
    retry: { initialInterval: '1 s', maximumInterval: '1 minute' },
    summary: 'ask the bank what it knows of the transfer',
  },
  findDeposit: {
    queue: 'bank',
    startToCloseTimeout: '15 s',
    retry: { initialInterval: '1 s', maximumInterval: '1 minute' },
    summary: 'ask the bank what it knows of the deposit',
  },
  /** An outage of the provider is no fault: the step is retried as long as the case is open. */
  openCase: {
    ...PROVIDER,
    retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '1 minute' },
  },
  askProvider: {
    ...PROVIDER,
    scheduleToCloseTimeout: '5 minutes',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute' },
  },
  /** A one-time code is of no use after ten minutes. */
  signInMail: {
    queue: 'mail',
    scheduleToCloseTimeout: '10 minutes',
    startToCloseTimeout: '1 minute',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '30 s' },
  },
  webhookFailingMail: {
    queue: 'mail',
    scheduleToCloseTimeout: '1 day',
    startToCloseTimeout: '1 minute',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '10 minutes' },
  },
  destinationMail: {
    queue: 'mail',
    scheduleToCloseTimeout: '1 day',
    startToCloseTimeout: '1 minute',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '10 minutes' },
  },
  orgNoticeMail: {
    queue: 'mail',
    scheduleToCloseTimeout: '1 day',
    startToCloseTimeout: '1 minute',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '10 minutes' },
  },
  /** Attempts are bounded: otherwise a fault would hang the caller who moves the clock. */
  beginAdvances: {
    queue: 'clock',
    startToCloseTimeout: '10 s',
    retry: { initialInterval: '100 ms', maximumInterval: '1 s', maximumAttempts: 10 },
    summary: 'fix how far to move',
  },
  runAdvance: {
    queue: 'clock',
    startToCloseTimeout: '1 hour',
    heartbeatTimeout: '10 s',
    retry: { initialInterval: '500 ms', maximumInterval: '5 s', maximumAttempts: 10 },
    summary: 'move, and have done what falls due',
  },
  /** An outage of the bank is no fault: the step goes on with the page that is missing. */
  bankComparison: {
    queue: 'bank',
    startToCloseTimeout: '2 hours',
    heartbeatTimeout: '1 minute',
    retry: { initialInterval: '5 s', backoffCoefficient: 2, maximumInterval: '10 minutes' },
  },
  reconciliation: {
    queue: 'clock',
    startToCloseTimeout: '30 minutes',
    // A slice of the checks is one statement, of a minute at most.
    heartbeatTimeout: '2 minutes',
    retry: { maximumAttempts: 3 },
  },
} as const satisfies Readonly<Record<string, QueuedPolicy>>;

/**
 * Creates the steps of this kind. Call it inside a workflow: the queue's name derives from the workflow's
 * own.
 */
export function queuedSteps<Steps>(kind: keyof typeof QUEUED_POLICIES, moneyQueue = ownMoneyQueue()) {
  const { queue, ...policy } = QUEUED_POLICIES[kind];
  return proxyActivities<Steps>({ ...policy, taskQueue: taskQueues(moneyQueue)[queue] });
}

const ownMoneyQueue = (): string => moneyQueueOf(workflowInfo().taskQueue);
