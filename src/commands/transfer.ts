import { isFinal, movesTowards } from '../domain/payout.ts';
import type { PayoutStatus } from '../domain/payout.ts';
import { contradictedAmounts } from '../domain/suspense.ts';
import type { KnownTransfer } from '../domain/transfer.ts';
import { PLAIN_JUDGEMENT, recordJudgement } from '../store/compliance.ts';
import type { Database, Queryable } from '../store/database.ts';
import { handleTransferCallbacks } from '../store/partner-callbacks.ts';
import * as payouts from '../store/payouts.ts';
import { jsonText } from '../store/statement.ts';
import { suspenseOfPayout } from '../store/suspense.ts';
import type { PayoutRef, PayoutState } from '../../workflows/messages.ts';
import { brokenInvariant } from './command.ts';
import type { CommandDeps } from './command.ts';
import { loadPayout } from './payout.ts';
import { lockAndLoad, movePayout } from './payout-move.ts';
import { bookToSuspense } from './suspense.ts';

export interface TransferDeps extends CommandDeps {
  /** The days after a settlement in which the bank may return a payout. */
  readonly returnWindowDays: number;
}

/**
 * Records the intent to send. `isFirst` is false when it was recorded before: then the bank may have the
 * transfer already.
 */
export async function beginSending(
  { pool }: Database,
  { payoutId }: PayoutRef,
): Promise<{ isFirst: boolean; row: PayoutState }> {
  const first = await payouts.markSending(pool, { payoutId });
  return { isFirst: first !== null, row: await loadPayout(pool, payoutId) };
}

/**
 * The bank's transfer for a payout, null when the bank knows none. `askedAt` is in milliseconds since 1970.
 */
export interface TransferReport extends PayoutRef {
  readonly transfer: KnownTransfer | null;
  readonly askedAt: number;
}

/**
 * Moves the payout to the status that the bank reports. A null transfer is one that the bank had and no
 * longer knows. A report that contradicts our books is recorded once. If it is about a payout that has ended,
 * suspense takes the difference: the books then show what the bank moved.
 */
export function applyTransfer(deps: TransferDeps, report: TransferReport): Promise<PayoutState> {
  return deps.database.transaction(async (tx) => {
    const { payoutId, transfer, askedAt } = report;
    const row = await lockAndLoad(tx, report);
    await handleTransferCallbacks(tx, { payoutId, askedAt: new Date(askedAt) });
    // One transfer pays one payout: otherwise a bank that mixes up two payouts would settle both with one
    // transfer.
    const other = transfer && (await payouts.findPayoutOfTransfer(tx, { payoutId, transferId: transfer.id }));
    const isOurs = transfer?.amount === row.amount && transfer.currency === row.currency && other === null;
    const triggers = isOurs ? movesTowards(transfer.status, row.status) : null;
    if (triggers === null || transfer === null) {
      await noteContradiction(tx, report, { row, otherId: other?.id, newId: deps.newId });
      return loadPayout(tx, payoutId);
    }
    await payouts.markAcceptedByBank(tx, { payoutId, transferId: transfer.id });
    let { status } = row;
    for (const trigger of triggers) {
      const reason = trigger === 'settle' ? null : (transfer.reason ?? 'the bank gave no reason');
      const watch = trigger === 'settle' ? { watchDays: deps.returnWindowDays } : {};
      const move = { trigger, env: 'live', at: row.now, reason, newId: deps.newId, ...watch } as const;
      status = await movePayout(tx, { ...row, status }, move);
    }
    await bookDifference(tx, deps, { row: { ...row, status }, transfer });
    return loadPayout(tx, payoutId);
  });
}

interface Contradiction {
  readonly row: payouts.PayoutRow;
  /** Another payout that has the transfer. */
  readonly otherId: string | undefined;
  readonly newId: () => string;
}

/** Records a report that contradicts our books, and leaves what it means to an operator. */
async function noteContradiction(
  tx: Queryable,
  report: TransferReport,
  contradiction: Contradiction,
): Promise<void> {
  const { payoutId, transfer, askedAt } = report;
  const { row, otherId } = contradiction;
  // A second run of the step brings an old report: the bank was asked before it reported what our books have
  // by now.
  if (askedAt <= row.changedAt.getTime()) return;
  await recordContradiction(tx, report, contradiction);
  if (row.status === 'PENDING')
    await payouts.markStuck(tx, { payoutId, reason: 'the bank contradicts our books' });
  // A transfer of another payout is counted there.
  else if (transfer !== null && otherId === undefined)
    await bookDifference(tx, contradiction, { row, transfer });
}

async function recordContradiction(
  tx: Queryable,
  { payoutId, orgId, transfer }: TransferReport,
  { row, otherId, newId }: Contradiction,
): Promise<void> {
  const booked = { status: row.status, amount: row.amount, currency: row.currency };
  const facts = jsonText({
    payout: booked,
    transfer,
    ...(otherId === undefined ? {} : { transferOf: otherId }),
  });
  const subject = `payout:${payoutId}`;
  // The bank is asked again and again while it contradicts: one record of the same report is enough for its
  // readers.
  if ((await payouts.isContradictionKnown(tx, { subject, facts })) !== null) return;
  const record = {
    id: newId(),
    orgId,
    env: row.env,
    subject,
    rule: 'bank_contradicts',
    decision: 'BLOCKED',
    facts,
    at: row.now,
  };
  await recordJudgement(tx, { ...PLAIN_JUDGEMENT, ...record });
}

/**
 * Books to suspense the difference between what the bank moved for a payout and what our books have. A
 * transfer that is pending has moved nothing yet, and may still do so: nothing is booked.
 */
async function bookDifference(
  tx: Queryable,
  deps: { readonly newId: () => string },
  { row, transfer }: { row: payouts.PayoutRow; transfer: KnownTransfer },
): Promise<void> {
  if (!isFinal(transfer.status)) return;
  const { id: payoutId, orgId, status, amount, currency } = row;
  const ours = { isPaid: isPaid(status), amount, currency };
  const theirs = { ...transfer, isPaid: transfer.status === 'settled' };
  const booked = await suspenseOfPayout(tx, { payoutId });
  for (const money of contradictedAmounts(ours, theirs, booked)) {
    const payout = { status, amount_minor: amount, currency };
    const { id, status: said, amount: paid, currency: paidIn } = transfer;
    const atBank = { id, status: said, amount_minor: paid, currency: paidIn };
    const facts = { payout_id: payoutId, org_id: orgId, payout, transfer: atBank };
    await bookToSuspense(tx, deps, { kind: 'contradiction', ...money, facts, payoutId });
  }
}

const isPaid = (status: PayoutStatus): boolean => status === 'SETTLED';

/**
 * Ends a payout that cannot be sent or that the bank has refused. It fails if nothing was ever sent.
 * Otherwise the bank may still book it, so it waits for the bank's final status, or for an operator.
 */
export function refuseTransfer(
  deps: CommandDeps,
  step: PayoutRef & { reason: string },
): Promise<PayoutState> {
  return deps.database.transaction(async (tx) => {
    const { payoutId, reason } = step;
    const row = await lockAndLoad(tx, step);
    if (row.env !== 'live')
      throw brokenInvariant(`a step of the bank met payout ${payoutId} of another environment`);
    if (row.status === 'PENDING' && row.takenAt === null) {
      const move = { trigger: 'fail', env: 'live', at: row.now, reason, newId: deps.newId } as const;
      if (row.submitState === 'NONE') await movePayout(tx, row, move);
      else await payouts.markStuck(tx, { payoutId, reason });
    }
    return loadPayout(tx, payoutId);
  });
}
