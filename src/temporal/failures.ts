import { isGrpcServiceError, ServiceError } from '@temporalio/client';
import { WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import {
  ActivityFailure,
  ApplicationFailure,
  NamespaceNotFoundError,
  WorkflowNotFoundError,
} from '@temporalio/common';
import { NoAnswer, NoConnection } from './connection.ts';

/** gRPC codes of a workflow that is just ending: failed precondition, aborted. */
const JUST_ENDING = new Set<number | undefined>([9, 10]);
/**
 * gRPC code of a workflow with the most updates in flight that the server allows: other processes send
 * commands too.
 */
const RESOURCE_EXHAUSTED = 8;
/** gRPC code while the server cannot be reached. */
const UNAVAILABLE = 14;
/**
 * Failure types of an update that its workflow never saw or could not finish: the workflow ended, or a task
 * was lost.
 */
const NOT_PROCESSED = new Set<string | null | undefined>([
  'AcceptedUpdateCompletedWorkflow',
  'UnprocessedUpdate',
]);

/** Returns true when the workflow did not take the command. Repeating the command is then safe. */
export function wasNotTaken(error: unknown): boolean {
  if (error instanceof WorkflowNotFoundError) return true;
  if (error instanceof WorkflowUpdateFailedError) {
    return error.cause instanceof ApplicationFailure && NOT_PROCESSED.has(error.cause.type);
  }
  return JUST_ENDING.has(grpcCode(error)) || isOverrun(error);
}

/** Returns true when the workflow has too many updates in flight. */
export function isOverrun(error: unknown): boolean {
  return grpcCode(error) === RESOURCE_EXHAUSTED;
}

/** Returns true when the server cannot be reached. */
export function isUnavailable(error: unknown): boolean {
  return grpcCode(error) === UNAVAILABLE;
}

/**
 * Returns true when no workflow could answer in time: Temporal or the workers are away, or a step could not
 * reach the database.
 */
export function workflowsAreAway(error: unknown): boolean {
  if (error instanceof NoAnswer || error instanceof NoConnection) return true;
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || wasNotTaken(error)) return true;
  if (error instanceof WorkflowUpdateFailedError) return !isFault(error.cause);
  // A server that has just started gives this answer until it has loaded its namespaces.
  if (error instanceof NamespaceNotFoundError) return true;
  if (error instanceof ServiceError || grpcCode(error) !== undefined) return true;
  return (
    error instanceof Error &&
    /transport error|deadline exceeded|connect(ion)? (error|refused|failed)|failed to connect/i.test(
      `${error.name} ${error.message}`,
    )
  );
}

/** Returns true for a permanent failure of a step, which no retry cures. */
function isFault(cause: unknown): boolean {
  if (cause instanceof ActivityFailure) return isFault(cause.cause);
  return cause instanceof ApplicationFailure && cause.nonRetryable === true;
}

/** The gRPC code of the error or of its cause. Undefined for an error that is no answer of the server. */
function grpcCode(error: unknown): number | undefined {
  if (isGrpcServiceError(error)) return error.code;
  return error instanceof Error ? grpcCode(error.cause) : undefined;
}
