import { allHandlersFinished, condition, log, setHandler } from '@temporalio/workflow';
import { needsFreshRun } from './fresh-run.ts';
import { clockMoved, fireDue } from './messages.ts';
import type { Clock } from './messages.ts';

/** Org time inside a workflow, and the one way to wait for it. */
export interface OrgClock {
  /** Takes over what a row says about the clock, and hands the row on. */
  learn<T extends { readonly clock: Clock }>(row: T): T;
  /** The time that a step for `due` records: the due time itself where the clock was moved past it. */
  at(due: number): number;
  /**
   * Waits until `due`, or until `wokenBy` holds. True when it is due. A run with a long history continues as new here: nothing
   * else is in progress while it waits.
   */
  waitUntil(due: number, wokenBy: () => boolean): Promise<boolean>;
  /**
   * Waits for the database's clock after a step for `due` that left the row `left` unchanged: in live a step acts only once that
   * clock has reached `due` as well. Throws when it had reached `due`: then the step failed to act.
   */
  waitForDatabase(due: number, left: { readonly clock: Clock }, wokenBy: () => boolean): Promise<void>;
  /** Ends the workflow with this result once every message has been answered. */
  end<T>(result: T): Promise<T>;
}

/** The longest wait between two reads of a database whose clock is behind: Temporal's may be corrected meanwhile. In milliseconds. */
const LONGEST_LAG_MS = 60 * 60 * 1000;
/** The first such wait, in milliseconds; each next one is twice as long. */
const FIRST_LAG_MS = 1000;
/** The usual difference between the clocks of two machines, in milliseconds. A larger one is logged for the operator. */
const USUAL_LAG_MS = 1000;

/**
 * The clock of the org that owns this workflow's object. Make one per workflow, before anything waits.
 *
 * It knows only what rows and messages tell it, never a start argument: the clock may be moved between the
 * commit that made a row and the start of its workflow. Messages may come in any order; time only goes forwards.
 *
 * `beginAgain` continues the workflow as new, from its row. A message may be lost then unless the row or `wokenBy` reflects it.
 */
export function orgClock(beginAgain: () => Promise<never>): OrgClock {
  const known = { offset: 0, floor: 0, moves: 0, ended: false };
  let waitingFor: number | undefined;
  /** How often in a row the database's clock was found behind this due time. */
  let lagging = { due: 0, looks: 0 };

  const merge = ({ offset, floor }: Clock): void => {
    if (offset <= known.offset && floor <= known.floor) return;
    known.offset = Math.max(offset, known.offset);
    known.floor = Math.max(floor, known.floor);
    known.moves++;
  };
  const now = (): number => Math.max(Date.now() + known.offset, known.floor);

  setHandler(clockMoved, merge);
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
    // A step in progress keeps `fireDue` waiting: nothing is waited for until it is done.
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
