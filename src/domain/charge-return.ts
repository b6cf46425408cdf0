import { splitPot } from './cashback.ts';
import type { AwardKind, AwardStatus } from './cashback.ts';
import type { ChargeStatus } from './charge.ts';
import { minor, portion, share, sum } from './money.ts';
import type { Bps, Minor } from './money.ts';
import { ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** A captured line with the quantity that earlier returns took back. */
export interface CapturedLine {
  readonly line: number;
  readonly productId: string;
  readonly unitPrice: Minor;
  readonly qty: number;
  readonly returnedQty: number;
  readonly cashbackRate: Bps;
  readonly recommended: boolean;
}

/** An award of the charge, in its current state. */
export interface OpenAward {
  readonly id: string;
  readonly line: number;
  readonly kind: AwardKind;
  readonly status: AwardStatus;
  readonly amount: Minor;
}

/** The facts that decide a return, read under the charge's lock. */
export interface ReturnFacts {
  readonly status: ChargeStatus;
  /** In cart order. */
  readonly lines: readonly CapturedLine[];
  readonly shipping: Minor;
  readonly tax: Minor;
  /** The shipping and the tax that earlier returns refunded. */
  readonly shippingGiven: Minor;
  readonly taxGiven: Minor;
  readonly recommenderShare: Bps;
  readonly awards: readonly OpenAward[];
}

/**
 * The products that the merchant takes back, one row per product. Null takes back everything that is left.
 */
export type ReturnRequest = readonly { readonly productId: string; readonly qty: number }[] | null;

export interface AwardCut {
  readonly awardId: string;
  readonly line: number;
  readonly kind: AwardKind;
  readonly cut: Minor;
  /** The rest of the award. At 0 the award is void. */
  readonly left: Minor;
}

export interface ReturnedLine {
  readonly line: number;
  readonly qty: number;
  readonly goods: Minor;
  readonly buyerCut: Minor;
  readonly recommenderCut: Minor;
}

/** The amounts that a return posts. The shopper gets `refund`. The merchant pays `refund` minus the cuts. */
export interface ReturnPosting {
  readonly lines: readonly ReturnedLine[];
  readonly goods: Minor;
  readonly shippingPart: Minor;
  readonly taxPart: Minor;
  readonly refund: Minor;
  readonly buyerCut: Minor;
  readonly recommenderCut: Minor;
  readonly cuts: readonly AwardCut[];
}

/** The result of a return, in minor units. A repeat of the same command returns the same result. */
export interface ReturnResult {
  readonly returnId: string;
  readonly refund: number;
  readonly buyerCut: number;
  readonly recommenderCut: number;
  readonly awardAdjusted: boolean;
}

/**
 * Decides a return: the refund and the cuts of awards, or a refusal.
 *
 * A repeated product uses up its lines in cart order. Deferred and pending awards are cut to the amounts that
 * the quantity left would have earned. Landed awards are not cut. Refused: `charge not captured`, `return qty
 * exceeds captured` (also for unknown products, and when nothing is left). Source: specification, "Return
 * result"; contract, section 6.
 */
export function decideReturn(facts: ReturnFacts, request: ReturnRequest): Outcome<ReturnPosting> {
  if (facts.status !== 'CAPTURED') return refuse('charge_not_captured');
  const quantities = decideQuantities(facts.lines, request);
  if (!quantities.ok) return quantities;
  const taken = quantities.value;

  const cuts = cutAwards(facts, taken);
  const cutOf = (line: number, kind: AwardKind) =>
    sum(cuts.filter((cut) => cut.line === line && cut.kind === kind).map(({ cut }) => cut));
  const lines = facts.lines
    .filter(({ line }) => taken.has(line))
    .map((line): ReturnedLine => {
      const qty = taken.get(line.line) as number;
      const goods = minor(line.unitPrice * qty);
      return {
        line: line.line,
        qty,
        goods,
        buyerCut: cutOf(line.line, 'buyer'),
        recommenderCut: cutOf(line.line, 'recommender'),
      };
    });
  const goods = sum(lines.map((line) => line.goods));
  const basis = returnBasis(facts.lines, taken);
  const shippingPart = extraDue(facts.shipping, facts.shippingGiven, basis);
  const taxPart = extraDue(facts.tax, facts.taxGiven, basis);
  return ok({
    lines,
    goods,
    shippingPart,
    taxPart,
    refund: sum([goods, shippingPart, taxPart]),
    buyerCut: sum(lines.map((line) => line.buyerCut)),
    recommenderCut: sum(lines.map((line) => line.recommenderCut)),
    cuts,
  });
}

/** A captured line with its returned quantity. */
export type LineLeft = Pick<CapturedLine, 'line' | 'productId' | 'qty' | 'returnedQty'>;

/** The quantity to take back of each line. Refused: `return qty exceeds captured`. */
export function decideQuantities(
  lines: readonly LineLeft[],
  request: ReturnRequest,
): Outcome<ReadonlyMap<number, number>> {
  const taken = request === null ? allThatIsLeft(lines) : takeInOrder(lines, request);
  return taken === null || taken.size === 0 ? refuse('return_qty_exceeds_captured') : ok(taken);
}

/**
 * The returned part of the charge, this return included: by goods value, or by quantity where all goods are
 * free.
 */
export interface ReturnBasis {
  readonly returned: number;
  readonly whole: number;
}

/**
 * The part of one extra (shipping or tax) that this return refunds.
 *
 * It is the part due for everything returned so far, rounded down, minus the part already refunded. So a full
 * return in any number of steps refunds the extra exactly. Source: contract, section 6.
 */
export function extraDue(extra: Minor, givenBack: Minor, { returned, whole }: ReturnBasis): Minor {
  if (returned > whole) throw new RangeError(`returning ${returned} of ${whole}`);
  return minor(share(extra, returned, whole) - givenBack);
}

function returnBasis(lines: readonly CapturedLine[], taken: ReadonlyMap<number, number>): ReturnBasis {
  const back = (line: CapturedLine): number => line.returnedQty + (taken.get(line.line) ?? 0);
  const value = sum(lines.map(({ unitPrice, qty }) => unitPrice * qty));
  if (value > 0) return { returned: sum(lines.map((line) => line.unitPrice * back(line))), whole: value };
  return { returned: sum(lines.map(back)), whole: sum(lines.map(({ qty }) => qty)) };
}

function allThatIsLeft(lines: readonly LineLeft[]): Map<number, number> {
  return new Map(
    lines
      .filter(({ qty, returnedQty }) => qty > returnedQty)
      .map(({ line, qty, returnedQty }) => [line, qty - returnedQty]),
  );
}

/** The quantity by line, or null when the request exceeds the quantity left. */
function takeInOrder(
  lines: readonly LineLeft[],
  request: NonNullable<ReturnRequest>,
): Map<number, number> | null {
  const wanted = new Map<string, number>();
  for (const { productId, qty } of request) wanted.set(productId, (wanted.get(productId) ?? 0) + qty);
  const taken = new Map<number, number>();
  for (const { line, productId, qty, returnedQty } of lines) {
    const now = Math.min(qty - returnedQty, wanted.get(productId) ?? 0);
    if (now <= 0) continue;
    taken.set(line, now);
    wanted.set(productId, (wanted.get(productId) ?? 0) - now);
  }
  return [...wanted.values()].some((missing) => missing > 0) ? null : taken;
}

function cutAwards(
  { lines, awards, recommenderShare }: ReturnFacts,
  taken: ReadonlyMap<number, number>,
): AwardCut[] {
  const cuts: AwardCut[] = [];
  for (const { line, unitPrice, qty, returnedQty, cashbackRate, recommended } of lines) {
    const now = taken.get(line);
    if (now === undefined) continue;
    const pot = portion(minor(unitPrice * (qty - returnedQty - now)), cashbackRate);
    const left = splitPot(pot, recommended, recommenderShare);
    for (const award of awards) {
      if (award.line !== line || (award.status !== 'DEFERRED' && award.status !== 'PENDING')) continue;
      const cut = minor(award.amount - left[award.kind]);
      if (cut > 0) cuts.push({ awardId: award.id, line, kind: award.kind, cut, left: left[award.kind] });
    }
  }
  return cuts;
}
