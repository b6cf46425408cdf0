import { portion, share } from '../../../src/domain/money.ts';
import type { Bps, Minor } from '../../../src/domain/money.ts';
import type { ReturnFacts, ReturnPosting } from '../../../src/domain/charge-return.ts';
import { ok } from '../../../src/domain/outcome.ts';
import { REAL_RULES } from './rules.ts';
import type { MoneyRules } from './rules.ts';

/** Rules with one planted fault, which the exploration must find. */
export interface PlantedFault {
  readonly name: string;
  readonly rules: MoneyRules;
  /** A part of the text of the invariant that it breaks. */
  readonly breaks: string;
}

const { decideAuthorize, decideCapture, decideReturn, decideVoid, firstAwards } = REAL_RULES;

/** Replaces a return's parts of shipping and tax. */
function withParts(posting: ReturnPosting, shippingPart: number, taxPart: number): ReturnPosting {
  const refund = posting.goods + shippingPart + taxPart;
  return {
    ...posting,
    shippingPart: shippingPart as Minor,
    taxPart: taxPart as Minor,
    refund: refund as Minor,
  };
}

/**
 * Fault: each return's part of shipping and tax by its own goods, rounded down. So the last return does not
 * take the rest.
 */
function partsOfThisReturn({ lines, shipping, tax }: ReturnFacts, posting: ReturnPosting): ReturnPosting {
  const whole = lines.reduce((all, { unitPrice, qty }) => all + unitPrice * qty, 0);
  if (whole === 0) return posting;
  return withParts(posting, share(shipping, posting.goods, whole), share(tax, posting.goods, whole));
}

/** Gives each line its own product, so that a request for a product counts on every one of its lines. */
function wishEveryLine(
  facts: ReturnFacts,
  request: Parameters<typeof decideReturn>[1],
): [ReturnFacts, Parameters<typeof decideReturn>[1]] {
  if (request === null) return [facts, request];
  const lines = facts.lines.map((line) => ({ ...line, productId: `${line.productId} of line ${line.line}` }));
  const rows = facts.lines.flatMap(({ line, productId, qty, returnedQty }) => {
    const wanted = request
      .filter((row) => row.productId === productId)
      .reduce((all, row) => all + row.qty, 0);
    const now = Math.min(qty - returnedQty, wanted);
    return now > 0 ? [{ productId: `${productId} of line ${line}`, qty: now }] : [];
  });
  return [{ ...facts, lines }, rows];
}

/** Faults that a test of single cases, or a review, could miss. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a return does not cut deferred awards',
    breaks: 'an open award is not cut by exactly what the return takes away',
    rules: {
      ...REAL_RULES,
      decideReturn: (facts, request) =>
        decideReturn(
          { ...facts, awards: facts.awards.filter(({ status }) => status !== 'DEFERRED') },
          request,
        ),
    },
  },
  {
    name: 'the wish for a product is not used up by its first line',
    breaks: 'a return takes another quantity of a line than was asked for',
    rules: {
      ...REAL_RULES,
      decideReturn: (facts, request) => {
        const real = decideReturn(facts, request);
        return real.ok ? decideReturn(...wishEveryLine(facts, request)) : real;
      },
    },
  },
  {
    name: 'the last return does not take the rest of shipping and tax',
    breaks: 'is not what is due by now, rounded down',
    rules: {
      ...REAL_RULES,
      decideReturn: (facts, request) => {
        const real = decideReturn(facts, request);
        return real.ok ? ok(partsOfThisReturn(facts, real.value)) : real;
      },
    },
  },
  {
    name: 'earlier returns are forgotten',
    breaks: 'more of a product can be returned than is left',
    rules: {
      ...REAL_RULES,
      decideReturn: (facts, request) => {
        const real = decideReturn(facts, request);
        if (real.ok) return real;
        const lines = facts.lines.map((line) => ({ ...line, returnedQty: 0 }));
        return decideReturn(
          { ...facts, lines, awards: [], shippingGiven: 0 as Minor, taxGiven: 0 as Minor },
          request,
        );
      },
    },
  },
  {
    name: 'the fee is rounded up',
    breaks: 'the fee is not (total − tax − cashback) × rate, rounded down',
    rules: {
      ...REAL_RULES,
      decideCapture: (charge, terms, at) => {
        const real = decideCapture(charge, terms, at);
        if (!real.ok || real.value.net === 0) return real;
        const base = (charge.total - charge.tax - charge.totalCashback) as Minor;
        const up = portion(base, terms.mdr) * 10_000 < base * terms.mdr ? 1 : 0;
        return ok({
          ...real.value,
          mdrFee: (real.value.mdrFee + up) as Minor,
          net: (real.value.net - up) as Minor,
        });
      },
    },
  },
  {
    name: 'the recommender has the share of a line that is not attributed to them',
    breaks: 'the recommender has not pot × share, rounded down, or has it without a recommendation',
    rules: {
      ...REAL_RULES,
      decideCapture: (charge, terms, at) =>
        decideCapture(
          {
            ...charge,
            lines: charge.lines.map((line) => ({ ...line, recommenderId: line.recommenderId ?? 'bob' })),
          },
          terms,
          at,
        ),
    },
  },
  {
    name: 'a hold includes the moment at which it ends',
    breaks: 'a charge that is not held any more can be voided',
    rules: {
      ...REAL_RULES,
      decideVoid: (charge, at) => decideVoid(charge, new Date(at.getTime() - 1)),
    },
  },
  {
    name: 'a hold lasts a second more',
    breaks: 'a charge that is not held any more can be captured',
    rules: { ...REAL_RULES, holdMs: REAL_RULES.holdMs + 1000 },
  },
  {
    name: 'a checkout can be paid by a shopper who lacks one unit',
    breaks: 'insufficient_balance',
    rules: {
      ...REAL_RULES,
      decideAuthorize: (facts, at) => {
        const { consumer } = facts;
        return decideAuthorize(
          { ...facts, consumer: { ...consumer, available: (consumer.available + 1) as Minor } },
          at,
        );
      },
    },
  },
  {
    name: 'the buyer’s award is pending without a recommendation',
    breaks: 'an award begins with another status',
    rules: {
      ...REAL_RULES,
      firstAwards: (split, buyerId) =>
        firstAwards(split, buyerId).map((award) => ({ ...award, status: 'PENDING' })),
    },
  },
  {
    name: 'an award lands after 20 days',
    breaks: 'an award lands before or after 30 days',
    rules: { ...REAL_RULES, pendingMs: 20 * 24 * 60 * 60 * 1000 },
  },
  {
    name: 'the whole split is at half of the share',
    breaks: 'the recommender has not pot × share',
    rules: {
      ...REAL_RULES,
      decideCapture: (charge, terms, at) =>
        decideCapture(
          charge,
          { ...terms, recommenderShare: Math.floor(terms.recommenderShare / 2) as Bps },
          at,
        ),
    },
  },
];
