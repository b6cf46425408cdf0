import type {
  CapturedLine,
  OpenAward,
  ReturnFacts,
  ReturnPosting,
  ReturnRequest,
} from '../../../src/domain/charge-return.ts';
import type { Bps, Minor } from '../../../src/domain/money.ts';
import type { Outcome } from '../../../src/domain/outcome.ts';
import { judging, must } from './violation.ts';
import type { ExploredCart, Worth } from './cart.ts';
import { STATUS_OF_PHASE, VOID } from './state.ts';
import type { State } from './state.ts';

/** The effect of one return. */
export interface ReturnEffect {
  readonly label: string;
  readonly returned: readonly number[];
  readonly shippingPart: number;
  readonly taxPart: number;
  readonly refund: number;
  readonly cut: number;
  /** By award, after the return. */
  readonly amounts: readonly number[];
  /** True when the return voids an open award. */
  readonly voids: boolean;
}

/** A request for this number of pieces of each product, in the order of the cart's products. */
interface Wish {
  readonly label: string;
  readonly request: ReturnRequest;
  readonly wanted: readonly number[];
}

/**
 * The effect of every possible return in this state: each quantity of each product, and everything that is
 * left. Throws a violation when the rules allow another return, refuse one, or post another amount than the
 * specification says.
 */
export function returnEffects(cart: ExploredCart, state: State): ReturnEffect[] {
  const facts = factsOf(cart, state);
  const left = cart.products.map((productId) => {
    return facts.lines.reduce(
      (all, line) => all + (line.productId === productId ? line.qty - line.returnedQty : 0),
      0,
    );
  });
  judging('return too many', () => refuseTooMany(cart, facts, left));
  const effects = wishesFor(cart, left).map((wish) =>
    judging(wish.label, () => effectOf(cart, { state, facts, wish })),
  );
  const [rest, all] = [effects.at(-1), effects.at(-2)];
  must(rest === undefined || (all !== undefined && isSame(rest, all)), 'the rest is not all that is left');
  return effects;
}

function isSame(one: ReturnEffect, other: ReturnEffect): boolean {
  const sameLines = one.returned.every((qty, line) => qty === other.returned[line]);
  return (
    sameLines &&
    one.refund === other.refund &&
    one.amounts.every((amount, award) => amount === other.amounts[award])
  );
}

function factsOf(cart: ExploredCart, state: State): ReturnFacts {
  return {
    status: 'CAPTURED',
    lines: cart.lines.map((line, index): CapturedLine => {
      const { productId, unitPrice, qty, cashbackRate } = line;
      const recommended = cart.plan.lines[index]?.recommenderId !== null;
      return {
        line: index,
        productId,
        unitPrice,
        qty,
        returnedQty: state.returned[index] as number,
        cashbackRate,
        recommended,
      };
    }),
    shipping: cart.plan.shipping as Minor,
    tax: cart.plan.tax as Minor,
    shippingGiven: state.shippingGiven as Minor,
    taxGiven: state.taxGiven as Minor,
    recommenderShare: cart.plan.recommenderShare as Bps,
    awards: cart.awards.map(({ line, kind }, index): OpenAward => {
      const status = STATUS_OF_PHASE[state.phases[index] as number] as OpenAward['status'];
      return { id: String(index), line, kind, status, amount: state.amounts[index] as Minor };
    }),
  };
}

/** Cached by cart and by the quantities left: a cart has few of them, and each of its states needs them. */
const wishLists = new WeakMap<ExploredCart, Map<string, readonly Wish[]>>();

/**
 * Every non-empty request for no more than is left. The last two request everything: by quantities, and by
 * `null`.
 */
function wishesFor(cart: ExploredCart, left: readonly number[]): readonly Wish[] {
  const lists = wishLists.get(cart) ?? new Map<string, readonly Wish[]>();
  wishLists.set(cart, lists);
  const key = left.join();
  const list = lists.get(key) ?? wishes(cart, left);
  lists.set(key, list);
  return list;
}

function wishes({ products }: ExploredCart, left: readonly number[]): readonly Wish[] {
  let vectors: number[][] = [[]];
  for (const most of left)
    vectors = vectors.flatMap((head) => Array.from({ length: most + 1 }, (_, qty) => [...head, qty]));
  const list = vectors.slice(1).map((wanted): Wish => {
    const request = products
      .map((productId, index) => ({ productId, qty: wanted[index] as number }))
      .filter(({ qty }) => qty > 0);
    return {
      label: `return ${request.map(({ productId, qty }) => `${qty} of ${productId}`).join(', ')}`,
      request,
      wanted,
    };
  });
  return list.length === 0 ? list : [...list, { label: 'return the rest', request: null, wanted: left }];
}

function refuseTooMany({ products, rules }: ExploredCart, facts: ReturnFacts, left: readonly number[]): void {
  const refused = (outcome: Outcome<unknown>): boolean =>
    !outcome.ok && outcome.refusal.code === 'return_qty_exceeds_captured';
  products.forEach((productId, index) => {
    const qty = (left[index] as number) + 1;
    must(
      refused(rules.decideReturn(facts, [{ productId, qty }])),
      'more of a product can be returned than is left',
    );
    if (qty === 1) return;
    const rows = [
      { productId, qty: 1 },
      { productId, qty: qty - 1 },
    ];
    must(
      refused(rules.decideReturn(facts, rows)),
      'more of a product can be returned than is left, in two rows',
    );
  });
  must(
    refused(rules.decideReturn(facts, [{ productId: 'unknown', qty: 1 }])),
    'a product that was not sold can be returned',
  );
  if (left.every((pieces) => pieces === 0))
    must(refused(rules.decideReturn(facts, null)), 'nothing is left, and it can be returned');
}

