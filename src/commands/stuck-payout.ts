import { isId } from '../domain/id.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { findAdjustment, findAdjustmentOfPayout } from '../store/adjustments.ts';
import type { Queryable } from '../store/database.ts';
import type { PayoutRow } from '../store/payouts.ts';
import { payoutRow } from '../store/payouts.ts';
import { isStuck } from '../store/stuck-payouts.ts';
import type { Config } from '../config.ts';
import { approvePending, insertProposal } from './adjustment.ts';
import type { ReadInput } from './context.ts';
import { operatorOf, recordOperatorAction } from './operator-action.ts';
import type { OperatorContext } from './operator-action.ts';
import { lockAndLoad, movePayout } from './payout-move.ts';

/** The outcome of a stuck payout's transfer, as the operator reports it. */
export interface Resolution {
  readonly outcome: 'settled' | 'not_sent';
  readonly reason: string;
}

/** The payout that has ended, or the adjustment that a second operator must approve. */
export interface ResolutionResult {
  readonly id: string;
  readonly status: 'SETTLED' | 'FAILED' | 'PROPOSED';
}

interface Resolving {
  readonly input: ReadInput<Resolution>;
  /** The id of the proposal, if this call makes one. */
  readonly adjustmentId: string;
}

/** The failure reason that the merchant reads. */
const NOT_SENT = 'the bank did not receive it';

export type ResolvingContext = OperatorContext & { readonly config: Pick<Config, 'RETURN_WINDOW_DAYS'> };

/**
 * Ends a payout that does not end by itself. `settled` takes effect at once. `not_sent` returns the money to
 * the merchant, so it is a proposal, and takes effect when another operator sends the same or approves it.
 * Refused: `payout not found`, `second operator required`, `payout <status>` when it is not stuck.
 */
export function resolvePayout(
  context: ResolvingContext,
  payoutId: string,
  { input, adjustmentId }: Resolving,
): Promise<Outcome<ResolutionResult>> {
  return context.database.transaction(async (tx) => {
    const known = isId(payoutId) ? await payoutRow(tx, { payoutId }) : null;
    if (known === null) return refuse('payout_not_found');
    const { outcome, reason } = input();
    const row = await lockAndLoad(tx, { payoutId, orgId: known.orgId });
    // An earlier run of this call has proposed it, and its answer was lost.
    const earlier = await findAdjustment(tx, { adjustmentId });
    if (earlier !== null) return ok({ id: adjustmentId, status: 'PROPOSED' });
    const proposed = await findAdjustmentOfPayout(tx, { payoutId });
    const isOwn = outcome === 'not_sent' && proposed?.proposedBy === operatorOf(context);
    if (isOwn) return refuse('second_operator_required');
    if (!(await canBeEnded(tx, payoutId))) return refusalOf(row);
    if (outcome === 'settled') return ok(await settle(tx, context, { row, reason }));
    if (proposed === null) {
      const { orgId, env, currency, amount } = row;
      const party = { orgId, userId: null, env, currency, amount };
      await insertProposal(tx, context, { adjustmentId, ...party, caseId: null, payoutId, reason });
      return ok({ id: adjustmentId, status: 'PROPOSED' });
    }
    await failUnsent(tx, context, row);
    await approvePending(tx, context, proposed);
    return ok({ id: payoutId, status: 'FAILED' });
  });
}

async function canBeEnded(tx: Queryable, payoutId: string): Promise<boolean> {
  return (await isStuck(tx, { payoutId }))?.isStuck === true;
}

const refusalOf = ({ status }: PayoutRow) => refuse('payout_state', `payout ${status.toLowerCase()}`);

async function settle(
  tx: Queryable,
  context: ResolvingContext,
  { row, reason }: { readonly row: PayoutRow; readonly reason: string },
): Promise<ResolutionResult> {
  await moveByOperator(tx, context, { row, trigger: 'settle' });
  const change = { before: { status: row.status }, after: { status: 'SETTLED' } };
  const act = { action: 'resolve_payout', target: `payout:${row.id}`, ...change, reason } as const;
  await recordOperatorAction(tx, context, act);
  return { id: row.id, status: 'SETTLED' };
}

/** Fails a locked payout that the bank never got, which returns its amount to the merchant. */
async function failUnsent(tx: Queryable, context: ResolvingContext, row: PayoutRow): Promise<void> {
  await moveByOperator(tx, context, { row, trigger: 'fail' });
}

/** Moves a payout without the bank's word. The bank is asked from then on: it may book the transfer later. */
async function moveByOperator(
  tx: Queryable,
  { newId, config }: ResolvingContext,
  { row, trigger }: { readonly row: PayoutRow; readonly trigger: 'settle' | 'fail' },
): Promise<void> {
  const reason = trigger === 'fail' ? NOT_SENT : null;
  const watched = { watchDays: config.RETURN_WINDOW_DAYS, isResolved: true };
  await movePayout(tx, row, { trigger, env: 'live', at: row.now, reason, newId, ...watched });
}

/**
 * Carries out the approved proposal to end a payout as not sent. Returns the refusal `payout <status>` when
 * the payout is not stuck any more.
 */
export async function endUnsent(
  tx: Queryable,
  context: ResolvingContext,
  payout: { readonly payoutId: string; readonly orgId: string },
): Promise<Outcome<null>> {
  const row = await lockAndLoad(tx, payout);
  if (!(await canBeEnded(tx, payout.payoutId))) return refusalOf(row);
  await failUnsent(tx, context, row);
  return ok(null);
}
