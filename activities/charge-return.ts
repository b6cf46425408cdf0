import { ApplicationFailure } from '@temporalio/common';
import { decideReturn } from '../src/domain/charge-return.ts';
import type { ReturnFacts, ReturnPosting, ReturnResult } from '../src/domain/charge-return.ts';
import { bps, minor } from '../src/domain/money.ts';
import { ok, refuse } from '../src/domain/outcome.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import type { ReturnedBody } from '../src/domain/webhook-body.ts';
import { lockCheckout } from '../src/store/checkouts.ts';
import type { EntryToPost } from '../src/store/fragments.ts';
import { returnedRow, returnFactsRow, writeReturn } from '../src/store/returns.ts';
import type { ReturnFactsRow } from '../src/store/returns.ts';
import { jsonText } from '../src/store/statement.ts';
import type { Queryable } from '../src/store/statement.ts';
import type { ReturnInput } from '../workflows/messages.ts';
import { deadlineOf, unlessTooLate } from './dependencies.ts';
import type { ActivityDeps } from './dependencies.ts';

/** The step of the return workflow: one transaction under the charge's lock, and safe to run twice. */
export function createReturnActivities({ database, newId, deliver }: ActivityDeps) {
  return {
    /** Refunds and cuts once; a second run finds it done and gives the same answer. */
    async returnCharge(input: ReturnInput): Promise<Outcome<ReturnResult>> {
      const writing = database.transaction((tx) => returnCharge(tx, input, newId));
      const { answer, deliveryId } = await unlessTooLate(writing, { answer: refuse('unavailable'), deliveryId: null });
      if (deliveryId !== null) deliver(deliveryId, input.orgId);
      return answer;
    },
  };
}

export type ReturnActivities = ReturnType<typeof createReturnActivities>;

interface Written {
  readonly answer: Outcome<ReturnResult>;
  readonly deliveryId: string | null;
}

async function returnCharge(tx: Queryable, { returnId, checkoutId, orgId, deadline }: ReturnInput, newId: () => string): Promise<Written> {
  await lockCheckout(tx, { orgId, checkoutId });
  const earlier = await returnedRow(tx, { returnId });
  if (earlier !== null) return { answer: ok(earlier), deliveryId: null };
  const row = await returnFactsRow(tx, { returnId });
  if (row === null) throw ApplicationFailure.nonRetryable(`no return request ${returnId}`, 'BrokenInvariant');

  const decision = decideReturn(factsOf(row), row.items);
  if (!decision.ok) return { answer: decision, deliveryId: null };
  const posting = decision.value;
  const returned: ReturnResult = {
    returnId,
    refund: posting.refund,
    buyerCut: posting.buyerCut,
    recommenderCut: posting.recommenderCut,
    awardAdjusted: posting.cuts.length > 0,
  };
  const written = await writeReturn(tx, {
    ...posting,
    returnId,
    at: row.now,
    journalId: newId(),
    entries: jsonText(entriesOf(row, posting)),
    lines: jsonText(posting.lines),
    cuts: jsonText(posting.cuts),
    eventId: newId(),
    body: jsonText(bodyOf(row.chargeId, returned)),
    deliveryId: newId(),
    deadline: deadlineOf(deadline),
  });
  return { answer: ok(returned), deliveryId: written?.deliveryId ?? null };
}

/** The refund goes to the shopper in full; the merchant pays it less the cashback that comes back. Entries of 0 are not written. */
function entriesOf(row: ReturnFactsRow, { refund, buyerCut, recommenderCut }: ReturnPosting): EntryToPost[] {
  const cut = buyerCut + recommenderCut;
  return [
    { account: row.walletId, amount: refund },
    { account: row.merchantAccount, amount: cut - refund },
    { account: row.cashbackAccount, amount: -cut },
  ].filter(({ amount }) => amount !== 0);
}

function bodyOf(chargeId: string, returned: ReturnResult): ReturnedBody {
  return {
    auth_id: chargeId,
    return_id: returned.returnId,
    refund: returned.refund,
    buyer_cut: returned.buyerCut,
    rec_cut: returned.recommenderCut,
    award_adjusted: returned.awardAdjusted,
  };
}

function factsOf(row: ReturnFactsRow): ReturnFacts {
  return {
    status: row.status,
    shipping: minor(row.shipping),
    tax: minor(row.tax),
    shippingGiven: minor(row.shippingGiven),
    taxGiven: minor(row.taxGiven),
    recommenderShare: bps(row.recommenderShare),
    lines: row.lines.map((line) => ({ ...line, unitPrice: minor(line.unitPrice), cashbackRate: bps(line.cashbackRate) })),
    awards: row.awards.map((award) => ({ ...award, amount: minor(award.amount) })),
  };
}
