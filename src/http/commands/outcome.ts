import { setTimeout as sleep } from 'node:timers/promises';
import { DEADLINE_MS, FIND_MS } from '../../domain/time-budget.ts';
import { databaseIsAway } from '../../store/database.ts';
import { NotConnected, workflowsAreAway } from '../temporal.ts';

/** Clocks of two machines run a little apart: the look at the row waits this much longer. */
const CLOCK_MARGIN_MS = 100;

/** A command on its way to a workflow. */
export interface GivenCommand<Answered> {
  give(): Promise<Answered>;
  /** The command's outcome from its row, read under the lock that its step takes; null when the command changed nothing. */
  find(): Promise<Answered | null>;
}

/** The deadline of a command whose turn came when the database's clock read this. In milliseconds. */
export function deadlineAfter(readAt: Date): number {
  return readAt.getTime() + DEADLINE_MS;
}

/**
 * Gives a command to its workflow and answers its outcome.
 *
 * When no answer comes, the row tells. It is read after the deadline, when no step can begin to write, and under the
 * object's lock, when no step is still writing: without the command's work in it the command was not carried out, and
 * will not be. Then the error of the workflow is thrown, which becomes 503. Source: contract, section 15.
 */
export async function outcomeOf<Answered>({ give, find }: GivenCommand<Answered>): Promise<Answered> {
  const passed = performance.now() + DEADLINE_MS + CLOCK_MARGIN_MS;
  try {
    return await give();
  } catch (error) {
    if (error instanceof NotConnected || !workflowsAreAway(error)) throw error;
    await sleep(Math.max(0, passed - performance.now()));
    const found = await persistently(find);
    if (found === null) throw error;
    return found;
  }
}

const PAUSE_MS = 200;

/** Reads again while the database cannot be read: without the row the answer would be a guess. */
export async function persistently<T>(read: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + FIND_MS; ; await sleep(PAUSE_MS)) {
    try {
      return await read();
    } catch (error) {
      if (!databaseIsAway(error) || performance.now() > end) throw error;
    }
  }
}
