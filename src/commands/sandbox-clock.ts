import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { decideAdvance } from '../domain/sandbox-clock.ts';
import type { Span } from '../domain/sandbox-clock.ts';
import type { Database } from '../store/database.ts';
import * as clocks from '../store/org-clock.ts';
import type { AdvanceBatch, Clock, ClockInput } from '../../workflows/messages.ts';
import { deadlineOf, underLock } from './command.ts';

/**
 * The most due things that are taken at once. They may finish in any order; one at a time takes three times
 * as long.
 */
const BATCH = 50;

/**
 * Records the span by which each command moves the clock, one after the other, or refuses the command. A
 * second run of the same command returns the same span. Refused: what `decideAdvance` refuses.
 */
export function beginAdvances(
  { transaction }: Database,
  { orgId, commands, deadline }: ClockInput & AdvanceBatch,
): Promise<Outcome<Span>[]> {
  return transaction(async (tx) => {
    await clocks.lockClockMoves(tx, { orgId });
    const time = await clocks.orgTime(tx, orgId);
    const last = await clocks.lastClockMove(tx, { orgId });
    const outcomes: Outcome<Span>[] = [];
    // The last move may still be under way: the next one continues from its end.
    let now = Math.max(time.now, last?.end ?? 0);
    for (const { commandId, request } of commands) {
      const earlier = await clocks.findClockMove(tx, { commandId, orgId });
      const decision = earlier === null ? decideAdvance(request, { ...time, now }) : ok(earlier);
      if (!decision.ok || earlier !== null) {
        outcomes.push(decision);
        continue;
      }
      const { from, to } = decision.value;
      const span = { from: new Date(from), to: new Date(to) };
      const begun = await clocks.insertClockMove(tx, {
        commandId,
        orgId,
        ...span,
        deadline: deadlineOf(deadline),
      });
      outcomes.push(begun === null ? refuse('unavailable') : decision);
      if (begun !== null) now = to;
    }
    return outcomes;
  });
}

/** Finds a move that one of these commands has begun, when none of them is still beginning one. */
export const findAdvanceUnderLock = underLock(clocks.lockClockMoves, clocks.findAnyClockMove);

/** A move of an org's clock that is under way. `to` is in milliseconds of the org's time. */
interface ClockMove extends ClockInput {
  readonly to: number;
  /** The due things to leave out. */
  readonly passedIds: readonly string[];
}

/** Moves the clock to the last of the next due things, or to the end of the move when none is left. */
export function takeDueThings(
  { transaction }: Database,
  { orgId, to, passedIds }: ClockMove,
): Promise<{ due: clocks.DueThing[]; clock: Clock }> {
  return transaction(async (tx) => {
    await clocks.lockClock(tx, { orgId });
    const due = await clocks.dueThings(tx, { orgId, until: new Date(to), passedIds, limit: BATCH });
    const floor = due.at(-1)?.dueAt.getTime() ?? to;
    return { due, clock: { floor, offset: await clocks.moveClockTo(tx, orgId, floor) } };
  });
}
