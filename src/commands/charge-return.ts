import { decideReturn } from '../domain/charge-return.ts';
import type { ReturnFacts, ReturnPosting, ReturnRequest, ReturnResult } from '../domain/charge-return.ts';
import { bps, minor } from '../domain/money.ts';
import { originOfActor } from '../domain/org-event.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { ReturnedBody } from '../domain/webhook-body.ts';
import { lockCheckout } from '../store/checkouts.ts';
import type { EntryToPost } from '../store/fragments.ts';
import { chargeFactsRow, returnedRow, returnFactsRow, writeReturn } from '../store/returns.ts';
import type { ChargeFactsRow, ReturnFactsRow } from '../store/returns.ts';
import type { Queryable } from '../store/database.ts';
import { jsonText } from '../store/statement.ts';
import type { ReturnInput } from '../../workflows/messages.ts';
import type { ChargeResult } from './charge.ts';
import { brokenInvariant, deadlineOf, inTime, underLock } from './command.ts';
import type { CommandDeps } from './command.ts';
import { openOrigin, recordOrgEvent } from './org-event.ts';

/** The result of a return, and the delivery to send for it. */
type CommittedReturn = Pick<ChargeResult<ReturnResult>, 'answer' | 'deliveryId'>;

/**
 * Refunds the shopper and cuts the cashback once. A second run returns the same answer. Refused: what
 * `decideReturn` refuses.
 */
export function returnCharge(
  deps: CommandDeps,
  { returnId, checkoutId, orgId, deadline, origin }: ReturnInput,
): Promise<CommittedReturn> {
  return inTime(deps.database, { answer: refuse('unavailable'), deliveryId: null }, async (tx) => {
    await lockCheckout(tx, { orgId, checkoutId });
    const earlier = await returnedRow(tx, { returnId });
    if (earlier !== null) return { answer: ok(earlier), deliveryId: null };
    const row = await returnFactsRow(tx, { returnId });
    if (row === null) throw brokenInvariant(`no return request ${returnId}`);

    const decision = decideReturn(factsOf(row), row.items);
    if (!decision.ok) return { answer: decision, deliveryId: null };
    const posting = decision.value;
    const { refund, buyerCut, recommenderCut, cuts } = posting;
    const returned: ReturnResult = { returnId, ...resultOf(posting) };
    const body: ReturnedBody = {
      auth_id: row.chargeId,
      return_id: returnId,
      refund,
      buyer_cut: buyerCut,
      rec_cut: recommenderCut,
      award_adjusted: returned.awardAdjusted,
    };
    const { env, actor } = row;
    await recordOrgEvent(tx, openOrigin(deps.secrets, origin, originOfActor(actor, env)), {
      orgId,
      action: 'charge.returned',
      target: { kind: 'charge', id: row.chargeId },
      after: { return_id: returnId, refund_minor: refund, currency: row.currency },
      env,
    });
    const written = await writeReturn(tx, {
      ...posting,
      returnId,
      at: row.now,
      journalId: deps.newId(),
      entries: jsonText(entriesOf(row, posting)),
      lines: jsonText(posting.lines),
      cuts: jsonText(cuts),
      eventId: deps.newId(),
      body: jsonText(body),
      deliveryId: deps.newId(),
      deadline: deadlineOf(deadline),
    });
    return { answer: ok(returned), deliveryId: written?.deliveryId ?? null };
  });
}

/**
 * Returns what a return of these goods would post now, and writes nothing. Refused: what `decideReturn`
 * refuses. Source: contract, section 18.
 */
export async function previewReturn(
  on: Queryable,
  { chargeId, items }: { readonly chargeId: string; readonly items: ReturnRequest },
): Promise<Outcome<Omit<ReturnResult, 'returnId'>>> {
  const row = await chargeFactsRow(on, { chargeId });
  if (row === null) return refuse('charge_not_found');
  const decision = decideReturn(factsOf(row), items);
  return decision.ok ? ok(resultOf(decision.value)) : decision;
}

function resultOf({ refund, buyerCut, recommenderCut, cuts }: ReturnPosting): Omit<ReturnResult, 'returnId'> {
  return { refund, buyerCut, recommenderCut, awardAdjusted: cuts.length > 0 };
}

/** Finds a return when no command is still writing it. */
export const findReturnUnderLock = underLock(lockCheckout, returnedRow);

/**
 * The refund goes to the shopper in full; the merchant pays it less the cashback that comes back. Entries of
 * 0 are not written.
 */
function entriesOf(row: ReturnFactsRow, { refund, buyerCut, recommenderCut }: ReturnPosting): EntryToPost[] {
  const cut = buyerCut + recommenderCut;
  return [
    { account: row.walletId, amount: refund },
    { account: row.merchantAccount, amount: cut - refund },
    { account: row.cashbackAccount, amount: -cut },
  ].filter(({ amount }) => amount !== 0);
}

function factsOf(row: ChargeFactsRow): ReturnFacts {
  return {
    status: row.status,
    shipping: minor(row.shipping),
    tax: minor(row.tax),
    shippingGiven: minor(row.shippingGiven),
    taxGiven: minor(row.taxGiven),
    recommenderShare: bps(row.recommenderShare),
    lines: row.lines.map((line) => ({
      ...line,
      unitPrice: minor(line.unitPrice),
      cashbackRate: bps(line.cashbackRate),
    })),
    awards: row.awards.map((award) => ({ ...award, amount: minor(award.amount) })),
  };
}
