import { log } from '@temporalio/activity';
import { landDueAward } from '../src/commands/award.ts';
import type { CommandDeps } from '../src/commands/command.ts';
import { beginAdvances, takeDueThings } from '../src/commands/sandbox-clock.ts';
import { waitingWorkflows } from '../src/store/org-clock.ts';
import type { DueThing } from '../src/store/org-clock.ts';
import type { AdvanceBatch, ClockInput } from '../workflows/messages.ts';
import { createAwardWaker } from '../src/temporal/award-waker.ts';
import type { AwardWaker } from '../src/temporal/award-waker.ts';
import { fire, patienceFor, sendClock } from '../src/temporal/due-things.ts';
import type { DueThingDeps, ThingAtTime } from '../src/temporal/due-things.ts';
import { withHeartbeats } from './dependencies.ts';

/** The most due things that are fired at the same time. */
const AT_ONCE = 25;
const HEARTBEAT_MS = 500;
/**
 * The time that a thing has after another one with the same type of workflow was passed over in this move. In
 * milliseconds.
 */
const SHORT_STEP_MS = 5000;
/** A thing is passed over after so many answers of its workflow that it is done while its row stays due. */
const MOST_FIRES = 5;

export type ClockDeps = DueThingDeps & Pick<CommandDeps, 'newId'>;

/** Counts the due things that a move of the clock passed over. */
export interface ClockReport {
  passedOver(kind: string): void;
}

/**
 * The activities of the sandbox clock. Both may run twice: the span is fixed, and a thing that has fired is
 * no longer due.
 */
export function createSandboxClockActivities(deps: ClockDeps, findings: ClockReport) {
  const waker = createAwardWaker(deps);
  return {
    beginAdvances: (batch: ClockInput & AdvanceBatch) => beginAdvances(deps.database, batch),

    /**
     * Moves the clock from due time to due time up to `to`. Answers when everything that fell due has been
     * done. Things whose workflow fails are passed over: they stay due, and the log and a metric name them.
     */
    runAdvance: (move: ClockInput & { to: number }): Promise<void> =>
      withHeartbeats(HEARTBEAT_MS, ({ cancellationSignal, cancelled }) =>
        Promise.race([
          moveClock(deps, { ...move, passed: createPassed(findings), waker }, cancellationSignal),
          cancelled,
        ]),
      ),
  };
}

export type SandboxClockActivities = ReturnType<typeof createSandboxClockActivities>;

interface Move extends ClockInput {
  readonly to: number;
  readonly waker: AwardWaker;
  readonly passed: PassedThings;
}

async function moveClock(
  deps: ClockDeps,
  { orgId, to, passed, waker }: Move,
  stopped: AbortSignal,
): Promise<void> {
  const { pool } = deps.database;
  const landed: ThingAtTime<DueThing>[] = [];
  for (;;) {
    stopped.throwIfAborted();
    const { due, clock } = await takeDueThings(deps.database, { orgId, to, passedIds: passed.ids() });
    if (due.length === 0) {
      // Workflows that still wait must learn the new time: their timers would end too late.
      const waiting = await waitingWorkflows(pool, { orgId });
      await each(waiting, stopped, (thing) => sendClock(deps, { orgId, thing, clock }));
      // Last: waking them takes the server longer than the move.
      for (const award of landed) waker.wake(award);
      return;
    }
    await each(due, stopped, async (thing) => {
      const failure = passed.isRepeated(thing)
        ? 'its workflow answers and leaves the row due'
        : await carryOut(deps, { orgId, thing, clock, ms: passed.patienceFor(thing) });
      if (failure !== null) passed.add(orgId, thing, failure);
      else if (thing.workflow === 'award') landed.push({ orgId, thing, clock });
    });
  }
}

/**
 * Has a due thing carried out by its workflow. An award is landed here: its workflow only waits for the time,
 * and asking a thousand of them would take most of a minute. Returns null, or the reason why it was not done.
 */
function carryOut(
  deps: ClockDeps,
  due: ThingAtTime<DueThing> & { readonly ms: number },
): Promise<string | null> {
  const { orgId, thing } = due;
  return thing.workflow === 'award' ? landDueAward(deps, { awardId: thing.key, orgId }) : fire(deps, due);
}

type PassedThings = ReturnType<typeof createPassed>;

/**
 * The due things that a move passes over because their workflows fail: one such row would stop its org's
 * clock for good.
 */
function createPassed(findings: ClockReport) {
  const ids = new Set<string>();
  const failing = new Set<string>();
  const asked = new Map<string, number>();
  return {
    ids: () => [...ids],
    /** The time that this thing has, in milliseconds. */
    patienceFor: (thing: DueThing) => (failing.has(thing.workflow) ? SHORT_STEP_MS : patienceFor(thing)),
    /** Counts an attempt at this thing for this due time. True after more than `MOST_FIRES`. */
    isRepeated({ id, dueAt }: DueThing): boolean {
      const key = `${id} ${dueAt.getTime()}`;
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      return times > MOST_FIRES;
    },
    add(orgId: string, { kind, id, workflow, dueAt }: DueThing, failure: string): void {
      ids.add(id);
      failing.add(workflow);
      findings.passedOver(kind);
      log.error('a due thing was passed over and stays due', {
        orgId,
        kind,
        id,
        dueAt: dueAt.toISOString(),
        failure,
      });
    },
  };
}

/** Does the work for all, so many side by side. After a failure, or when stopped, no more are begun. */
async function each<T>(
  all: readonly T[],
  stopped: AbortSignal,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = all.values();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (const one of left) {
      stopped.throwIfAborted();
      if (failed) return;
      await work(one).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
