import { must } from './violation.ts';
import type { ExploredCart, Worth } from './cart.ts';
import { DEFERRED, isPending, LANDED, VOID } from './state.ts';
import type { State } from './state.ts';

/** Throws a violation unless the books and awards of this state match the specification. */
export function checkState(cart: ExploredCart, state: State): void {
  const { books } = state;
  const { wallet, held, merchant, fees, cashback, recommenders } = books;
  must(
    wallet + merchant + fees + cashback + recommenders === cart.total,
    'money appeared or vanished: the books do not sum to what they began with',
  );
  must(held >= 0 && held <= wallet, 'the hold is not covered by the wallet');
  must(
    held === (state.checkout === 'AUTHORIZED' ? cart.total : 0),
    'only an authorized checkout holds money, and exactly its total',
  );
  if (state.charge === 'CAPTURED') checkCaptured(cart, state);
  else
    must(
      merchant === 0 && fees === 0 && cashback === 0 && state.amounts.length === 0,
      'money moved without a capture',
    );
}

function checkCaptured(cart: ExploredCart, state: State): void {
  const { books, refunded, cut } = state;
  must(
    books.fees === cart.fee,
    'the fee is not (total − tax − cashback) × rate, rounded down, once and for all',
  );
  const { open, landed } = checkAwards(cart, state);
  must(books.cashback === open, 'the cashback account is not the sum of the awards that are open');
  must(
    open + landed + cut === cart.cashback,
    'the cashback that was funded is not what is open, landed and cut',
  );
  must(
    books.merchant === cart.total - cart.fee - refunded - open - landed,
    'the merchant has not total − fee − refunds − cashback',
  );

  let left = 0;
  for (let line = 0; line < cart.lines.length; line += 1) {
    const leftOfLine = (cart.lines[line]?.qty as number) - (state.returned[line] as number);
    must(leftOfLine >= 0, 'more pieces of a line went back than were sold');
    left += leftOfLine;
  }
  must(refunded <= cart.total, 'the refunds exceed the total');
  must(
    state.shippingGiven <= cart.plan.shipping && state.taxGiven <= cart.plan.tax,
    'more shipping or tax went back than was paid',
  );
  if (left > 0) return;
  must(refunded === cart.total, 'everything went back, but the refunds do not sum to the total');
  must(state.shippingGiven === cart.plan.shipping, 'everything went back, but not all of the shipping');
  must(state.taxGiven === cart.plan.tax, 'everything went back, but not all of the tax');
  must(open === 0, 'everything went back, but an award is still open');
}

function checkAwards(cart: ExploredCart, state: State): { open: number; landed: number } {
  let open = 0;
  let landed = 0;
  for (let index = 0; index < cart.awards.length; index += 1) {
    const { line, kind, amount: original } = cart.awards[index] as ExploredCart['awards'][number];
    const amount = state.amounts[index] as number;
    const sold = (cart.lines[line]?.qty as number) - (state.returned[line] as number);
    const due = ((cart.worth[line] as readonly Worth[])[sold] as Worth)[kind];
    const phase = state.phases[index] as number;
    if (phase === DEFERRED || isPending(phase)) {
      must(amount > 0, 'an award of nothing is open');
      must(amount === due, 'an open award is not what the pieces that stay sold have earned');
      open += amount;
    } else if (phase === LANDED) {
      must(
        amount >= due && amount <= original,
        'a landed award is less than the pieces left earned, or more than it was at capture',
      );
      landed += amount;
    } else {
      must(
        phase === VOID && amount === 0 && due === 0,
        'an award is void, and pieces that stay sold have earned it',
      );
    }
  }
  return { open, landed };
}

/** Throws a violation when a move changed a value that it must not change. */
export function checkMove(before: State, after: State): void {
  for (let line = 0; line < before.returned.length; line += 1) {
    must(
      (after.returned[line] as number) >= (before.returned[line] as number),
      'a piece that went back is sold again',
    );
  }
  must(after.refunded >= before.refunded && after.cut >= before.cut, 'a refund or a cut was undone');
  if (before.charge !== 'CAPTURED') return;
  must(after.charge === 'CAPTURED' && after.checkout === 'CAPTURED', 'a captured charge changed its status');
  for (let index = 0; index < before.amounts.length; index += 1) {
    const [was, is] = [before.amounts[index] as number, after.amounts[index] as number];
    must(is >= 0 && is <= was, 'an award is negative, or grew');
    if (before.phases[index] === LANDED)
      must(is === was && after.phases[index] === LANDED, 'a landed award changed');
    if (before.phases[index] === VOID) must(after.phases[index] === VOID, 'a void award came back');
    if (after.phases[index] === LANDED) must(is === was, 'an award landed with another amount');
  }
}
