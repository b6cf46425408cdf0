import { sealOrigin } from '../../commands/org-event.ts';
import { findMoveUnderLock, findPayoutUnderLock } from '../../commands/payout.ts';
import { ok } from '../../domain/outcome.ts';
import type { PayoutTrigger } from '../../domain/payout.ts';
import { askPayout, payoutView } from '../../store/payouts.ts';
import type { PayoutRequest, PayoutView } from '../../store/payouts.ts';
import { valueOf } from '../answers.ts';
import { deadlineAfter, outcomeOf } from './outcome.ts';
import type { ApiDeps, CallDeps } from '../route.ts';

/**
 * Reserves a payout in its turn at the organization's balance in the currency. The command's id is the
 * payout's id. Refused: what `decidePayout` refuses. Source: contract, sections 8 and 15.
 */
export function payOutInTurn(deps: CallDeps, asked: PayoutRequest): Promise<null> {
  const { payoutId, orgId, env, currency } = asked;
  const { database, queue, workflows } = deps;
  const origin = sealOrigin(deps.secrets, deps.origin);
  return queue.inTurn({ kind: 'balance', id: `${orgId} ${env} ${currency}` }, async () => {
    const readAt = await askPayout(database.pool, asked);
    const give = () => workflows[env].requestPayout({ payoutId, orgId, origin }, deadlineAfter(readAt));
    return valueOf(
      await outcomeOf(give, async () => (await findPayoutUnderLock(database, asked)) && ok(null)),
    );
  });
}

/**
 * Settles, returns or fails a sandbox payout, as a bank would, in its turn. A repeat of the same command
 * succeeds again. Refused: `payout <status>`. Source: contract, section 14.
 */
export function queuePayoutMove(
  deps: ApiDeps,
  payout: PayoutView,
  by: { commandId: string; trigger: PayoutTrigger },
): Promise<null> {
  const { id: payoutId, orgId } = payout;
  const { database, queue, workflows } = deps;
  return queue.inTurn({ kind: 'payout', id: payoutId }, async ({ hasWaited }) => {
    const row = (hasWaited ? await payoutView(database.pool, { payoutId }) : null) ?? payout;
    const command = { ...by, deadline: deadlineAfter(row.readAt) };
    const find = async () => (await findMoveUnderLock(database, { orgId, payoutId, ...by })) && ok(null);
    return valueOf(await outcomeOf(() => workflows.sandbox.nudgePayout({ payoutId, orgId }, command), find));
  });
}
