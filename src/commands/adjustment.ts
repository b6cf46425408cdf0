import { isId } from '../domain/id.ts';
import { MAX_WALLET_MINOR } from '../domain/money.ts';
import { invalid, ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Environment } from '../domain/environment.ts';
import * as adjustments from '../store/adjustments.ts';
import type { AdjustmentRow, NewAdjustment } from '../store/adjustments.ts';
import type { Queryable, Transaction } from '../store/database.ts';
import { lockWallet } from '../store/deposits.ts';
import { orgExists } from '../store/orgs.ts';
import { lockPayout, lockPayouts } from '../store/payouts.ts';
import { closeSuspenseCase, lockSuspenseCase } from '../store/suspense.ts';
import { userExists } from '../store/users.ts';
import type { ReadInput } from './context.ts';
import { operatorOf, recordOperatorAction } from './operator-action.ts';
import type { OperatorContext } from './operator-action.ts';

/** The party of an adjustment. The shape of the call has checked that it is one of both. */
interface Party {
  readonly orgId?: string | undefined;
  readonly userId?: string | undefined;
}

interface Proposal extends Party {
  readonly env: Environment;
  readonly currency: string;
  /** In minor units. Below 0: the party loses it. */
  readonly amount: number;
  readonly reason: string;
}

/**
 * Proposes to change the balance of an organization or of a shopper's wallet. It takes effect when another
 * operator approves it. Refused: `org not found`, `user not found`.
 */
export async function proposeAdjustment(
  context: OperatorContext,
  adjustmentId: string,
  { orgId, userId, ...proposal }: Proposal,
): Promise<Outcome<AdjustmentRow>> {
  const party = await findParty(context.database.em(), { orgId, userId });
  if (!party.ok) return party;
  const proposed = { adjustmentId, ...party.value, ...proposal, caseId: null, payoutId: null };
  return context.database.transaction(async (tx) => ok(await insertProposal(tx, context, proposed)));
}

interface Assignment {
  readonly adjustmentId: string;
  readonly input: ReadInput<Party & { readonly reason: string }>;
}

/**
 * Proposes to give the money of a suspense case to a party. It takes effect when another operator approves
 * it. Refused: `case not found`, `org not found`, `user not found`, `case not open`.
 */
export function proposeAssignment(
  context: OperatorContext,
  caseId: string,
  { adjustmentId, input }: Assignment,
): Promise<Outcome<AdjustmentRow>> {
  const { database } = context;
  return database.transaction(async (tx) => {
    const found = isId(caseId) ? await lockSuspenseCase(tx, { caseId }) : null;
    if (found === null) return refuse('case_not_found');
    const { reason, ...wanted } = input();
    const party = await findParty(tx.em, wanted);
    if (!party.ok) return party;
    // An earlier run of this call has proposed it, and its answer was lost.
    const earlier = await adjustments.findAdjustment(tx, { adjustmentId });
    if (earlier !== null) return ok(earlier);
    if (found.status !== 'OPEN') return refuse('case_not_open');
    const { env, currency, amount } = found;
    const money = { env, currency, amount, caseId, payoutId: null };
    return ok(await insertProposal(tx, context, { adjustmentId, ...party.value, ...money, reason }));
  });
}

async function findParty(
  em: Transaction['em'],
  { orgId, userId }: Party,
): Promise<Outcome<{ orgId: string | null; userId: string | null }>> {
  if (orgId !== undefined) {
    const isKnown = isId(orgId) && (await orgExists(em, orgId));
    return isKnown ? ok({ orgId, userId: null }) : refuse('org_not_found');
  }
  const isKnown = userId !== undefined && isId(userId) && (await userExists(em, userId));
  return isKnown ? ok({ orgId: null, userId }) : refuse('user_not_found');
}

/** Inserts a proposal under the operator's name, with the audit of it. A repeat finds the first. */
export async function insertProposal(
  tx: Queryable,
  context: OperatorContext,
  proposal: Omit<NewAdjustment, 'proposedBy'>,
): Promise<AdjustmentRow> {
  const { adjustmentId, reason, ...after } = proposal;
  await adjustments.insertAdjustment(tx, { ...proposal, proposedBy: operatorOf(context) });
  const target = `adjustment:${adjustmentId}`;
  const action = 'propose_adjustment';
  await recordOperatorAction(tx, context, { id: adjustmentId, action, target, before: null, after, reason });
  return (await adjustments.findAdjustment(tx, { adjustmentId })) as AdjustmentRow;
}

/** Carries out an approved proposal that moves money otherwise than by the journal of an adjustment. */
export type CarryOut = (tx: Queryable, payout: { payoutId: string; orgId: string }) => Promise<Outcome<null>>;

interface Approval {
  readonly isRepeat: boolean;
  /** Ends the payout of a proposal that says that the bank never got it. */
  readonly endPayout: CarryOut;
}

/**
 * Approves an adjustment that another operator proposed, and posts its money. Refused: `adjustment not
 * found`, `second operator required`, `adjustment approved`, `adjustment withdrawn`, `case not open` when
 * another proposal for the case was approved, `insufficient balance` and `amount_minor: …` where the wallet
 * cannot change by the amount, `payout <status>` when its payout is not stuck any more.
 */
