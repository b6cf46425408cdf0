import type { CartLine } from '../../../src/domain/cart.ts';
import type { FirstAward } from '../../../src/domain/cashback.ts';
import { must, Violation } from './violation.ts';
import type { CartPlan } from './plans.ts';
import type { MoneyRules } from './rules.ts';
import type { State } from './state.ts';

/** The amounts of a line's awards when this number of its pieces stay sold. */
export interface Worth {
  readonly pot: number;
  readonly recommender: number;
  readonly buyer: number;
}

/** A cart that the rules accepted, with all that stays the same in each of its states. */
export interface ExploredCart {
  readonly plan: CartPlan;
  readonly rules: MoneyRules;
  readonly lines: readonly CartLine[];
  readonly products: readonly string[];
  readonly goods: number;
  readonly pieces: number;
  readonly total: number;
  /** The sum of the pots, as the specification computes it. */
  readonly cashback: number;
  readonly fee: number;
  /** By line, then by the number of pieces that stay sold. */
  readonly worth: readonly (readonly Worth[])[];
  /** The awards that a capture makes, in its order. Amounts as at capture. */
  readonly awards: readonly Pick<FirstAward, 'line' | 'kind' | 'productId' | 'amount'>[];
}

const WHOLE = 10_000;

/** ⌊amount × rate ÷ 10000⌋: exact for amounts below 2^39, and these are below 2^16. */
const floored = (amount: number, rate: number): number => Math.floor((amount * rate) / WHOLE);

/**
 * Lets the rules judge the cart, and computes the values that the specification expects of it. Throws a
 * violation when they differ. Source: contract, section 5.
 */
export function openCart(plan: CartPlan, rules: MoneyRules): ExploredCart {
  const goods = plan.lines.reduce((all, { unitPrice, qty }) => all + unitPrice * qty, 0);
  const total = goods + plan.shipping + plan.tax;
  const offer = {
    items: plan.lines.map((line) => ({ ...line, displayName: line.productId })),
    total,
    shippingAmount: plan.shipping,
    taxAmount: plan.tax,
  };
  const decision = rules.decideCart(offer);
  if (!decision.ok) throw new Violation(`the cart is refused: ${decision.refusal.reason}`);
  const cart = decision.value;
  const worth = plan.lines.map(({ unitPrice, qty, cashbackRate, recommenderId }) =>
    Array.from({ length: qty + 1 }, (_, sold): Worth => {
      const pot = floored(unitPrice * sold, cashbackRate);
      const recommender = recommenderId === null ? 0 : floored(pot, plan.recommenderShare);
      return { pot, recommender, buyer: pot - recommender };
    }),
  );
  const whole = worth.map((steps) => steps.at(-1) as Worth);
  const cashback = whole.reduce((all, { pot }) => all + pot, 0);
  must(
    cart.lines.every(({ pot }, line) => pot === whole[line]?.pot),
    'a pot is not unit price × quantity × rate, rounded down',
  );
  must(cart.totalCashback === cashback, 'the cashback of the cart is not the sum of its pots');
  must(cart.total === total, 'the total of the cart is not goods + shipping + tax');
  return {
    plan,
    rules,
    lines: cart.lines,
    products: [...new Set(plan.lines.map(({ productId }) => productId))],
    goods,
    pieces: plan.lines.reduce((all, { qty }) => all + qty, 0),
    total,
    cashback,
    fee: floored(total - plan.tax - cashback, plan.mdr),
    worth,
    awards: plan.lines.flatMap(({ productId }, line) => {
      const { recommender, buyer } = whole[line] as Worth;
      const all = [
        { line, kind: 'recommender' as const, productId, amount: recommender as FirstAward['amount'] },
        { line, kind: 'buyer' as const, productId, amount: buyer as FirstAward['amount'] },
      ];
      return all.filter(({ amount }) => amount > 0);
    }),
  };
}

/** The state in which the checkout was just created: the buyer's wallet holds exactly the total. */
export function firstState({ lines, total }: ExploredCart): State {
  return {
    checkout: 'PENDING',
    charge: null,
    moment: 0,
    authorizedAt: 0,
    recommends: 0,
    returned: lines.map(() => 0),
    shippingGiven: 0,
    taxGiven: 0,
    refunded: 0,
    cut: 0,
    books: { wallet: total, held: 0, merchant: 0, fees: 0, cashback: 0, recommenders: 0 },
    phases: [],
    amounts: [],
  };
}
