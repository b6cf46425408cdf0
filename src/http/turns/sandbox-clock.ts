import { findAdvanceUnderLock } from '../../commands/sandbox-clock.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { ADVANCE_MS } from '../../domain/time-budget.ts';
import { orgTime } from '../../store/org-clock.ts';
import type { AdvanceCommand, ClockMove } from '../../../workflows/messages.ts';
import { valueOf } from '../answers.ts';
import { deadlineAfter, outcomeOf, repeat } from './outcome.ts';
import type { ApiDeps } from '../route.ts';
import { workflowsAreAway } from '../../temporal/failures.ts';

/**
 * Moves an organization's sandbox clock in its turn. Answers when everything that fell due on the way has
 * been done. Calls that wait for one clock share a turn: their moves follow each other, and each has a span
 * of its own. The deadline applies until the moves are written; from then on they run to their end. Refused:
 * what `decideAdvance` refuses. Source: contract, sections 11 and 15.
 */
export async function advanceInTurn(
  deps: ApiDeps,
  orgId: string,
  command: AdvanceCommand,
): Promise<ClockMove> {
  return valueOf(
    await deps.queue.inBatch({ kind: 'clock', id: orgId }, command, (commands) =>
      advanceAll(deps, orgId, commands),
    ),
  );
}

async function advanceAll(
  { database, workflows }: ApiDeps,
  orgId: string,
  commands: readonly AdvanceCommand[],
): Promise<readonly Outcome<ClockMove>[]> {
  const { real } = await orgTime(database.pool, orgId);
  const batch = { commands, deadline: deadlineAfter(new Date(real)) };
  const give = () => workflows.sandbox.advanceClock(orgId, batch);
  const commandIds = commands.map(({ commandId }) => commandId);
  // Moves that were written are carried to their end: the same commands again answer the same spans.
  const untilAnswered = () => repeat({ isAway: workflowsAreAway, forMs: ADVANCE_MS, pauseMs: 500 }, give);
  const find = async () => (await findAdvanceUnderLock(database, { orgId, commandIds })) && untilAnswered();
  return outcomeOf(give, find);
}
