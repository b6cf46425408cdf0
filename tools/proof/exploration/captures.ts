import type { CapturePosting } from '../../../src/domain/charge.ts';
import type { FirstAward } from '../../../src/domain/cashback.ts';
import type { ExploredCart, Worth } from './cart.ts';
import { captureFacts, termsOf, timeOf } from './commands.ts';
import { DEFERRED, PENDING } from './state.ts';
import type { State } from './state.ts';
import { must } from './violation.ts';

const BUYER = 'ann';

/**
 * Returns the amounts that a capture posts in this state. Throws a violation when the rules refuse it, or
 * post another amount than the specification says.
 */
export function captureNow(cart: ExploredCart, state: State): { posting: CapturePosting; phases: number[] } {
  const facts = captureFacts(cart, state);
  if (cart.plan.env === 'live') {
    const gated = cart.rules.decideCapture(facts, termsOf(cart, 'PENDING'), timeOf(state));
    must(!gated.ok && gated.refusal.code === 'merchant_kyb_not_approved', 'a live capture needs no KYB');
  }
  const outcome = cart.rules.decideCapture(
    facts,
    termsOf(cart, cart.plan.env === 'live' ? 'APPROVED' : 'NOT_STARTED'),
    timeOf(state),
  );
  must(outcome.ok, 'a charge that is held cannot be captured');
  const posting = (outcome as Extract<typeof outcome, { ok: true }>).value;
  checkPosting(cart, posting);
  checkRecommenders(cart, posting);
  return { posting, phases: checkAwards(cart, cart.rules.firstAwards(posting.split, BUYER), state) };
}

function checkPosting(cart: ExploredCart, { mdrFee, net, split }: CapturePosting): void {
  must(
    net + mdrFee + cart.cashback === cart.total,
    'a capture is not balanced: the total is not net + fee + cashback',
  );
  must(mdrFee === cart.fee, 'the fee is not (total − tax − cashback) × rate, rounded down');
  must(split.lines.length === cart.lines.length, 'a capture splits another number of lines');
  split.lines.forEach(({ recommenderAmount, buyerAmount }, line) => {
    const due = cart.worth[line]?.at(-1) as Worth;
    must(recommenderAmount + buyerAmount === due.pot, 'recommender and buyer together have not the pot');
    must(
      recommenderAmount === due.recommender,
      'the recommender has not pot × share, rounded down, or has it without a recommendation',
    );
  });
  must(
    split.recommenderAmount + split.deferredBuyerAmount === cart.cashback,
    'the sums of the split are not the pots',
  );
}

/**
 * Checks the recommenders: one row each, and the first of those with the largest amount is the primary one.
 */
function checkRecommenders({ plan, worth }: ExploredCart, { split }: CapturePosting): void {
  const earned = new Map<string, number>();
  plan.lines.forEach(({ recommenderId }, line) => {
    const { recommender } = (worth[line] as readonly Worth[]).at(-1) as Worth;
    if (recommenderId !== null) earned.set(recommenderId, (earned.get(recommenderId) ?? 0) + recommender);
  });
  must(split.recommenders.length === earned.size, 'a recommender has no row, or two');
  for (const { userId, amount } of split.recommenders)
    must(earned.get(userId) === amount, 'a recommender’s row is not the sum of their lines');
  const most = Math.max(...earned.values());
  const primary = [...earned].find(([, amount]) => amount === most)?.[0] ?? null;
  must(
    split.recommenderId === primary,
    'the primary recommender is not the first of those who earn the most',
  );
}

/**
 * Checks the awards and returns their phases: a recommender's is pending at once, the buyer's only if the
 * buyer already recommends the product.
 */
function checkAwards(cart: ExploredCart, awards: readonly FirstAward[], state: State): number[] {
  must(awards.length === cart.awards.length, 'a capture makes an award too many, or too few');
  return awards.map(({ line, kind, amount, status, beneficiaryId }, index) => {
    const due = cart.awards[index];
    must(
      due?.line === line && due.kind === kind && due.amount === amount,
      'an award at capture is not its part of the pot',
    );
    must(
      beneficiaryId === (kind === 'buyer' ? BUYER : cart.plan.lines[line]?.recommenderId),
      'an award belongs to another shopper',
    );
    const product = cart.products.indexOf(cart.plan.lines[line]?.productId as string);
    const pending = kind === 'recommender' || ((state.recommends >> product) & 1) === 1;
    must(status === (pending ? 'PENDING' : 'DEFERRED'), 'an award begins with another status');
    return pending ? PENDING : DEFERRED;
  });
}
