import type { Cart, RecordedAnswer, RecordedCall, RecordedFault } from './history.ts';

/** A history with one fault that the checker must refuse, or one without a fault that it must accept. */
export interface PlantedHistory {
  readonly name: string;
  /** The model that must refuse it, with its verdict. Null when every model must accept it. */
  readonly expected: { readonly model: string; readonly verdict: string } | null;
  readonly lines: readonly object[];
}

/** Three pieces of 1,000 and shipping of 100, without cashback. The fee is 2 %: 62. */
const CART: Cart = {
  lines: [{ product: 'tea', price: 1000, qty: 3, rate_bps: 0 }],
  shipping: 100,
  tax: 0,
  total: 3100,
};
const CAPTURED: RecordedAnswer = { journal: 'journal', fee: 62, recommender: 0, deferred: 0 };
/** A third of the goods with a third of the shipping. */
const ONE_BACK = { refund: 1033, buyer_cut: 0, rec_cut: 0 };

type Step = Pick<RecordedCall, 'operation'> & Partial<RecordedCall>;

/** Builds a history of calls, each a second after the one before unless it sets its own time. */
function history(...steps: readonly Step[]): object[] {
  const calls = steps.map((step, index): RecordedCall => ({
    type: 'call',
    id: index + 1,
    client: index + 1,
    merchant: 'merchant',
    start: index * 1_000_000,
    end: index * 1_000_000 + 500_000,
    http_status: { done: 200, refused: 400, 'not done': 503, unknown: 0 }[step.outcome ?? 'done'],
    outcome: 'done',
    reason: '',
    answer: {},
    attempts: 1,
    is_keyed: false,
    request_id: '',
    ...step,
  }));
  return [{ type: 'cart', checkout: 'checkout', cart: CART }, ...calls];
}

const onCharge = { checkout: 'checkout', charge: 'charge' };
const TOP_UP: Step = { operation: 'top up', shopper: 'shopper', amount: 5000 };
const AUTHORIZE: Step = {
  operation: 'authorize',
  checkout: 'checkout',
  shopper: 'shopper',
  answer: { charge: 'charge' },
};
const CAPTURE: Step = { operation: 'capture', ...onCharge, answer: CAPTURED };
const VOID: Step = { operation: 'void', ...onCharge };
const VOID_LOST: Step = { operation: 'void', ...onCharge, outcome: 'refused', reason: 'auth not voidable' };
const RETURN: Step = {
  operation: 'return',
  ...onCharge,
  items: [{ product: 'tea', qty: 1 }],
  answer: ONE_BACK,
};
const wallet = (balance: number, held: number): Step => ({
  operation: 'read wallet',
  shopper: 'shopper',
  answer: { balance, held },
});
const balance = (available: number, pending: number): Step => ({
  operation: 'read balance',
  answer: { available, pending },
});
const status = (now: string): Step => ({
  operation: 'read checkout',
  checkout: 'checkout',
  answer: { status: now },
});
const LATE_VOID: Step = { ...VOID, outcome: 'not done', reason: 'temporarily unavailable' };
const PAYOUT: Step = { operation: 'payout', amount: 2000, answer: { id: 'payout' } };
const FAIL: Step = { operation: 'fail', payout: 'payout' };
/** A process that is killed while the third call waits. */
const DEATH: RecordedFault = {
  type: 'fault',
  kind: 'kill',
  target: 'worker-0',
  at: 2_100_000,
  until: 3_000_000,
};

