import { setTimeout as sleep } from 'node:timers/promises';
import { ActivityFailure, ApplicationFailure, WorkflowNotFoundError } from '@temporalio/common';
import {
  Client,
  isGrpcServiceError,
  ServiceError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { ANSWER_MS, IN_FLIGHT_MS } from '../domain/time-budget.ts';
import { carriesTrace } from './trace.ts';

/** Temporal gave no answer in time. The request may still be in flight until `settled`, which never rejects. */
export class Unanswered extends Error {
  readonly settled: Promise<void>;

  constructor(asked: Promise<unknown>) {
    super('deadline exceeded');
    this.name = 'Unanswered';
    this.settled = asked.then(
      () => undefined,
      () => undefined,
    );
  }
}

/** No connection to Temporal could be made: nothing was sent. */
export class NotConnected extends Error {}

/** A connection to Temporal that is made when first needed. */
export interface Temporal {
  /**
   * Does the work with a client. Throws `Unanswered` after `ms` milliseconds: the work itself goes on until its answer
   * comes or `IN_FLIGHT_MS` have passed. Throws `NotConnected` when nothing was sent.
   */
  ask<T>(work: (to: Client) => Promise<T>, ms?: number): Promise<T>;
  close(): Promise<void>;
}

/** Connects when first needed and again after a failure, so that the API starts, and answers 503, without Temporal. */
export function createTemporal({ address, namespace }: { address: string; namespace: string }): Temporal {
  let connecting: Promise<Client> | null = null;

  const connect = async (): Promise<Client> => {
    const connection = await NativeConnection.connect({ address });
    return new Client({ connection, namespace, interceptors: { workflow: [carriesTrace] } });
  };
  const client = async (): Promise<Client> => {
    connecting ??= connect();
    const mine = connecting;
    try {
      return await within(ANSWER_MS, mine);
    } catch (error) {
      if (connecting === mine) connecting = null;
      throw new NotConnected('no connection to Temporal', { cause: error });
    }
  };
  return {
    async ask(work, ms = ANSWER_MS) {
      const to = await client();
      // The server counts an update as in flight after the client has given up on it: without its end the queue would send one too many.
      return within(
        ms,
        to.withDeadline(Date.now() + Math.max(ms, IN_FLIGHT_MS), () => work(to)),
      );
    },
    async close() {
      const open = await connecting?.catch(() => null);
      await (open?.connection as NativeConnection | undefined)?.close();
    },
  };
}

/** gRPC codes of a workflow that is just ending: failed precondition, aborted. */
const JUST_ENDING = new Set<number | undefined>([9, 10]);
/** gRPC code of a workflow that has as many updates in flight as the server allows: other API processes send commands too. */
const RESOURCE_EXHAUSTED = 8;
/** Failure types of an update that its workflow never saw or could not finish: the workflow ended first, or a task was lost. */
const NOT_PROCESSED = new Set<string | null | undefined>(['AcceptedUpdateCompletedWorkflow', 'UnprocessedUpdate']);
const LONGEST_PAUSE_MS = 100;
/** The least pause after `RESOURCE_EXHAUSTED`: repeating the command at once would exceed the limit again. */
const OVERRUN_PAUSE_MS = 250;

/** Repeats the command while the workflow cannot take it, for `ANSWER_MS` at most. Repeating is safe: a step finds the work of its command. */
export async function untilTaken<T>(give: () => Promise<T>): Promise<T> {
  const end = Date.now() + ANSWER_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await give();
    } catch (error) {
      const isOverrun = grpcCode(error) === RESOURCE_EXHAUSTED;
      const pause = isOverrun ? OVERRUN_PAUSE_MS * (1 + Math.random()) : Math.min(10 * attempt, LONGEST_PAUSE_MS);
      if (!wasNotTaken(error) || Date.now() + pause >= end) throw error;
      await sleep(pause);
    }
  }
}

/** True when the error says that the workflow did not take the command. */
function wasNotTaken(error: unknown): boolean {
  if (error instanceof WorkflowNotFoundError) return true;
  if (error instanceof WorkflowUpdateFailedError) {
    return error.cause instanceof ApplicationFailure && NOT_PROCESSED.has(error.cause.type);
  }
  const code = grpcCode(error);
  return JUST_ENDING.has(code) || code === RESOURCE_EXHAUSTED;
}

/** The gRPC code of the error or of what caused it; undefined for anything that is no answer of the server. */
export function grpcCode(error: unknown): number | undefined {
  if (isGrpcServiceError(error)) return error.code;
  return error instanceof Error ? grpcCode(error.cause) : undefined;
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unanswered(promise)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the error says that no workflow could answer in time: Temporal or the workers are away, or a step could
 * not reach the database.
 */
export function workflowsAreAway(error: unknown): boolean {
  if (error instanceof Unanswered || error instanceof NotConnected) return true;
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || wasNotTaken(error)) return true;
  if (error instanceof WorkflowUpdateFailedError) return !isFault(error.cause);
  if (error instanceof ServiceError || grpcCode(error) !== undefined) return true;
  return (
    error instanceof Error &&
    /transport error|deadline exceeded|connect(ion)? (error|refused|failed)|failed to connect/i.test(`${error.name} ${error.message}`)
  );
}

/** A step's own verdict that something is broken, which no repeat heals. */
function isFault(cause: unknown): boolean {
  if (cause instanceof ActivityFailure) return isFault(cause.cause);
  return cause instanceof ApplicationFailure && cause.nonRetryable === true;
}
