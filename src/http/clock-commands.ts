import { findClockMove, orgTime } from '../store/org-clock.ts';
import type { AdvanceRequest, Advanced } from '../../workflows/messages.ts';
import { valueOf } from './answers.ts';
import { deadlineAfter, outcomeOf } from './commands.ts';
import type { ApiDeps } from './route.ts';

/**
 * Moves an organization's sandbox clock, in its turn. Answers when everything that fell due on the way has been done. The
 * deadline ends once the move is written: a move that has begun is carried to its end.
 * Refused: what `decideAdvance` refuses. Source: contract, sections 11 and 15.
 */
export function advanceInTurn(
  { database, queue, workflows }: ApiDeps,
  orgId: string,
  by: { readonly commandId: string; readonly request: AdvanceRequest },
): Promise<Advanced> {
  return queue.inTurn({ kind: 'clock', id: orgId }, async () => {
    const { real } = await orgTime(database.pool, orgId);
    const command = { ...by, deadline: deadlineAfter(new Date(real)) };
    const give = () => workflows.advanceClock(orgId, command);
    // A move that was written is waited for: the same command again answers the same span.
    const find = async () => ((await findClockMove(database.pool, [by.commandId, orgId])) === null ? null : give());
    return valueOf(await outcomeOf({ give, find }));
  });
}
