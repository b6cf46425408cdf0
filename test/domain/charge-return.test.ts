import fc from 'fast-check';
import { splitPot } from '../../src/domain/cashback.ts';
import { decideReturn, extraDue } from '../../src/domain/charge-return.ts';
import type { CapturedLine, OpenAward, ReturnFacts, ReturnPosting } from '../../src/domain/charge-return.ts';
import { bps, minor, portion } from '../../src/domain/money.ts';

const line = fc.record({
  productId: fc.constantFrom('a', 'b', 'c'),
  unitPrice: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 ** 7 })),
  qty: fc.integer({ min: 1, max: 6 }),
  cashbackRate: fc.integer({ min: 0, max: 10_000 }),
  recommended: fc.boolean(),
});
const charge = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  shipping: fc.integer({ min: 0, max: 10 ** 6 }),
  tax: fc.integer({ min: 0, max: 10 ** 6 }),
  recommenderShare: fc.integer({ min: 0, max: 10_000 }),
});
/** A step takes a product's pieces back, or lets some awards land in between. */
const step = fc.oneof(
  fc.record({ productId: fc.constantFrom('a', 'b', 'c'), qty: fc.integer({ min: 1, max: 5 }) }),
  fc.constantFrom('land one' as const),
);

function captured(of: {
  lines: readonly (typeof line extends fc.Arbitrary<infer T> ? T : never)[];
  shipping: number;
  tax: number;
  recommenderShare: number;
}): ReturnFacts {
  const share = bps(of.recommenderShare);
  const lines = of.lines.map((sent, index): CapturedLine => {
    return {
      ...sent,
      line: index,
      unitPrice: minor(sent.unitPrice),
      cashbackRate: bps(sent.cashbackRate),
      returnedQty: 0,
    };
  });
  const awards = lines.flatMap(({ line: number, unitPrice, qty, cashbackRate, recommended }): OpenAward[] => {
    const { recommender, buyer } = splitPot(
      portion(minor(unitPrice * qty), cashbackRate),
      recommended,
      share,
    );
    const award = (kind: 'recommender' | 'buyer', amount: number): OpenAward => {
      return { id: `${number} ${kind}`, line: number, kind, status: 'PENDING', amount: minor(amount) };
    };
    return [award('recommender', recommender), award('buyer', buyer)].filter(({ amount }) => amount > 0);
  });
  return {
    status: 'CAPTURED',
    lines,
    shipping: minor(of.shipping),
    tax: minor(of.tax),
    shippingGiven: minor(0),
    taxGiven: minor(0),
    recommenderShare: share,
    awards,
  };
}

/** The facts as they stand after a return. */
function after(facts: ReturnFacts, posted: ReturnPosting): ReturnFacts {
  return {
    ...facts,
    shippingGiven: minor(facts.shippingGiven + posted.shippingPart),
    taxGiven: minor(facts.taxGiven + posted.taxPart),
    lines: facts.lines.map((row) => ({
      ...row,
      returnedQty: row.returnedQty + (posted.lines.find((back) => back.line === row.line)?.qty ?? 0),
    })),
    awards: facts.awards.map((award) => {
      const cut = posted.cuts.find(({ awardId }) => awardId === award.id);
      return cut === undefined
        ? award
        : { ...award, amount: cut.left, status: cut.left === 0 ? ('VOIDED' as const) : award.status };
    }),
  };
}

