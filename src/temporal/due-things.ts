import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@temporalio/activity';
import { ApplicationFailure, WorkflowNotFoundError } from '@temporalio/common';
import { isGrpcServiceError, WithStartWorkflowOperation, WorkflowUpdateFailedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { Database } from '../store/database.ts';
import { stillDue } from '../store/org-clock.ts';
import type { DueThing, WaitingThing } from '../store/org-clock.ts';
import { clockMoved, fireDue, workflowId } from '../../workflows/messages.ts';
import type {
  AwardInput,
  CheckoutInput,
  Clock,
  DeliveryInput,
  PayoutInput,
  taskQueues,
  VerificationInput,
} from '../../workflows/messages.ts';

export interface DueThingDeps {
  readonly client: Client;
  readonly database: Database;
  readonly queues: ReturnType<typeof taskQueues>;
}

/**
 * The time that one workflow has for a due thing, in milliseconds. A step in the book takes milliseconds, and some 20 s when its
 * worker has died. A webhook endpoint that hangs takes 10 s for each of five retries, and other deliveries wait behind it.
 */
export const STEP_MS = { book: 40_000, delivery: 300_000 } as const;
const SIGNAL_MS = 5000;
const MOST_TRIES = 6;

/** Something of the org that happens by itself, and where the org's clock stands now. */
interface Told<Thing> {
  readonly orgId: string;
  readonly thing: Thing;
  readonly clock: Clock;
}

/**
 * Has the workflow carry out the due thing, and waits until it is done, for `ms` milliseconds at most. Answers null, or the reason
 * why it was not done. A workflow that was lost, or that ended before the row became due again, begins from its row. One that is
 * just ending takes no update: it is asked again while the thing is due. Throws while Temporal or the database is away.
 */
export async function fire(deps: DueThingDeps, { orgId, thing, clock, ms }: Told<DueThing> & { ms: number }): Promise<string | null> {
  const { workflow } = deps.client;
  const end = Date.now() + ms;
  const { args, taskQueue, workflowId: id } = beginningOf(thing, orgId, deps.queues);
  const start = () =>
    new WithStartWorkflowOperation(thing.workflow, {
      workflowId: id,
      taskQueue,
      args,
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    });
  for (let tries = 1; ; tries++) {
    try {
      const asking = () => workflow.executeUpdateWithStart(fireDue, { args: [clock], startWorkflowOperation: start() });
      await deps.client.withDeadline(end, asking);
      return null;
    } catch (error) {
      if (isAway(error)) throw error;
      if ((await stillDue(deps.database.pool, [orgId, thing.kind, thing.id, new Date(clock.floor)])) === null) return null;
      if (!wasNotTaken(error) || tries === MOST_TRIES || Date.now() >= end) return String(error);
      await sleep(20 * tries);
    }
  }
}

/**
 * Sends a workflow the new time of the clock. One that has not begun or has ended reads it from its row. A workflow that refuses
 * the signal is logged: an error here would stop the clock of the whole organization.
 */
export async function tell({ client, queues }: DueThingDeps, { orgId, thing, clock }: Told<WaitingThing>): Promise<void> {
  const { workflowId: id } = beginningOf(thing, orgId, queues);
  try {
    await client.withDeadline(Date.now() + SIGNAL_MS, () => client.workflow.getHandle(id).signal(clockMoved, clock));
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return;
    if (isAway(error)) throw error;
    log.error('a workflow did not take the signal that the clock was moved', { orgId, workflowId: id, error: String(error) });
  }
}

/** How the workflow behind something that waits is named and started. A new kind of thing needs its line here. */
export function beginningOf({ workflow, key }: WaitingThing, orgId: string, queues: DueThingDeps['queues']) {
  switch (workflow) {
    case 'checkout':
      return {
        workflowId: workflowId.checkout(key),
        taskQueue: queues.money,
        args: [{ checkoutId: key, orgId, opening: null } satisfies CheckoutInput],
      };
    case 'award':
      return { workflowId: workflowId.award(key), taskQueue: queues.money, args: [{ awardId: key, orgId } satisfies AwardInput] };
    case 'verification':
      return { workflowId: workflowId.verification(key), taskQueue: queues.money, args: [{ caseId: key } satisfies VerificationInput] };
    case 'webhookDelivery':
      return {
        workflowId: workflowId.webhook(key),
        taskQueue: queues.webhooks,
        args: [{ deliveryId: key, orgId } satisfies DeliveryInput],
      };
    case 'payout':
      return {
        workflowId: workflowId.payout(key),
        taskQueue: queues.money,
        args: [{ payoutId: key, orgId, isNew: false, deadline: null } satisfies PayoutInput],
      };
    default:
      throw ApplicationFailure.nonRetryable(`nobody knows how to start ${workflow}`, 'BrokenInvariant');
  }
}

/** gRPC's code while the server cannot be reached. */
const UNAVAILABLE = 14;

function isAway(error: unknown): boolean {
  const cause = error instanceof Error && !isGrpcServiceError(error) ? error.cause : error;
  return isGrpcServiceError(cause) && cause.code === UNAVAILABLE;
}

/** gRPC's codes for a workflow met at a bad moment: just ending (failed precondition, aborted), or overrun (resource exhausted). */
const NOT_TAKEN = new Set([9, 10, 8]);

function wasNotTaken(error: unknown): boolean {
  if (error instanceof WorkflowNotFoundError) return true;
  if (error instanceof WorkflowUpdateFailedError) {
    return (
      error.cause instanceof ApplicationFailure && ['AcceptedUpdateCompletedWorkflow', 'UnprocessedUpdate'].includes(error.cause.type ?? '')
    );
  }
  const cause = error instanceof Error && !isGrpcServiceError(error) ? error.cause : error;
  return isGrpcServiceError(cause) && NOT_TAKEN.has(cause.code);
}
