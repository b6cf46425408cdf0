import { ApplicationFailure } from '@temporalio/common';
import { cameTooLate } from '../store/database.ts';
import type { Database, Queryable } from '../store/database.ts';

/** The dependencies of every command. */
export interface CommandDeps {
  readonly database: Database;
  /** A new UUID, ordered by time (version 7). */
  readonly newId: () => string;
}

/** The command's deadline for a statement. A command of an earlier release has none and counts as late: its caller gave up long ago. */
export function deadlineOf(deadline: number | undefined): Date {
  return new Date(deadline ?? 0);
}

/** Runs the work in one transaction. Returns `late` when the command's deadline has passed: then nothing was written. */
export async function inTime<T>(
  { database }: Pick<CommandDeps, 'database'>,
  late: NoInfer<T>,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(work);
  } catch (error) {
    if (cameTooLate(error)) return late;
    throw error;
  }
}

/** A fault that no retry repairs: an invariant does not hold. It fails the activity and stays red in Temporal's Web UI. */
export function brokenInvariant(fault: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(fault, 'BrokenInvariant');
}
