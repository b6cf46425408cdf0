import { bps, minor, portion, sum } from './money.ts';
import type { Bps, Minor } from './money.ts';

/** How long cashback stays pending before it lands. Source: specification, "Limits". */
export const PENDING_MS = 30 * 24 * 60 * 60 * 1000;

/** The recommender's part of a pot at a new organization. Source: contract, section 7. */
export const DEFAULT_RECOMMENDER_SHARE = bps(5000);

export type AwardStatus = 'DEFERRED' | 'PENDING' | 'LANDED' | 'VOIDED';
export type AwardKind = 'recommender' | 'buyer';

/** A captured line: its pot, who recommended the product, and whether the buyer recommends it already. */
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
  /** One row a recommender in the order of their first line, their lines added up. */
  readonly recommenders: readonly { readonly userId: string; readonly amount: Minor }[];
  /** Whoever earns the most; of equals the one whose line comes first. */
  readonly recommenderId: string | null;
}

/**
 * One pot split in two: recommender ⌊pot × share / 10000⌋, the buyer has the rest.
 * Without a recommendation all of it is the buyer's. Source: specification, "Cashback rules".
 */
export function splitPot(pot: Minor, recommended: boolean, share: Bps): { recommender: Minor; buyer: Minor } {
  const recommender = recommended ? portion(pot, share) : minor(0);
  return { recommender, buyer: minor(pot - recommender) };
}

/** Every line's pot split, and the sums by recommender. Recommender and buyer together are the pots to the cent. */
export function splitCashback(lines: readonly PotLine[], share: Bps): CashbackSplit {
  const split = lines.map((line): LineSplit => {
    const { recommender, buyer } = splitPot(line.pot, line.recommenderId !== null, share);
    return { ...line, recommenderAmount: recommender, buyerAmount: buyer };
  });
  const earned = new Map<string, number>();
  for (const { recommenderId, recommenderAmount } of split) {
    if (recommenderId !== null) earned.set(recommenderId, (earned.get(recommenderId) ?? 0) + recommenderAmount);
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

/** The recommender's share in force: the merchant's own, kept within the country's bounds. Source: contract, section 14. */
export function clampShare(share: Bps, bounds: { readonly least: Bps; readonly most: Bps }): Bps {
  return Math.min(Math.max(share, bounds.least), bounds.most) as Bps;
}

/** An award as it is written at capture. Amounts of 0 make no award. */
export interface FirstAward {
  readonly line: number;
  readonly productId: string;
  readonly kind: AwardKind;
  readonly beneficiaryId: string;
  readonly amount: Minor;
  readonly status: 'PENDING' | 'DEFERRED';
}

/**
 * The awards that a capture makes: recommenders' are pending from now on, the buyer's are deferred until the
 * buyer recommends the product, which they may have done already. Source: contract, section 7.
 */
export function firstAwards(split: CashbackSplit, buyerId: string): FirstAward[] {
  const awards: FirstAward[] = [];
  for (const { line, productId, recommenderId, recommenderAmount, buyerAmount, buyerRecommends } of split.lines) {
    if (recommenderId !== null && recommenderAmount > 0) {
      awards.push({ line, productId, kind: 'recommender', beneficiaryId: recommenderId, amount: recommenderAmount, status: 'PENDING' });
    }
    if (buyerAmount > 0) {
      const status = buyerRecommends ? 'PENDING' : 'DEFERRED';
      awards.push({ line, productId, kind: 'buyer', beneficiaryId: buyerId, amount: buyerAmount, status });
    }
  }
  return awards;
}
