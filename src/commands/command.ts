import { ApplicationFailure } from '@temporalio/common';
import type { Secrets } from '../security/secrets.ts';
import { isDeadlineError } from '../store/database.ts';
import type { Database, Queryable } from '../store/database.ts';
import type { Clock } from '../../workflows/messages.ts';

/** The dependencies of every command. */
export interface CommandDeps {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'unseal'>;
  /** A new UUID, ordered by time (version 7). */
  readonly newId: () => string;
}

/**
 * The deadline for a statement. A command of an earlier release has none: it is late, its caller gave up long
 * ago.
 */
export function deadlineOf(deadline: number | undefined): Date {
  return new Date(deadline ?? 0);
}

/**
 * Runs the work in one transaction. Returns `late` when the command's deadline has passed: then nothing was
 * written.
 */
export function inTime<T>(
  database: Database,
  late: NoInfer<T>,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return database.transaction(work).catch((error: unknown) => {
    if (isDeadlineError(error)) return late;
    throw error;
  });
}

type Read<Ref, Row> = (on: Queryable, ref: Ref) => Promise<Row>;

/** Makes a read that first takes the lock of the commands: none of them is still writing what it returns. */
export function underLock<LockRef, Ref, Row>(lock: Read<LockRef, unknown>, read: Read<Ref, Row>) {
  return (database: Database, ref: LockRef & Ref): Promise<Row> =>
    database.transaction(async (tx) => {
      await lock(tx, ref);
      return read(tx, ref);
    });
}

/** The org's time of a row, as a workflow must know it. */
export const clockOf = ({ now, offset }: { readonly now: Date; readonly offset: number }): Clock => {
  return { offset, floor: now.getTime() };
};

/** A broken invariant, which no retry repairs. It fails the activity and stays red in Temporal's Web UI. */
export function brokenInvariant(fault: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(fault, 'BrokenInvariant');
}
