import { setTimeout as sleep } from 'node:timers/promises';
import { DEADLINE_MS, FIND_MS } from '../../domain/time-budget.ts';
import { databaseIsAway } from '../../store/database.ts';
import { NoConnection } from '../../temporal/connection.ts';
import { workflowsAreAway } from '../../temporal/failures.ts';

/** Clocks of two machines run a little apart: the look at the row waits this much longer. */
const CLOCK_MARGIN_MS = 100;

/** A command on its way to a workflow. */
export interface GivenCommand<Answered> {
  give(): Promise<Answered>;
  /** The command's outcome from its row, read under the lock that its step takes; null when the command changed nothing. */
  find(): Promise<Answered | null>;
}

/** The deadline of a command whose row was read at this time of the database's clock. In milliseconds. */
export function deadlineAfter(readAt: Date): number {
  return readAt.getTime() + DEADLINE_MS;
}

/**
 * Gives a command to its workflow and answers its outcome.
 *
 * When no answer comes, it reads the row: after the deadline, when no step can begin to write, and under the object's lock,
 * when no step is still writing. If the row does not show the command's work, the command was not carried out and will not
 * be. Then it throws the error of the workflow, which becomes 503. Source: contract, section 15.
 */
export async function outcomeOf<Answered>({ give, find }: GivenCommand<Answered>): Promise<Answered> {
  const passed = performance.now() + DEADLINE_MS + CLOCK_MARGIN_MS;
  try {
    return await give();
  } catch (error) {
    if (error instanceof NoConnection || !workflowsAreAway(error)) throw error;
    await sleep(Math.max(0, passed - performance.now()));
    const found = await persistently(find);
    if (found === null) throw error;
    return found;
  }
}

const PAUSE_MS = 200;

/** Repeats the read for `FIND_MS` while the database is away: without the row, 503 could be untrue. */
export async function persistently<T>(read: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + FIND_MS; ; await sleep(PAUSE_MS)) {
    try {
      return await read();
    } catch (error) {
      if (!databaseIsAway(error) || performance.now() > end) throw error;
    }
  }
}
