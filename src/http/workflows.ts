import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { Client, isGrpcServiceError, ServiceError, WithStartWorkflowOperation, WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { UpdateDefinition } from '@temporalio/common';
import type { Outcome } from '../domain/outcome.ts';
import { advance, authorize, capture, opened, recommended, returned, taskQueues, voidCharge, workflowId } from '../../workflows/messages.ts';
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

/** How long a call waits for a workflow's answer. Then the caller is told to come back; what was begun goes on. */
const ANSWER_MS = 4200;
/** The same for moving a sandbox clock, which waits for all that falls due on the way. */
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
 * Connects when first needed and again after a failure, so that the API starts, and answers 503, without Temporal.
 *
 * A checkout's commands start its workflow when it is not running: one that was lost begins again from its row,
 * one that has just ended looks at the row, answers, and ends again.
 */
export function createWorkflows({ address, namespace, taskQueue }: TemporalAddress): Workflows {
  const queues = taskQueues(taskQueue);
  let connecting: Promise<Client> | null = null;

  const connect = async (): Promise<Client> => {
    const connection = await NativeConnection.connect({ address });
    return new Client({ connection, namespace });
  };
  const client = async (): Promise<Client> => {
    connecting ??= connect();
    try {
      return await within(ANSWER_MS, connecting);
    } catch (error) {
      connecting = null;
      throw error;
    }
  };
  const ask = async <T>(work: (to: Client) => Promise<T>, ms = ANSWER_MS): Promise<T> => {
    const to = await client();
    // The client's own retries may pass its deadline; the caller's patience does not depend on them.
    return within(ms, to.withDeadline(Date.now() + ms, () => work(to)));
  };
  const command = <Answer, Args extends unknown[]>(input: CheckoutInput, update: UpdateDefinition<Answer, Args>, args: Args): Promise<Answer> => {
    const start = () =>
      new WithStartWorkflowOperation('checkout', {
        workflowId: workflowId.checkout(input.checkoutId),
        taskQueue: queues.money,
        args: [input],
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      });
    return ask((to) => untilTaken(() => to.workflow.executeUpdateWithStart(update, { args, startWorkflowOperation: start() })));
  };
  /** Starts a workflow that does one thing, and waits for what came of it. */
  const begin = <Answer>(type: string, id: string, input: object, update: UpdateDefinition<Answer>): Promise<Answer> => {
    const start = () =>
      new WithStartWorkflowOperation(type, {
        workflowId: id,
        taskQueue: queues.money,
        args: [input],
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      });
    return ask((to) => untilTaken(() => to.workflow.executeUpdateWithStart(update, { startWorkflowOperation: start() })));
  };

  return {
    openCheckout: (input) => command(input, opened, []),
    authorize: (checkout, request) => command({ ...checkout, opening: null }, authorize, [request]),
    capture: (checkout, by) => command({ ...checkout, opening: null }, capture, [by]),
    voidCharge: (checkout, by) => command({ ...checkout, opening: null }, voidCharge, [by]),
    returnCharge: (input) => begin('chargeReturn', workflowId.chargeReturn(input.returnId), input, returned),
    recommend: (input) => begin('recommendation', workflowId.recommendation(input.entryId), input, recommended),
    advanceClock: (orgId, request) => moveClock(ask, { orgId, request, taskQueue: queues.money }),
    async mailSignInCode(codeId) {
      await ask((to) =>
        to.workflow.start('signInMail', { workflowId: workflowId.signInMail(codeId), taskQueue: queues.money, args: [{ codeId }] }),
      );
    },
    async isReachable() {
      try {
        await ask((to) => to.workflowService.getSystemInfo({}));
        return true;
      } catch {
        return false;
      }
    },
    async close() {
      const open = await connecting?.catch(() => null);
      await (open?.connection as NativeConnection | undefined)?.close();
    },
  };
}

/**
 * Has a clock moved. That nobody takes the command shows as soon as with any other; only its end is waited for longer.
 * Given again it is the same command, by its update id: a clock moves once a call.
 */
async function moveClock(
  ask: <T>(work: (to: Client) => Promise<T>, ms?: number) => Promise<T>,
  { orgId, request, taskQueue }: { orgId: string; request: AdvanceRequest; taskQueue: string },
): Promise<Outcome<Advanced>> {
  const updateId = randomUUID();
  const start = () =>
    new WithStartWorkflowOperation('sandboxClock', {
      workflowId: workflowId.clock(orgId),
      taskQueue,
      args: [{ orgId }],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    });
  const give = (to: Client) =>
    to.workflow.startUpdateWithStart(advance, { args: [request], updateId, waitForStage: 'ACCEPTED', startWorkflowOperation: start() });
  const taken = await ask((to) => untilTaken(() => give(to)));
  return ask(() => taken.result(), ADVANCE_MS);
}

/**
 * How the server says, in gRPC's codes, that a command met a workflow at a bad moment: just ending (not found, failed
 * precondition, aborted), or with too many commands before it (resource exhausted).
 */
const NOT_TAKEN = new Set<number | undefined>([5, 9, 10, 8]);

/** Gives the command again while the workflow could not take it. It is safe to give twice: the row decides. */
async function untilTaken<T>(give: () => Promise<T>): Promise<T> {
  const end = Date.now() + ANSWER_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await give();
    } catch (error) {
      const pause = Math.min(10 * attempt, 100);
      if (!wasNotTaken(error) || Date.now() + pause >= end) throw error;
      await sleep(pause);
    }
  }
}

function wasNotTaken(error: unknown): boolean {
  if (error instanceof WorkflowUpdateFailedError) {
    return error.cause instanceof ApplicationFailure && error.cause.type === 'AcceptedUpdateCompletedWorkflow';
  }
  return NOT_TAKEN.has(grpcCode(error));
}

/** The gRPC code of the error or of what caused it; undefined for anything that is no answer of the server. */
function grpcCode(error: unknown): number | undefined {
  if (isGrpcServiceError(error)) return error.code;
  return error instanceof Error ? grpcCode(error.cause) : undefined;
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('deadline exceeded')), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the error says that no workflow could answer in time: Temporal or the workers are away, or a step could
 * not reach the database. Whatever was begun goes on or is undone by nobody: asking again is safe.
 */
export function workflowsAreAway(error: unknown): boolean {
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return true;
  if (error instanceof WorkflowUpdateFailedError) return !isFault(error.cause);
  if (error instanceof ServiceError || grpcCode(error) !== undefined) return true;
  return error instanceof Error && /transport error|deadline exceeded|connect(ion)? (error|refused|failed)|failed to connect/i.test(`${error.name} ${error.message}`);
}

/** A step's own verdict that something is broken, which no repeat heals. */
function isFault(cause: unknown): boolean {
  if (cause instanceof ActivityFailure) return isFault(cause.cause);
  return cause instanceof ApplicationFailure && cause.nonRetryable === true;
}
