import { Context } from '@temporalio/activity';
import { ok, refuse } from '../src/domain/outcome.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import { decideAdvance } from '../src/domain/sandbox-clock.ts';
import type { Span } from '../src/domain/sandbox-clock.ts';
import type { Database, Queryable } from '../src/store/database.ts';
import {
  dueThings,
  findClockMove,
  firedBetween,
  insertClockMove,
  lockClock,
  moveClockTo,
  orgTime,
  waitingWorkflows,
} from '../src/store/org-clock.ts';
import type { DueThing } from '../src/store/org-clock.ts';
import type { AdvanceCommand, Advanced, Clock, ClockInput } from '../workflows/messages.ts';
import { unlessTooLate } from './dependencies.ts';
import { fire, tell } from './due-things.ts';
import type { DueThingDeps } from './due-things.ts';

/** How many due things are taken at once. All of a batch may finish in any order; one at a time is three times slower. */
const BATCH = 50;
const AT_ONCE = 25;
const HEARTBEAT_MS = 500;

/** What the sandbox clock's workflow does. Both may run twice: the span is fixed, and what was done is not due any more. */
export function createSandboxClockActivities(deps: DueThingDeps) {
  return {
    /** Writes down from when to when to move, or answers why not. A second run of the same command answers the same span. */
    beginAdvance(command: ClockInput & AdvanceCommand): Promise<Outcome<Span>> {
      return unlessTooLate(
        deps.database.transaction((tx) => beginAdvance(tx, command)),
        refuse('unavailable'),
      );
    },

    /** Moves the clock from due time to due time up to `to`. Answers when all that fell due has been done. */
    async runAdvance(move: ClockInput & Span): Promise<Advanced> {
      const context = Context.current();
      const beating = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
      try {
        return await Promise.race([moveClock(deps, move, context.cancellationSignal), context.cancelled]);
      } finally {
        clearInterval(beating);
      }
    },
  };
}

async function beginAdvance(tx: Queryable, { orgId, commandId, request, deadline }: ClockInput & AdvanceCommand): Promise<Outcome<Span>> {
  const earlier = await findClockMove(tx, [commandId, orgId]);
  if (earlier !== null) return ok(earlier);
  const span = decideAdvance(request, await orgTime(tx, orgId));
  if (!span.ok) return span;
  await insertClockMove(tx, [commandId, orgId, new Date(span.value.from), new Date(span.value.to), new Date(deadline)]);
  return span;
}

export type SandboxClockActivities = ReturnType<typeof createSandboxClockActivities>;

async function moveClock(deps: DueThingDeps, { orgId, from, to }: ClockInput & Span, stopped: AbortSignal): Promise<Advanced> {
  const { pool } = deps.database;
  for (;;) {
    stopped.throwIfAborted();
    const { due, clock } = await takeDue(deps.database, orgId, to);
    if (due.length === 0) {
      // Whoever still waits learns how far away its time is now.
      await each(await waitingWorkflows(pool, [orgId]), stopped, (thing) => tell(deps, { orgId, thing, clock }));
      const fired = await firedBetween(pool, orgId, { from, to });
      const { now } = await orgTime(pool, orgId);
      return { now, fired: fired.map(({ kind, id, dueAt }) => ({ kind, id, dueAt: dueAt.getTime() })) };
    }
    await each(due, stopped, (thing) => fire(deps, { orgId, thing, clock }));
  }
}

/** Moves the clock to the last of the next things due, or to the end when none is left. */
function takeDue({ transaction }: Database, orgId: string, to: number): Promise<{ due: DueThing[]; clock: Clock }> {
  return transaction(async (tx) => {
    await lockClock(tx, [orgId]);
    const due = await dueThings(tx, [orgId, new Date(to), BATCH]);
    const floor = due.at(-1)?.dueAt.getTime() ?? to;
    return { due, clock: { floor, offset: await moveClockTo(tx, orgId, floor) } };
  });
}

/** Does the work for all, so many side by side. After a failure, or when stopped, no more are begun. */
async function each<T>(all: readonly T[], stopped: AbortSignal, work: (one: T) => Promise<void>): Promise<void> {
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
