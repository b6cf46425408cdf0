import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WithStartWorkflowOperation } from '@temporalio/client';
import { v7 } from 'uuid';
import { startChild, whenReady } from '../../stack/processes.ts';
import { authorize, capture, awaitOpening, fireDue, workflowId } from '../../workflows/messages.ts';
import type { CheckoutInput } from '../../workflows/messages.ts';
import type { BenchStack } from '../stack.ts';

/** As long as the summary of the service's delivery workflow. */
const DELIVERY_SUMMARY = 'Sends a webhook until it is taken or the retries have ended';
/** As long as the summary of the service's award workflow. */
const AWARD_SUMMARY = 'Lands cashback in the wallet 30 days after it became pending';
/** A deadline that no run reaches. */
const DEADLINE = Date.UTC(2999, 0);

const TASK_QUEUE = 'bare-engine';
const START_MS = 60_000;

/** Temporal alone, with the same work that it does for a checkout. */
export interface Engine {
  readonly pid: number;
  /** Limit L4: Update-with-Start and one local activity that does nothing. Returns the checkout's id. */
  create(): Promise<string>;
  authorize(checkoutId: string): Promise<void>;
  /** Limit L3: an Update and one local activity that does nothing, on a running workflow, which then ends. */
  capture(checkoutId: string): Promise<void>;
  /**
   * Starts a workflow of two local activities that do nothing, like a webhook that succeeds at once. Returns
   * when it is started.
   */
  deliver(deliveryId: string): Promise<void>;
  /** Starts a workflow of one local activity that does nothing, after a delay. Returns when it is started. */
  startAward(awardId: string, delayMs: number): Promise<void>;
  /** Wakes it, and returns when it has ended. */
  fireAward(awardId: string): Promise<void>;
  /** The number of deliveries that have ended. */
  delivered(): Promise<number>;
}

/** Starts the bare engine's worker on the stack's Temporal. */
export async function startEngine(stack: BenchStack): Promise<Engine> {
  const child = await startChild({
    name: 'engine-worker',
    command: process.execPath,
    args: [join(import.meta.dirname, 'worker.ts')],
    logDirectory: stack.logDirectory,
    environment: {
      ...process.env,
      NODE_ENV: 'production',
      TEMPORAL_ADDRESS: stack.temporalAddress,
      TASK_QUEUE,
    },
  });
  stack.atEnd(() => child.stop());
  await whenReady(
    child,
    async () => (await readFile(child.logFile, 'utf8')).includes('worker ready'),
    START_MS,
  );
  const { workflow } = stack.client;
  const orgId = v7();
  const handleOf = (checkoutId: string) => workflow.getHandle(workflowId.checkout(checkoutId));
  return {
    pid: child.pid,
    async create() {
      const checkoutId = v7();
      const input: CheckoutInput = {
        checkoutId,
        orgId,
        opening: { terminalId: null, newTerminalId: v7(), expiresInSecs: 86_400, deadline: DEADLINE },
      };
      const startWorkflowOperation = new WithStartWorkflowOperation('checkout', {
        workflowId: workflowId.checkout(checkoutId),
        taskQueue: TASK_QUEUE,
        args: [input],
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      });
      await workflow.executeUpdateWithStart(awaitOpening, { startWorkflowOperation });
      return checkoutId;
    },
    async authorize(checkoutId) {
      await handleOf(checkoutId).executeUpdate(authorize, {
        args: [{ consumerId: v7(), newChargeId: v7(), attribution: [], deadline: DEADLINE }],
      });
    },
    async deliver(deliveryId) {
      const args = [{ deliveryId, orgId }];
      await workflow.start('delivery', {
        workflowId: `bare:${deliveryId}`,
        taskQueue: TASK_QUEUE,
        args,
        staticSummary: DELIVERY_SUMMARY,
      });
    },
    ...awardCalls(stack, orgId),
    async delivered() {
      const query = `WorkflowType = 'delivery' and ExecutionStatus = 'Completed'`;
      return (await workflow.count(query)).count;
    },
    async capture(checkoutId) {
      await handleOf(checkoutId).executeUpdate(capture, {
        args: [{ commandId: v7(), actor: `api_key:${orgId}`, deadline: DEADLINE }],
      });
    },
  };
}

function awardCalls(
  { client: { workflow } }: BenchStack,
  orgId: string,
): Pick<Engine, 'startAward' | 'fireAward'> {
  const bareAward = (awardId: string) => ({
    workflowId: `bare-award:${awardId}`,
    taskQueue: TASK_QUEUE,
    args: [{ awardId, orgId }],
    staticSummary: AWARD_SUMMARY,
  });
  return {
    async startAward(awardId, delayMs) {
      await workflow.start('bareAward', { ...bareAward(awardId), startDelay: delayMs });
    },
    async fireAward(awardId) {
      const startWorkflowOperation = new WithStartWorkflowOperation('bareAward', {
        ...bareAward(awardId),
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
      await workflow.executeUpdateWithStart(fireDue, {
        args: [{ offset: 0, floor: Date.now() }],
        startWorkflowOperation,
      });
    },
  };
}

/** A workflow's history: its events in order, and its size in bytes. */
export interface HistoryShape {
  readonly events: readonly string[];
  readonly bytes: number;
}

/**
 * The histories of the same checkout, by the service and by the bare engine. Throws when their events differ:
 * the engine's workflow must then be updated before a ratio means anything.
 */
export async function sameHistories(
  stack: BenchStack,
  ours: string,
  bare: string,
): Promise<{ ours: HistoryShape; bare: HistoryShape }> {
  const shapes = { ours: await historyOf(stack, ours), bare: await historyOf(stack, bare) };
  const [here, there] = [shapes.ours.events.join(' '), shapes.bare.events.join(' ')];
  if (here !== there)
    throw new Error(
      `bench/engine/workflows.ts no longer does what the service does:\n  ours: ${here}\n  bare: ${there}`,
    );
  return shapes;
}

async function historyOf({ client }: BenchStack, checkoutId: string): Promise<HistoryShape> {
  const handle = client.workflow.getHandle(workflowId.checkout(checkoutId));
  const [{ events }, { historySize }] = await Promise.all([handle.fetchHistory(), handle.describe()]);
  const names = (events ?? []).map(
    (event) => Object.keys(event).find((key) => key.endsWith('EventAttributes')) ?? 'unknown',
  );
  return { events: names.map((name) => name.replace('EventAttributes', '')), bytes: historySize ?? 0 };
}
