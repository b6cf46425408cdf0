import { setTimeout as sleep } from 'node:timers/promises';
import { DEADLINE_MS, FIND_MS } from '../../domain/time-budget.ts';
import { databaseIsAway } from '../../store/database.ts';
import { NoConnection } from '../../temporal/connection.ts';
import { workflowsAreAway } from '../../temporal/failures.ts';

/** Clocks of two machines run a little apart: the look at the row waits this much longer. */
const CLOCK_MARGIN_MS = 100;

/** The deadline of a command whose row was read at this time of the database's clock. In milliseconds. */
export function deadlineAfter(readAt: Date): number {
  return readAt.getTime() + DEADLINE_MS;
}

/**
 * Gives a command to its workflow and answers its outcome. `find` reads the outcome from the command's row,
 * under the lock that its step takes; null when the command changed nothing.
 *
 * When no answer comes, it reads the row: after the deadline, when no step can begin to write, and under the
 * object's lock, when no step is still writing. If the row does not show the command's work, the command was
 * not carried out and will not be. Then it throws the error of the workflow, which becomes 503. Source:
 * contract, section 15.
 */
export async function outcomeOf<Answered>(
  give: () => Promise<Answered>,
  find: () => Promise<Answered | null>,
): Promise<Answered> {
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

interface Repetition {
  readonly isAway: (error: unknown) => boolean;
  readonly forMs: number;
  readonly pauseMs: number;
}

/** Repeats the work while it fails because something is away, for `forMs` at most. */
export async function repeat<T>({ isAway, forMs, pauseMs }: Repetition, work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + forMs; ; await sleep(pauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || performance.now() > end) throw error;
    }
  }
}

/** Repeats the read for `FIND_MS` while the database is away: without the row, 503 could be untrue. */
export const persistently = <T>(read: () => Promise<T>): Promise<T> =>
  repeat({ isAway: databaseIsAway, forMs: FIND_MS, pauseMs: 200 }, read);