test('whatever is returned in whatever steps: refunds sum to the total, cuts to what had not landed, landed awards are never touched', () => {
  fc.assert(
    fc.property(charge, fc.array(step, { maxLength: 12 }), (bought, steps) => {
      let facts = captured(bought);
      const total = facts.lines.reduce(
        (all, { unitPrice, qty }) => all + unitPrice * qty,
        facts.shipping + facts.tax,
      );
      const promised = facts.awards.reduce((all, { amount }) => all + amount, 0);
      let [refunded, cut, landed] = [0, 0, 0];
      const book = (posted: ReturnPosting): void => {
        refunded += posted.refund;
        cut += posted.buyerCut + posted.recommenderCut;
        expect(posted.cuts.reduce((all, one) => all + one.cut, 0)).toBe(
          posted.buyerCut + posted.recommenderCut,
        );
        expect(
          posted.cuts.every(
            ({ awardId }) => facts.awards.find(({ id }) => id === awardId)?.status === 'PENDING',
          ),
        ).toBe(true);
        facts = after(facts, posted);
      };
      for (const now of steps) {
        if (now === 'land one') {
          const next = facts.awards.find(({ status }) => status === 'PENDING');
          landed += next?.amount ?? 0;
          facts = {
            ...facts,
            awards: facts.awards.map((award) => (award === next ? { ...award, status: 'LANDED' } : award)),
          };
          continue;
        }
        const decision = decideReturn(facts, [now]);
        if (decision.ok) book(decision.value);
      }
      const rest = decideReturn(facts, null);
      if (rest.ok) book(rest.value);
      expect(refunded).toBe(total);
      expect(cut + landed).toBe(promised);
      expect(decideReturn(facts, null)).toMatchObject({ refusal: { reason: 'return qty exceeds captured' } });
    }),
    { numRuns: 500 },
  );
});

test('gives an extra back in full once everything is back, in whatever steps', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10 ** 6 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 10 ** 9 }),
      (steps, extra) => {
        const whole = steps.reduce((all, now) => all + now, 0);
        let [returned, given] = [0, 0];
        for (const now of steps) {
          returned += now;
          given += extraDue(minor(extra), minor(given), { whole, returned });
        }
        expect(given).toBe(extra);
      },
    ),
  );
});

test('only captured charges and quantities can be returned', () => {
  const facts = captured({
    lines: [{ productId: 'a', unitPrice: 100, qty: 2, cashbackRate: 0, recommended: false }],
    shipping: 0,
    tax: 0,
    recommenderShare: 5000,
  });
  for (const status of ['AUTHORIZED', 'VOIDED', 'EXPIRED'] as const) {
    expect(decideReturn({ ...facts, status }, null)).toMatchObject({
      refusal: { reason: 'charge not captured' },
    });
  }
  expect(decideReturn(facts, [{ productId: 'a', qty: 3 }])).toMatchObject({
    refusal: { reason: 'return qty exceeds captured' },
  });
  expect(decideReturn(facts, [{ productId: 'z', qty: 1 }])).toMatchObject({
    refusal: { reason: 'return qty exceeds captured' },
  });
});

type SentLine = Parameters<typeof captured>[0]['lines'][number];

const sentLine = (change: Partial<SentLine>): SentLine => {
  return { productId: 'a', unitPrice: 100, qty: 1, cashbackRate: 0, recommended: false, ...change };
};

function posted(facts: ReturnFacts, request: Parameters<typeof decideReturn>[1]): ReturnPosting {
  const decision = decideReturn(facts, request);
  if (!decision.ok) throw new Error(decision.refusal.reason);
  return decision.value;
}

const OVER = {
  ok: false,
  refusal: { code: 'return_qty_exceeds_captured', reason: 'return qty exceeds captured' },
};

describe('the golden cart', () => {
  const golden = (status: OpenAward['status']): ReturnFacts => {
    const facts = captured({
      lines: [
        sentLine({ unitPrice: 1999, qty: 3, cashbackRate: 750, recommended: true }),
        sentLine({ productId: 'b', unitPrice: 501, cashbackRate: 333 }),
      ],
      shipping: 499,
      tax: 612,
      recommenderShare: 5000,
    });
    return {
      ...facts,
      awards: facts.awards.map((award) => (award.kind === 'buyer' ? { ...award, status } : award)),
    };
  };

  test.each(['DEFERRED', 'PENDING'] as const)(
    'is returned in three steps to the cent, the buyer’s awards being %s',
    (status) => {
      let facts = golden(status);
      const steps = [[{ productId: 'a', qty: 1 }], [{ productId: 'a', qty: 1 }], null].map((request) => {
        const posting = posted(facts, request);
        facts = after(facts, posting);
        return [
          posting.goods,
          posting.shippingPart,
          posting.taxPart,
          posting.refund,
          posting.recommenderCut,
          posting.buyerCut,
        ];
      });
      expect(steps).toEqual([
        [1999, 153, 188, 2340, 75, 75],
        [1999, 154, 188, 2341, 75, 75],
        [2500, 192, 236, 2928, 74, 91],
      ]);
    },
  );

  test('lists the cut and the rest of each award, and the return of each line', () => {
    const posting = posted(golden('DEFERRED'), [{ productId: 'a', qty: 1 }]);
    expect(posting.lines).toEqual([{ line: 0, qty: 1, goods: 1999, buyerCut: 75, recommenderCut: 75 }]);
    expect(posting.cuts).toEqual([
      { awardId: '0 recommender', line: 0, kind: 'recommender', cut: 75, left: 149 },
      { awardId: '0 buyer', line: 0, kind: 'buyer', cut: 75, left: 150 },
    ]);
  });

  test.each(['LANDED', 'VOIDED'] as const)('keeps awards that are %s, and refunds the same', (status) => {
    const posting = posted(golden(status), [{ productId: 'a', qty: 1 }]);
    expect([posting.refund, posting.recommenderCut, posting.buyerCut]).toEqual([2340, 75, 0]);
    expect(posting.cuts.map(({ kind }) => kind)).toEqual(['recommender']);
  });
});

