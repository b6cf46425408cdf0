import { allHandlersFinished, condition, log, setHandler } from '@temporalio/workflow';
import { needsFreshRun } from './fresh-run.ts';
import { followClock, fireDue } from './messages.ts';
import type { Clock } from './messages.ts';

/** The org's time inside a workflow. Every wait for org time uses it. */
export interface OrgClock {
  /** Stores the clock of a row. Returns the row. */
  learn<T extends { readonly clock: Clock }>(row: T): T;
  /** The time that a step for `due` records: the due time itself when the clock was moved past it. */
  at(due: number): number;
  /**
   * Waits until `due`, or until `wokenBy` holds. Returns true when it is due. A run with a long history
   * continues as new here, because nothing else is in progress during the wait.
   */
  waitUntil(due: number, wokenBy: () => boolean): Promise<boolean>;
  /**
   * Waits for the database's clock after a step for `due` that left the row `left` unchanged. In live a step
   * acts only once that clock has reached `due` too. Throws when it had reached `due`, because then the step
   * failed to act.
   */
  waitForDatabase(due: number, left: { readonly clock: Clock }, wokenBy: () => boolean): Promise<void>;
  /** Ends the workflow with this result after every message is answered. */
  end<T>(result: T): Promise<T>;
}

/**
 * The longest wait between two reads of a database whose clock is behind, in milliseconds. Temporal's clock
 * may be corrected in the meantime.
 */
const LONGEST_LAG_MS = 60 * 60 * 1000;
/** The first such wait, in milliseconds. Each wait doubles the one before. */
const FIRST_LAG_MS = 1000;
/**
 * The usual difference between the clocks of two machines, in milliseconds. A larger one is logged for the
 * operator.
 */
const USUAL_LAG_MS = 1000;

/**
 * Creates the clock of the org that owns this workflow's object. Create one per workflow, before any wait.
 *
 * It learns only from rows and messages, never from a start argument: the clock may move between the commit
 * of a row and the start of its workflow. Messages may arrive in any order. Time only goes forwards.
 *
 * `beginAgain` continues the workflow as new, from its row. A message may be lost then, unless the row or
 * `wokenBy` reflects it.
 */
export function orgClock(beginAgain: () => Promise<never>): OrgClock {
  const known = { offset: 0, floor: 0, moves: 0, ended: false };
  let waitingFor: number | undefined;
  /** The number of consecutive reads that found the database's clock behind this due time. */
  let lagging = { due: 0, looks: 0 };

  const merge = ({ offset, floor }: Clock): void => {
    if (offset <= known.offset && floor <= known.floor) return;
    known.offset = Math.max(offset, known.offset);
    known.floor = Math.max(floor, known.floor);
    known.moves++;
  };
  const now = (): number => Math.max(Date.now() + known.offset, known.floor);

  setHandler(followClock, merge);
  setHandler(fireDue, async (clock) => {
    merge(clock);
    await condition(() => known.ended || (waitingFor !== undefined && waitingFor > clock.floor));
  });

  const waitUntil = async (due: number, wokenBy: () => boolean): Promise<boolean> => {
    waitingFor = due;
    while (!wokenBy() && due > now()) {
      if (needsFreshRun()) await beginAgain();
      const seen = known.moves;
      await condition(() => wokenBy() || known.moves !== seen || needsFreshRun(), due - now());
    }
    // `fireDue` waits for `waitingFor`, so it also waits for a step in progress: otherwise it would answer
    // before the step is done.
    waitingFor = undefined;
    return !wokenBy();
  };

  return {
    learn(row) {
      merge(row.clock);
      return row;
    },
    at: (due) => (due <= known.floor ? due : Math.max(due, now())),
    waitUntil,
    async waitForDatabase(due, left, wokenBy) {
      const lagMs = due - left.clock.floor;
      if (lagMs <= 0) throw new Error(`what was due at ${new Date(due).toISOString()} did not move`);
      if (lagMs > USUAL_LAG_MS) log.warn("the database's clock is behind Temporal's", { lagMs });
      lagging = { due, looks: lagging.due === due ? lagging.looks + 1 : 0 };
      await waitUntil(now() + Math.min(lagMs, LONGEST_LAG_MS, FIRST_LAG_MS * 2 ** lagging.looks), wokenBy);
    },
    async end(result) {
      known.ended = true;
      await condition(allHandlersFinished);
      return result;
    },
  };
}