interface Wished {
  readonly state: State;
  readonly facts: ReturnFacts;
  readonly wish: Wish;
}

function effectOf(cart: ExploredCart, { state, facts, wish }: Wished): ReturnEffect {
  const outcome = cart.rules.decideReturn(facts, wish.request);
  must(outcome.ok, `what is left cannot be returned: ${wish.label}`);
  const posting = (outcome as Extract<typeof outcome, { ok: true }>).value;
  const returned = checkLines(cart, { posting, state, wish });
  checkParts(cart, { posting, state, returned });
  const amounts = checkCuts(cart, { posting, state, returned });
  return {
    label: wish.label,
    returned,
    shippingPart: posting.shippingPart,
    taxPart: posting.taxPart,
    refund: posting.refund,
    cut: posting.buyerCut + posting.recommenderCut,
    amounts,
    voids: amounts.some((amount, award) => amount === 0 && state.phases[award] !== VOID),
  };
}

/** The returned pieces by line, after this return. Lines of one product are used up in cart order. */
function checkLines(
  cart: ExploredCart,
  { posting, state, wish }: { posting: ReturnPosting; state: State; wish: Wish },
): number[] {
  const wanted = [...wish.wanted];
  let rows = 0;
  const returned = cart.lines.map(({ productId, qty, unitPrice }, line) => {
    const product = cart.products.indexOf(productId);
    const before = state.returned[line] as number;
    const now = Math.min(qty - before, wanted[product] as number);
    wanted[product] = (wanted[product] as number) - now;
    const row = posting.lines.find((one) => one.line === line);
    if (row !== undefined) rows += 1;
    must((row?.qty ?? 0) === now, 'a return takes another quantity of a line than was asked for');
    must((row?.goods ?? 0) === unitPrice * now, 'the goods of a returned line are not price × quantity');
    return before + now;
  });
  must(rows === posting.lines.length, 'a return names a line twice, or one that was not sold');
  return returned;
}

interface Posted {
  readonly posting: ReturnPosting;
  readonly state: State;
  readonly returned: readonly number[];
}

/**
 * Checks shipping and tax, each on its own: by the value of the returned goods, or by pieces where all goods
 * are free.
 */
function checkParts(
  { lines, goods, pieces, plan }: ExploredCart,
  { posting, state, returned }: Posted,
): void {
  const value = returned.reduce((all, qty, line) => all + qty * (lines[line]?.unitPrice as number), 0);
  const count = returned.reduce((all, qty) => all + qty, 0);
  const due = (extra: number): number =>
    goods > 0 ? Math.floor((extra * value) / goods) : Math.floor((extra * count) / pieces);
  must(
    posting.shippingPart === due(plan.shipping) - state.shippingGiven,
    'the part of shipping is not what is due by now, rounded down',
  );
  must(
    posting.taxPart === due(plan.tax) - state.taxGiven,
    'the part of tax is not what is due by now, rounded down',
  );
  must(posting.shippingPart >= 0 && posting.taxPart >= 0, 'a return takes shipping or tax from the shopper');
  must(
    posting.goods === posting.lines.reduce((all, row) => all + row.goods, 0),
    'the goods are not the sum of the lines',
  );
  must(
    posting.refund === posting.goods + posting.shippingPart + posting.taxPart,
    'the refund is not goods + shipping + tax',
  );
}

/**
 * Returns the amount of each award after the return. The cut is the amount that the returned pieces had
 * earned, of open awards.
 */
function checkCuts(cart: ExploredCart, { posting, state, returned }: Posted): number[] {
  const sums = { buyer: 0, recommender: 0 };
  let rows = 0;
  const amounts = cart.awards.map(({ line, kind }, index) => {
    const amount = state.amounts[index] as number;
    const cut = posting.cuts.find(({ awardId }) => awardId === String(index));
    if (cut !== undefined) rows += 1;
    const status = STATUS_OF_PHASE[state.phases[index] as number];
    if (status !== 'DEFERRED' && status !== 'PENDING') {
      must(cut === undefined, status === 'LANDED' ? 'a landed award is cut' : 'a void award is cut');
      return amount;
    }
    const worth = cart.worth[line] as readonly Worth[];
    const qty = cart.lines[line]?.qty as number;
    const due = (worth[qty - (returned[line] as number)] as Worth)[kind];
    const had = (worth[qty - (state.returned[line] as number)] as Worth)[kind];
    must((cut?.cut ?? 0) === had - due, 'an open award is not cut by exactly what the return takes away');
    must((cut?.left ?? amount) === amount - (had - due), 'what a cut leaves is not the award less the cut');
    sums[kind] += had - due;
    return cut?.left ?? amount;
  });
  must(rows === posting.cuts.length, 'an award is cut twice, or one that is not there');
  must(
    posting.buyerCut === sums.buyer && posting.recommenderCut === sums.recommender,
    'the cuts of a return are not the sums of its awards’ cuts',
  );
  must(posting.refund >= sums.buyer + sums.recommender, 'a return cuts more than it refunds');
  return amounts;
}

/** The phases of the awards after a return left them these amounts. */
export function phasesAfter(state: State, amounts: readonly number[]): number[] {
  return state.phases.map((phase, index) => (amounts[index] === 0 ? VOID : phase));
}
