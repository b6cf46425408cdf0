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
import { carriesTrace } from './temporal-trace.ts';

/** How long a call waits for an answer of Temporal. Then the caller is told to come back; what was begun goes on. */
export const ANSWER_MS = 4200;

/** A connection to Temporal that is made when first needed. */
export interface Temporal {
  /** Does the work with a client, for at most so many milliseconds. */
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
      throw error;
    }
  };
  return {
    async ask(work, ms = ANSWER_MS) {
      const to = await client();
      // The client's own retries may pass its deadline; the caller's patience does not depend on them.
      return within(
        ms,
        to.withDeadline(Date.now() + ms, () => work(to)),
      );
    },
    async close() {
      const open = await connecting?.catch(() => null);
      await (open?.connection as NativeConnection | undefined)?.close();
    },
  };
}

/**
 * How the server says, in gRPC's codes, that a command met a workflow at a bad moment: just ending (failed
 * precondition, aborted), or with too many commands before it (resource exhausted).
 */
const NOT_TAKEN = new Set<number | undefined>([9, 10, 8]);

/** Gives the command again while the workflow could not take it. It is safe to give twice: the row decides. */
export async function untilTaken<T>(give: () => Promise<T>): Promise<T> {
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
  if (error instanceof WorkflowNotFoundError) return true;
  if (error instanceof WorkflowUpdateFailedError) {
    return error.cause instanceof ApplicationFailure && error.cause.type === 'AcceptedUpdateCompletedWorkflow';
  }
  return NOT_TAKEN.has(grpcCode(error));
}

/** The gRPC code of the error or of what caused it; undefined for anything that is no answer of the server. */
export function grpcCode(error: unknown): number | undefined {
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
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || error instanceof WorkflowNotFoundError) return true;
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
