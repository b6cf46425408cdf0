import { bps, minor, portion, sum } from './money.ts';
import type { Bps, Minor } from './money.ts';

/**
 * The time between the start of an award's pending period and its landing. Source: specification, "Limits".
 */
export const PENDING_MS = 30 * 24 * 60 * 60 * 1000;

/** The recommender's share of a pot for a new organization. Source: contract, section 7. */
export const DEFAULT_RECOMMENDER_SHARE = bps(5000);

export type AwardStatus = 'DEFERRED' | 'PENDING' | 'LANDED' | 'VOIDED';
export type AwardKind = 'recommender' | 'buyer';

/**
 * A captured line with its pot and its recommender. `buyerRecommends` is true when the buyer already
 * recommends the product.
 */
export interface PotLine {
  readonly line: number;
  readonly productId: string;
  readonly pot: Minor;
  readonly recommenderId: string | null;
  readonly buyerRecommends: boolean;
}

export interface LineSplit extends PotLine {
  readonly recommenderAmount: Minor;
  readonly buyerAmount: Minor;
}

export interface CashbackSplit {
  readonly lines: readonly LineSplit[];
  readonly recommenderAmount: Minor;
  readonly deferredBuyerAmount: Minor;
  /** One row per recommender with the sum of their lines, in the order of their first lines. */
  readonly recommenders: readonly { readonly userId: string; readonly amount: Minor }[];
  /** The recommender with the largest amount. Of equal ones, the one with the earlier line. */
  readonly recommenderId: string | null;
}

/**
 * Splits one pot: the recommender gets ⌊pot × share / 10000⌋, the buyer gets the rest. Without a
 * recommendation the buyer gets all of it. Source: specification, "Cashback rules".
 */
export function splitPot(pot: Minor, recommended: boolean, share: Bps): { recommender: Minor; buyer: Minor } {
  const recommender = recommended ? portion(pot, share) : minor(0);
  return { recommender, buyer: minor(pot - recommender) };
}

/**
 * Splits the pot of every line and adds the amounts up by recommender. The amounts add up exactly to the
 * pots.
 */
export function splitCashback(lines: readonly PotLine[], share: Bps): CashbackSplit {
  const split = lines.map((line): LineSplit => {
    const { recommender, buyer } = splitPot(line.pot, line.recommenderId !== null, share);
    return { ...line, recommenderAmount: recommender, buyerAmount: buyer };
  });
  const earned = new Map<string, number>();
  for (const { recommenderId, recommenderAmount } of split) {
    if (recommenderId !== null)
      earned.set(recommenderId, (earned.get(recommenderId) ?? 0) + recommenderAmount);
  }
  const recommenders = [...earned].map(([userId, amount]) => ({ userId, amount: minor(amount) }));
  const primary = recommenders.reduce<(typeof recommenders)[number] | null>(
    (most, row) => (most === null || row.amount > most.amount ? row : most),
    null,
  );
  return {
    lines: split,
    recommenderAmount: sum(split.map((line) => line.recommenderAmount)),
    deferredBuyerAmount: sum(split.map((line) => line.buyerAmount)),
    recommenders,
    recommenderId: primary?.userId ?? null,
  };
}

/**
 * The recommender's share that applies: the merchant's own, clamped to the country's bounds. Source:
 * contract, section 14.
 */
export function clampShare(share: Bps, bounds: { readonly least: Bps; readonly most: Bps }): Bps {
  return Math.min(Math.max(share, bounds.least), bounds.most) as Bps;
}

/** Returns what the buyer gets of pots of which each has a recommender or none. */
export function buyerPart(
  pots: readonly { readonly pot: Minor; readonly isRecommended: boolean }[],
  share: Bps,
): Minor {
  return sum(pots.map(({ pot, isRecommended }) => splitPot(pot, isRecommended, share).buyer));
}

/** A new award, as a capture stores it. An amount of 0 makes no award. */
export interface FirstAward {
  readonly line: number;
  readonly productId: string;
  readonly kind: AwardKind;
  readonly beneficiaryId: string;
  readonly amount: Minor;
  readonly status: 'PENDING' | 'DEFERRED';
}

/**
 * The awards that a capture creates.
 *
 * A recommender's award is pending from the capture on. The buyer's award is deferred until the buyer
 * recommends the product. It is pending at once if the buyer already does. Source: contract, section 7.
 */
export function firstAwards(split: CashbackSplit, buyerId: string): FirstAward[] {
  const awards: FirstAward[] = [];
  for (const {
    line,
    productId,
    recommenderId,
    recommenderAmount,
    buyerAmount,
    buyerRecommends,
  } of split.lines) {
    if (recommenderId !== null && recommenderAmount > 0) {
      awards.push({
        line,
        productId,
        kind: 'recommender',
        beneficiaryId: recommenderId,
        amount: recommenderAmount,
        status: 'PENDING',
      });
    }
    if (buyerAmount > 0) {
      const status = buyerRecommends ? 'PENDING' : 'DEFERRED';
      awards.push({ line, productId, kind: 'buyer', beneficiaryId: buyerId, amount: buyerAmount, status });
    }
  }
  return awards;
}