describe('a product on several lines', () => {
  const facts = captured({
    lines: [
      sentLine({ qty: 2 }),
      sentLine({ productId: 'b', unitPrice: 7 }),
      sentLine({ qty: 2, unitPrice: 90 }),
    ],
    shipping: 0,
    tax: 0,
    recommenderShare: 5000,
  });
  const taken = (of: ReturnFacts, request: Parameters<typeof decideReturn>[1]) =>
    posted(of, request).lines.map(({ line, qty }) => [line, qty]);

  test('is used up in cart order', () => {
    expect(taken(facts, [{ productId: 'a', qty: 1 }])).toEqual([[0, 1]]);
    expect(taken(facts, [{ productId: 'a', qty: 3 }])).toEqual([
      [0, 2],
      [2, 1],
    ]);
    const first = after(facts, posted(facts, [{ productId: 'a', qty: 2 }]));
    expect(taken(first, [{ productId: 'a', qty: 1 }])).toEqual([[2, 1]]);
    expect(taken(first, null)).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test('is added up over the rows of a request', () => {
    const rows = [1, 2].map((qty) => ({ productId: 'a', qty }));
    expect(posted(facts, rows)).toEqual(posted(facts, [{ productId: 'a', qty: 3 }]));
    expect(decideReturn(facts, [...rows, { productId: 'a', qty: 2 }])).toEqual(OVER);
  });

  test('leaves the lines of other products alone', () => {
    expect(taken(facts, [{ productId: 'b', qty: 1 }])).toEqual([[1, 1]]);
  });
});

test('a return of too much of one product is refused as a whole', () => {
  const facts = captured({
    lines: [sentLine({}), sentLine({ productId: 'b' })],
    shipping: 0,
    tax: 0,
    recommenderShare: 0,
  });
  for (const productId of ['b', 'z']) {
    expect(
      decideReturn(facts, [
        { productId: 'a', qty: 1 },
        { productId, qty: 2 },
      ]),
    ).toEqual(OVER);
  }
  expect(decideReturn(facts, [])).toEqual(OVER);
});

test('an award that stays the same after rounding is not among the cuts', () => {
  const lines = [sentLine({ unitPrice: 1, qty: 3, cashbackRate: 5000 })];
  const facts = captured({ lines, shipping: 0, tax: 0, recommenderShare: 0 });
  expect(posted(facts, [{ productId: 'a', qty: 1 }])).toMatchObject({ refund: 1, buyerCut: 0, cuts: [] });
});

test('shipping and tax go back by value, by pieces where all goods are free', () => {
  const of = (unitPrice: number): ReturnFacts => {
    const lines = [sentLine({ unitPrice, qty: 1 }), sentLine({ productId: 'b', unitPrice: 0, qty: 3 })];
    return captured({ lines, shipping: 100, tax: 50, recommenderShare: 0 });
  };
  const parts = (facts: ReturnFacts) => {
    const { shippingPart, taxPart } = posted(facts, [{ productId: 'b', qty: 1 }]);
    return [shippingPart, taxPart];
  };
  expect([parts(of(1)), parts(of(0))]).toEqual([
    [0, 0],
    [25, 12],
  ]);
});

test('more than the whole is never given back', () => {
  expect(() => extraDue(minor(9), minor(0), { returned: 4, whole: 3 })).toThrow(
    new RangeError('returning 4 of 3'),
  );
});