/** All planted histories. Every model refuses at least one, and accepts legal ones under the same faults. */
export const PLANTED: readonly PlantedHistory[] = [
  {
    name: 'a sale, a return and a payout that failed',
    expected: null,
    lines: history(
      TOP_UP,
      AUTHORIZE,
      wallet(5000, 3100),
      CAPTURE,
      RETURN,
      wallet(2933, 0),
      balance(2005, 0),
      PAYOUT,
      balance(5, 2000),
      FAIL,
      balance(2005, 0),
    ),
  },
  {
    name: 'two voids at once, one of which wins, and a capture without an answer that never happened',
    expected: null,
    lines: history(
      TOP_UP,
      AUTHORIZE,
      { ...CAPTURE, outcome: 'unknown', answer: {} },
      VOID,
      VOID_LOST,
      wallet(5000, 0),
      status('VOIDED'),
    ),
  },
  {
    name: 'a capture without an answer that happened later',
    expected: null,
    lines: history(
      TOP_UP,
      AUTHORIZE,
      { ...CAPTURE, outcome: 'unknown', answer: {} },
      status('AUTHORIZED'),
      status('CAPTURED'),
      wallet(1900, 0),
    ),
  },
  {
    name: 'a void that was answered 503 and took effect, while a process died',
    expected: null,
    lines: [...history(TOP_UP, AUTHORIZE, LATE_VOID, status('VOIDED'), wallet(5000, 0)), DEATH],
  },
  {
    name: 'five captures at once, all of which answer the same',
    expected: null,
    lines: history(
      TOP_UP,
      AUTHORIZE,
      ...Array.from({ length: 5 }, (_, index) => ({ ...CAPTURE, start: 2e6 + index, end: 3e6 - index })),
      wallet(1900, 0),
    ),
  },
  {
    name: 'a top-up without an answer that the books show, and one that they do not',
    expected: null,
    lines: history(
      TOP_UP,
      { ...TOP_UP, amount: 700, outcome: 'unknown', in_books: true },
      { ...TOP_UP, amount: 30, outcome: 'unknown', in_books: false },
      wallet(5700, 0),
    ),
  },
  {
    name: 'a top-up without an answer that the books show, and the wallet does not',
    expected: { model: 'wallet', verdict: 'illegal' },
    lines: history(
      TOP_UP,
      { ...TOP_UP, amount: 700, outcome: 'unknown', in_books: true },
      wallet(5700, 0),
      wallet(5000, 0),
    ),
  },
  {
    name: 'a void that wins twice',
    expected: { model: 'charge', verdict: 'illegal' },
    lines: history(TOP_UP, AUTHORIZE, VOID, VOID),
  },
  {
    name: 'a void without a winner',
    expected: { model: 'charge', verdict: 'illegal' },
    lines: history(TOP_UP, AUTHORIZE, VOID_LOST, VOID_LOST, status('VOIDED')),
  },
  {
    name: 'a void that was refused while the charge could be voided',
    expected: { model: 'charge', verdict: 'illegal' },
    lines: history(TOP_UP, AUTHORIZE, VOID_LOST, CAPTURE),
  },
  {
    name: 'two captures with different journals',
    expected: { model: 'charge', verdict: 'illegal' },
    lines: history(TOP_UP, AUTHORIZE, CAPTURE, { ...CAPTURE, answer: { ...CAPTURED, journal: 'another' } }),
  },
  {
    name: 'a return of more than is left',
    expected: { model: 'charge', verdict: 'illegal' },
    lines: history(TOP_UP, AUTHORIZE, CAPTURE, RETURN, {
      ...RETURN,
      items: [{ product: 'tea', qty: 3 }],
      answer: { ...ONE_BACK, refund: 3000 },
    }),
  },
  {
    name: 'a void that was answered 503 and took effect, while no process died',
    expected: { model: 'charge', verdict: 'late' },
    lines: history(TOP_UP, AUTHORIZE, LATE_VOID, status('VOIDED')),
  },
  {
    name: 'a void that was answered 503 and took effect, while a process died at another time',
    expected: { model: 'charge', verdict: 'late' },
    lines: [...history(TOP_UP, AUTHORIZE, LATE_VOID, status('VOIDED')), { ...DEATH, at: 3_100_000 }],
  },
  {
    name: 'a void that was answered 503 and took effect after that, when a process had died meanwhile',
    expected: { model: 'charge', verdict: 'late' },
    lines: [...history(TOP_UP, AUTHORIZE, LATE_VOID, status('AUTHORIZED'), status('VOIDED')), DEATH],
  },
  {
    name: 'a lost refund',
    expected: { model: 'wallet', verdict: 'illegal' },
    lines: history(TOP_UP, AUTHORIZE, CAPTURE, RETURN, wallet(1900, 0)),
  },
  {
    name: 'a hold beyond what the wallet has',
    expected: { model: 'wallet', verdict: 'illegal' },
    lines: history({ ...TOP_UP, amount: 3000 }, AUTHORIZE),
  },
  {
    name: 'a read of a balance as it was before a capture that had been answered',
    expected: { model: 'balance', verdict: 'illegal' },
    lines: history(TOP_UP, AUTHORIZE, CAPTURE, balance(0, 0)),
  },
  {
    name: 'a payout that failed and was not credited back',
    expected: { model: 'balance', verdict: 'illegal' },
    lines: history(TOP_UP, AUTHORIZE, CAPTURE, PAYOUT, FAIL, balance(1038, 0)),
  },
];
