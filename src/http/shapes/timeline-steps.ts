import type { AwardFacts, EventFacts, JournalFacts, ReturnFacts, TimelineRow } from '../../store/timeline.ts';
import { rfc3339 } from './fields.ts';
import type { Step } from './timeline.ts';

/** Returns every step of a charge, grouped by kind. The caller sorts them by time. */
export function stepsOf(row: TimelineRow): Step[] {
  return [
    ...stepsOfCharge(row),
    ...row.returns.map(stepOfReturn),
    ...row.awards.flatMap((award) => stepsOfAward(award, row.returns)),
    ...row.journals.map(stepOfJournal),
    ...row.events.flatMap(stepsOfEvent),
  ];
}

/** Converts PostgreSQL's time in JSON to RFC 3339. */
const at = (time: string): string => rfc3339(new Date(time));

function stepsOfCharge(row: TimelineRow): Step[] {
  const { chargeId: id, total, capture } = row;
  const released = { id, amounts: { released_minor: total }, detail: {} };
  const steps: Step[] = [
    {
      at: rfc3339(row.createdAt),
      step: 'checkout.created',
      id: row.checkoutId,
      actor: row.createdBy,
      amounts: { total_minor: total, cashback_minor: row.totalCashback },
      detail: { terminal_id: row.terminalId, order_id: row.orderId },
    },
    {
      at: rfc3339(row.authorizedAt),
      step: 'charge.authorized',
      id,
      actor: `user:${row.consumerId}`,
      amounts: { held_minor: total },
      detail: { hold_expires_at: rfc3339(row.holdExpiresAt) },
    },
  ];
  if (row.capturedAt !== null && capture !== null) {
    const { mdrFee, totalCashback } = capture;
    steps.push({
      at: rfc3339(row.capturedAt),
      step: 'charge.captured',
      id,
      actor: row.capturedBy,
      amounts: {
        total_minor: total,
        mdr_fee: mdrFee,
        total_cashback: totalCashback,
        recommender_amount: capture.recommenderAmount,
        deferred_buyer_amount: capture.deferredBuyerAmount,
        merchant_net: total - mdrFee - totalCashback,
      },
      detail: {
        journal_id: capture.journalId,
        mdr_bps: capture.mdrBps,
        recommender_share_bps: capture.shareBps,
      },
    });
  }
  if (row.voidedAt !== null)
    steps.push({ at: rfc3339(row.voidedAt), step: 'charge.voided', actor: row.voidedBy, ...released });
  if (row.lapsedAt !== null)
    steps.push({ at: rfc3339(row.lapsedAt), step: 'charge.expired', actor: null, ...released });
  return steps;
}

function stepOfReturn(back: ReturnFacts): Step {
  return {
    at: at(back.at),
    step: 'charge.returned',
    id: back.id,
    actor: back.actor,
    amounts: {
      refund: back.refund,
      goods: back.goods,
      shipping_amount: back.shippingPart,
      tax_amount: back.taxPart,
      buyer_cut: back.buyerCut,
      rec_cut: back.recommenderCut,
    },
    detail: {
      journal_id: back.journalId,
      reason: back.reason,
      award_adjusted: back.awardAdjusted,
      items: back.lines.map(({ productId, qty }) => ({ product_id: productId, qty })),
    },
  };
}

/**
 * Returns the steps of an award. Its row has only the newest state; the earlier ones follow from the cuts of
 * the returns.
 */
function stepsOfAward(award: AwardFacts, returns: readonly ReturnFacts[]): Step[] {
  const { id, kind } = award;
  const about = { product_id: award.productId, kind, beneficiary_id: award.beneficiaryId };
  const common = { id, actor: null };
  const steps: Step[] = [];
  if (award.pendingFrom !== award.createdAt) {
    steps.push({
      at: at(award.createdAt),
      step: 'award.deferred',
      ...common,
      amounts: { amount: award.originalAmount },
      detail: about,
    });
  }
  let left = award.originalAmount;
  let leftWhenPending = left;
  for (const { id: returnId, at: time, lines } of returns) {
    const line = lines.find((returned) => returned.line === award.line);
    const cut = (kind === 'buyer' ? line?.buyerCut : line?.recommenderCut) ?? 0;
    if (cut === 0) continue;
    left -= cut;
    if (award.pendingFrom !== null && at(time) < at(award.pendingFrom)) leftWhenPending = left;
    const step = left === 0 ? 'award.voided' : 'award.cut';
    steps.push({
      at: at(time),
      step,
      ...common,
      amounts: { cut, amount: left },
      detail: { ...about, return_id: returnId },
    });
  }
  if (award.pendingFrom !== null && award.pendingUntil !== null) {
    const detail = { ...about, pending_until: at(award.pendingUntil) };
    steps.push({
      at: at(award.pendingFrom),
      step: 'award.pending',
      ...common,
      amounts: { amount: leftWhenPending },
      detail,
    });
  }
  if (award.landedAt !== null) {
    steps.push({
      at: at(award.landedAt),
      step: 'award.landed',
      ...common,
      amounts: { amount: award.amount },
      detail: about,
    });
  }
  return steps;
}

function stepOfJournal({ id, kind, at: time, entries }: JournalFacts): Step {
  const posted = entries.map(({ account, ownerId, amount }) => ({
    account,
    owner_id: ownerId,
    amount_minor: amount,
  }));
  return {
    at: at(time),
    step: 'journal.posted',
    id,
    actor: null,
    amounts: {},
    detail: { kind, entries: posted },
  };
}

function stepsOfEvent({ id, event, at: time, delivery }: EventFacts): Step[] {
  const common = { actor: null, amounts: {} };
  const due = (next: string | null | undefined): string | null =>
    next === null || next === undefined ? null : at(next);
  const now = delivery && {
    id: delivery.id,
    status: delivery.status,
    next_attempt_at: due(delivery.nextAttemptAt),
  };
  const steps: Step[] = [
    { at: at(time), step: 'webhook.event', id, ...common, detail: { event, delivery: now } },
  ];
  delivery?.attempts.forEach(({ number, at: begun, done, statusCode, ms, error }, index) => {
    const delivered = statusCode !== null && statusCode >= 200 && statusCode < 300;
    const outcome = done ? (delivered ? 'delivered' : 'failed') : 'open';
    const next = delivery.attempts[index + 1]?.at ?? delivery.nextAttemptAt;
    const detail = { event, number, outcome, status_code: statusCode, ms, error, next_attempt_at: due(next) };
    steps.push({ at: at(begun), step: 'webhook.attempted', id: delivery.id, ...common, detail });
  });
  return steps;
}
