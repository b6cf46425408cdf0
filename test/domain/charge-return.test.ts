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
    return { ...sent, line: index, unitPrice: minor(sent.unitPrice), cashbackRate: bps(sent.cashbackRate), returnedQty: 0 };
  });
  const awards = lines.flatMap(({ line: number, unitPrice, qty, cashbackRate, recommended }): OpenAward[] => {
    const { recommender, buyer } = splitPot(portion(minor(unitPrice * qty), cashbackRate), recommended, share);
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
      return cut === undefined ? award : { ...award, amount: cut.left, status: cut.left === 0 ? ('VOIDED' as const) : award.status };
    }),
  };
}

test('whatever is returned in whatever steps: refunds sum to the total, cuts to what had not landed, landed awards are never touched', () => {
  fc.assert(
    fc.property(charge, fc.array(step, { maxLength: 12 }), (bought, steps) => {
      let facts = captured(bought);
      const total = facts.lines.reduce((all, { unitPrice, qty }) => all + unitPrice * qty, facts.shipping + facts.tax);
      const promised = facts.awards.reduce((all, { amount }) => all + amount, 0);
      let [refunded, cut, landed] = [0, 0, 0];
      const book = (posted: ReturnPosting): void => {
        refunded += posted.refund;
        cut += posted.buyerCut + posted.recommenderCut;
        expect(posted.cuts.reduce((all, one) => all + one.cut, 0)).toBe(posted.buyerCut + posted.recommenderCut);
        expect(posted.cuts.every(({ awardId }) => facts.awards.find(({ id }) => id === awardId)?.status === 'PENDING')).toBe(true);
        facts = after(facts, posted);
      };
      for (const now of steps) {
        if (now === 'land one') {
          const next = facts.awards.find(({ status }) => status === 'PENDING');
          landed += next?.amount ?? 0;
          facts = { ...facts, awards: facts.awards.map((award) => (award === next ? { ...award, status: 'LANDED' } : award)) };
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

test('only what was captured can be returned', () => {
  const facts = captured({
    lines: [{ productId: 'a', unitPrice: 100, qty: 2, cashbackRate: 0, recommended: false }],
    shipping: 0,
    tax: 0,
    recommenderShare: 5000,
  });
  for (const status of ['AUTHORIZED', 'VOIDED', 'EXPIRED'] as const) {
    expect(decideReturn({ ...facts, status }, null)).toMatchObject({ refusal: { reason: 'charge not captured' } });
  }
  expect(decideReturn(facts, [{ productId: 'a', qty: 3 }])).toMatchObject({ refusal: { reason: 'return qty exceeds captured' } });
  expect(decideReturn(facts, [{ productId: 'z', qty: 1 }])).toMatchObject({ refusal: { reason: 'return qty exceeds captured' } });
});