export function approveAdjustment(
  context: OperatorContext,
  adjustmentId: string,
  { isRepeat, endPayout }: Approval,
): Promise<Outcome<AdjustmentRow>> {
  return context.database.transaction(async (tx) => {
    const proposed = isId(adjustmentId) ? await adjustments.findAdjustment(tx, { adjustmentId }) : null;
    if (proposed === null) return refuse('adjustment_not_found');
    const approvedBy = operatorOf(context);
    if (proposed.proposedBy === approvedBy) return refuse('second_operator_required');
    const walletId = await lockParty(tx, proposed);
    const found = (await adjustments.lockAdjustment(tx, { adjustmentId })) as AdjustmentRow;
    if (found.status !== 'PROPOSED') {
      return isRepeat && found.approvedBy === approvedBy ? ok(found) : refuseDecided(found);
    }
    const { payoutId, orgId } = found;
    const isOfPayout = payoutId !== null && orgId !== null;
    const moved = isOfPayout
      ? await endPayout(tx, { payoutId, orgId })
      : await moveMoney(tx, context, { found, walletId });
    return moved.ok ? ok(await approvePending(tx, context, found)) : moved;
  });
}

/** The refusal of a decision about an adjustment that was approved or withdrawn before. */
const refuseDecided = ({ status }: AdjustmentRow) =>
  refuse(status === 'APPROVED' ? 'adjustment_approved' : 'adjustment_withdrawn');

/** Posts the journal of an adjustment, and closes its case. */
async function moveMoney(
  tx: Queryable,
  { newId }: OperatorContext,
  { found, walletId }: { readonly found: AdjustmentRow; readonly walletId: string | null },
): Promise<Outcome<null>> {
  const { id: adjustmentId, amount, caseId } = found;
  const fits = walletId === null ? ok(null) : await fitsWallet(tx, walletId, amount);
  if (!fits.ok) return fits;
  if (caseId !== null) {
    await lockSuspenseCase(tx, { caseId });
    if ((await closeSuspenseCase(tx, { caseId })) === null) return refuse('case_not_open');
  }
  await adjustments.postAdjustment(tx, { adjustmentId, journalId: newId() });
  return ok(null);
}

/** Approves a locked proposal under the operator's name, with the audit of it. */
export async function approvePending(
  tx: Queryable,
  context: OperatorContext,
  { id: adjustmentId, status }: AdjustmentRow,
): Promise<AdjustmentRow> {
  const approved = await adjustments.approveAdjustment(tx, { adjustmentId, approvedBy: operatorOf(context) });
  if (approved === null) throw new Error(`adjustment ${adjustmentId} was not approved under its lock`);
  const [before, after] = [{ status }, { status: approved.status }];
  const act = { action: 'approve_adjustment', target: `adjustment:${adjustmentId}`, before, after } as const;
  await recordOperatorAction(tx, context, { ...act, reason: approved.reason });
  return approved;
}

interface Withdrawal {
  readonly input: ReadInput<{ readonly reason: string }>;
  readonly isRepeat: boolean;
}

/**
 * Withdraws a proposal, which can then no longer be approved. Its case or payout may get another proposal.
 * Any operator may withdraw it, because nothing is booked. Refused: `adjustment not found`, `adjustment
 * approved`, `adjustment withdrawn`.
 */
export function withdrawAdjustment(
  context: OperatorContext,
  adjustmentId: string,
  { input, isRepeat }: Withdrawal,
): Promise<Outcome<AdjustmentRow>> {
  return context.database.transaction(async (tx) => {
    const proposed = isId(adjustmentId) ? await adjustments.findAdjustment(tx, { adjustmentId }) : null;
    if (proposed === null) return refuse('adjustment_not_found');
    const { reason } = input();
    const { payoutId, orgId } = proposed;
    // `resolvePayout` approves under this lock alone: it would otherwise approve what is withdrawn meanwhile.
    if (payoutId !== null && orgId !== null) await lockPayout(tx, { payoutId, orgId });
    const found = (await adjustments.lockAdjustment(tx, { adjustmentId })) as AdjustmentRow;
    const withdrawnBy = operatorOf(context);
    if (found.status !== 'PROPOSED') {
      return isRepeat && found.withdrawnBy === withdrawnBy ? ok(found) : refuseDecided(found);
    }
    const withdrawn = await adjustments.withdrawAdjustment(tx, { adjustmentId, withdrawnBy });
    if (withdrawn === null) throw new Error(`adjustment ${adjustmentId} was not withdrawn under its lock`);
    const [before, after] = [{ status: found.status }, { status: withdrawn.status }];
    const target = `adjustment:${adjustmentId}`;
    const action = 'withdraw_adjustment';
    await recordOperatorAction(tx, context, { action, target, before, after, reason });
    return ok(withdrawn);
  });
}

/**
 * Locks the balance that the adjustment changes. Returns the wallet of a shopper. Payouts of an organization
 * are judged by the balance, so none may be judged meanwhile.
 */
async function lockParty(
  tx: Queryable,
  { orgId, userId, env, currency, payoutId }: AdjustmentRow,
): Promise<string | null> {
  // The lock of a payout comes before those of balances.
  if (payoutId !== null && orgId !== null) await lockPayout(tx, { payoutId, orgId });
  else if (orgId !== null) await lockPayouts(tx, { orgId, env, currency });
  if (userId === null) return null;
  return ((await lockWallet(tx, { env, currency, userId })) as { id: string }).id;
}

async function fitsWallet(tx: Queryable, walletId: string, amount: number): Promise<Outcome<null>> {
  const room = await adjustments.walletRoom(tx, { walletId });
  if (room === null) throw new Error(`no wallet ${walletId} under its lock`);
  if (amount < 0 && room.available + amount < 0) return refuse('insufficient_balance');
  if (room.balance + amount > MAX_WALLET_MINOR) return invalid('amount_minor', 'the wallet cannot hold more');
  return ok(null);
}
