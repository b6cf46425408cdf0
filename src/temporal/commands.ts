import { WithStartWorkflowOperation } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { UpdateDefinition, Workflow } from '@temporalio/common';
import type { Outcome } from '../domain/outcome.ts';
import { ADVANCE_MS, OPEN_CASE_MS } from '../domain/time-budget.ts';
import {
  advance,
  authorize,
  bankSpoke,
  capture,
  changed,
  decided,
  DELIVERY_SUMMARY,
  nudge,
  opened,
  recommended,
  registered,
  requested,
  returned,
  started,
  taskQueues,
  voidCharge,
  workflowId,
} from '../../workflows/messages.ts';
import type {
  AdvanceBatch,
  Advanced,
  Authorized,
  AuthorizeRequest,
  Captured,
  CheckoutInput,
  Command,
  DeliveryInput,
  Nudge,
  OpenedCheckout,
  PayoutInput,
  RecommendationInput,
  Returned,
  ReturnInput,
  TellVerdict,
} from '../../workflows/messages.ts';
import { createTemporal, untilTaken } from './connection.ts';
import type { Temporal } from './connection.ts';

export interface CheckoutRef {
  readonly checkoutId: string;
  readonly orgId: string;
}

export interface PayoutRef {
  readonly payoutId: string;
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
  /** Puts a product that was written down as recommended on the shopper's list and wakes their deferred cashback for it. Answers the entry's id. */
  recommend(input: RecommendationInput): Promise<string>;
  /** Has a destination's payee checked that was written down as asked. Answers when its row says how that ended. */
  registerCounterparty(counterpartyId: string): Promise<Outcome<null>>;
  /** Carries out a payout that was written down as asked, as far as its reservation. */
  requestPayout(payout: PayoutRef, deadline: number): Promise<Outcome<null>>;
  /** Does to a sandbox payout what a bank would do. */
  nudgePayout(payout: PayoutRef, command: Nudge): Promise<Outcome<null>>;
  /** The bank has something to tell about a payout: it will be asked. */
  bankSpoke(payout: PayoutRef): Promise<void>;
  /** Moves the clock of the org's sandbox. Answers when all that fell due on the way has been done. */
  advanceClock(orgId: string, batch: AdvanceBatch): Promise<readonly Outcome<Advanced>[]>;
  /** Has the code of this sign-in mailed. Returns once the task is safe with Temporal, not when it is sent. */
  mailSignInCode(codeId: string): Promise<void>;
  /** Has the provider open a verification case. Returns when it has, or the case is closed: look at its row. */
  openVerification(caseId: string): Promise<void>;
  /** Has a delivery sent whose row is due now, if it is running or not. False when it could not be told: the dispatcher's sweep finds it. */
  sendDelivery(delivery: DeliveryInput): Promise<boolean>;
  /** Has a verdict applied to a case. Returns when that is written. */
  decideVerification(caseId: string, told: TellVerdict): Promise<void>;
  /** Tells a case's workflow that its row was closed. One that cannot be told finds out by itself when it asks the provider. */
  noticeVerification(caseId: string): Promise<void>;
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
      client.workflow.executeUpdateWithStart(update, {
        args,
        startWorkflowOperation: startOf(to, queues.money),
        ...(to.updateId === undefined ? {} : { updateId: to.updateId }),
      });
    return temporal.ask((client) => untilTaken(() => give(client)), to.waitMs);
  };
  const payout = (input: PayoutInput): Addressee => ({
    type: 'payout',
    id: workflowId.payout(input.payoutId),
    input,
    summary: 'Checks a payout, sends it to the bank once, and waits until the bank says how it ended',
  });
  const lost = (ref: CheckoutRef): Addressee => checkout({ ...ref, opening: null });
  const verification = (caseId: string): Addressee => ({
    type: 'verification',
    id: workflowId.verification(caseId),
    input: { caseId },
    summary: 'Opens a case at the verification provider and waits for its verdict, 30 days at most',
  });

  return {
    openCheckout: (input) => command(checkout(input), opened, []),
    authorize: (ref, request) => command(lost(ref), authorize, [request]),
    capture: (ref, by) => command(lost(ref), capture, [by]),
    voidCharge: (ref, by) => command(lost(ref), voidCharge, [by]),
    returnCharge: (input) => command({ type: 'chargeReturn', id: workflowId.chargeReturn(input.returnId), input }, returned, []),
    recommend: (input) => command({ type: 'recommendation', id: workflowId.recommendation(input.entryId), input }, recommended, []),
    registerCounterparty: (counterpartyId) =>
      command({ type: 'counterparty', id: workflowId.counterparty(counterpartyId), input: { counterpartyId } }, registered, []),
    requestPayout: (ref, deadline) => command(payout({ ...ref, isNew: true, deadline }), requested, []),
    nudgePayout: (ref, by) => command(payout({ ...ref, isNew: false, deadline: null }), nudge, [by]),
    bankSpoke: (ref) => command(payout({ ...ref, isNew: false, deadline: null }), bankSpoke, []),
    advanceClock: (orgId, batch) => moveClock(temporal, { orgId, batch, taskQueue: queues.money }),
    async mailSignInCode(codeId) {
      await temporal.ask((to) =>
        to.workflow.start('signInMail', { workflowId: workflowId.signInMail(codeId), taskQueue: queues.money, args: [{ codeId }] }),
      );
    },
    // One command however often it is asked for: while the provider is away none piles up.
    openVerification: (caseId) => command({ ...verification(caseId), updateId: 'started', waitMs: OPEN_CASE_MS }, started, []),
    decideVerification: (caseId, told) => command(verification(caseId), decided, [told]),
    sendDelivery: (delivery) => sendDelivery(temporal, delivery, queues.webhooks),
    async noticeVerification(caseId) {
      const { id } = verification(caseId);
      await temporal.ask((to) => to.workflow.getHandle(id).signal(changed)).catch(() => undefined);
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

async function sendDelivery({ ask }: Temporal, delivery: DeliveryInput, taskQueue: string): Promise<boolean> {
  const how = {
    workflowId: workflowId.webhook(delivery.deliveryId),
    taskQueue,
    args: [delivery],
    signal: changed,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    staticSummary: DELIVERY_SUMMARY,
  } as const;
  return ask((to) => to.workflow.signalWithStart('webhookDelivery', how)).then(
    () => true,
    () => false,
  );
}

/** A workflow by its type and id, and what it starts with if it does not run. */
interface Addressee {
  readonly type: string;
  readonly id: string;
  readonly input: object;
  /** What it is for, as the Web UI shows it. */
  readonly summary?: string;
  /** Names a command that is the same whenever it is given. */
  readonly updateId?: string;
  /** The longest wait for its answer; `ANSWER_MS` if absent. */
  readonly waitMs?: number;
}

function checkout(input: CheckoutInput): Addressee {
  const summary = 'A checkout until it is paid or expired, and its charge until it is captured or voided';
  return { type: 'checkout', id: workflowId.checkout(input.checkoutId), input, summary };
}

function startOf({ type, id, input, summary }: Addressee, taskQueue: string): WithStartWorkflowOperation<Workflow> {
  return new WithStartWorkflowOperation<Workflow>(type, {
    workflowId: id,
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    ...(summary === undefined ? {} : { staticSummary: summary }),
  });
}

interface ClockMove {
  readonly orgId: string;
  readonly batch: AdvanceBatch;
  readonly taskQueue: string;
}

/** Moves a clock. Waits `ANSWER_MS` until the workflow takes the batch, as for any command, and `ADVANCE_MS` for the end of the moves. */
async function moveClock({ ask }: Temporal, { orgId, batch, taskQueue }: ClockMove): Promise<readonly Outcome<Advanced>[]> {
  const clock = { type: 'sandboxClock', id: workflowId.clock(orgId), input: { orgId } };
  const give = (to: Client) =>
    to.workflow.startUpdateWithStart(advance, {
      args: [batch],
      waitForStage: 'ACCEPTED',
      startWorkflowOperation: startOf(clock, taskQueue),
    });
  const taken = await ask((to) => untilTaken(() => give(to)));
  return ask(() => taken.result(), ADVANCE_MS);
}
