import { randomUUID } from 'node:crypto';
import { WithStartWorkflowOperation } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { UpdateDefinition, Workflow } from '@temporalio/common';
import type { Outcome } from '../domain/outcome.ts';
import {
  advance,
  authorize,
  capture,
  opened,
  recommended,
  returned,
  taskQueues,
  voidCharge,
  workflowId,
} from '../../workflows/messages.ts';
import type {
  Advanced,
  AdvanceRequest,
  Authorized,
  AuthorizeRequest,
  Captured,
  CheckoutInput,
  Command,
  OpenedCheckout,
  RecommendationInput,
  Returned,
  ReturnInput,
} from '../../workflows/messages.ts';
import { createTemporal, untilTaken } from './temporal.ts';
import type { Temporal } from './temporal.ts';

/** How long moving a sandbox clock may take: it waits for all that falls due on the way. */
const ADVANCE_MS = 120_000;

export interface CheckoutRef {
  readonly checkoutId: string;
  readonly orgId: string;
}

/** The commands that the API gives to workflows. Each waits for its answer; a repeat is harmless. */
export interface Workflows {
  openCheckout(input: CheckoutInput): Promise<Outcome<OpenedCheckout>>;
  authorize(checkout: CheckoutRef, request: AuthorizeRequest): Promise<Outcome<Authorized>>;
  capture(checkout: CheckoutRef, by: Command): Promise<Outcome<Captured>>;
  voidCharge(checkout: CheckoutRef, by: Command): Promise<Outcome<null>>;
  /** Carries out a return that was written down as asked. */
  returnCharge(input: ReturnInput): Promise<Outcome<Returned>>;
  /** Puts a product on a shopper's list and wakes their deferred cashback for it. Answers the entry's id. */
  recommend(input: RecommendationInput): Promise<string>;
  /** Moves the clock of the org's sandbox. Answers when all that fell due on the way has been done. */
  advanceClock(orgId: string, request: AdvanceRequest): Promise<Outcome<Advanced>>;
  /** Has the code of this sign-in mailed. Returns once the task is safe with Temporal, not when it is sent. */
  mailSignInCode(codeId: string): Promise<void>;
  /** Whether Temporal answers now. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

export interface TemporalAddress {
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
}

/**
 * The commands over a connection to Temporal.
 *
 * A checkout's commands start its workflow when it is not running: one that was lost begins again from its row,
 * one that has just ended looks at the row, answers, and ends again.
 */
export function createWorkflows({ address, namespace, taskQueue }: TemporalAddress): Workflows {
  const queues = taskQueues(taskQueue);
  const temporal = createTemporal({ address, namespace });
  /** Gives a command to a workflow, which is started if it does not run, and waits for its answer. */
  const command = <Answer, Args extends unknown[]>(to: Addressee, update: UpdateDefinition<Answer, Args>, args: Args): Promise<Answer> => {
    const give = (client: Client) =>
      client.workflow.executeUpdateWithStart(update, { args, startWorkflowOperation: startOf(to, queues.money) });
    return temporal.ask((client) => untilTaken(() => give(client)));
  };
  const checkout = (input: CheckoutInput): Addressee => ({ type: 'checkout', id: workflowId.checkout(input.checkoutId), input });
  const lost = (ref: CheckoutRef): Addressee => checkout({ ...ref, opening: null });

  return {
    openCheckout: (input) => command(checkout(input), opened, []),
    authorize: (ref, request) => command(lost(ref), authorize, [request]),
    capture: (ref, by) => command(lost(ref), capture, [by]),
    voidCharge: (ref, by) => command(lost(ref), voidCharge, [by]),
    returnCharge: (input) => command({ type: 'chargeReturn', id: workflowId.chargeReturn(input.returnId), input }, returned, []),
    recommend: (input) => command({ type: 'recommendation', id: workflowId.recommendation(input.entryId), input }, recommended, []),
    advanceClock: (orgId, request) => moveClock(temporal, { orgId, request, taskQueue: queues.money }),
    async mailSignInCode(codeId) {
      await temporal.ask((to) =>
        to.workflow.start('signInMail', { workflowId: workflowId.signInMail(codeId), taskQueue: queues.money, args: [{ codeId }] }),
      );
    },
    async isReachable() {
      try {
        await temporal.ask((to) => to.workflowService.getSystemInfo({}));
        return true;
      } catch {
        return false;
      }
    },
    close: () => temporal.close(),
  };
}

/** A workflow by its type and id, and what it starts with if it does not run. */
interface Addressee {
  readonly type: string;
  readonly id: string;
  readonly input: object;
}

function startOf({ type, id, input }: Addressee, taskQueue: string): WithStartWorkflowOperation<Workflow> {
  return new WithStartWorkflowOperation<Workflow>(type, {
    workflowId: id,
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });
}

/**
 * Has a clock moved. That nobody takes the command shows as soon as with any other; only its end is waited for longer.
 * Given again it is the same command, by its update id: a clock moves once a call.
 */
async function moveClock(
  { ask }: Temporal,
  { orgId, request, taskQueue }: { orgId: string; request: AdvanceRequest; taskQueue: string },
): Promise<Outcome<Advanced>> {
  const updateId = randomUUID();
  const clock = { type: 'sandboxClock', id: workflowId.clock(orgId), input: { orgId } };
  const give = (to: Client) =>
    to.workflow.startUpdateWithStart(advance, {
      args: [request],
      updateId,
      waitForStage: 'ACCEPTED',
      startWorkflowOperation: startOf(clock, taskQueue),
    });
  const taken = await ask((to) => untilTaken(() => give(to)));
  return ask(() => taken.result(), ADVANCE_MS);
}
