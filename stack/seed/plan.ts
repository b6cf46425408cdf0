import type { Product, Shop } from './catalogue.ts';
import { chance } from './chance.ts';
import type { Chance } from './chance.ts';

/** How much there is to be. */
export interface SeedSize {
  /** Of each merchant. */
  readonly shoppers: number;
  readonly steps: number;
  /** How far the merchant's clock is moved between two steps. */
  readonly daysPerStep: number;
  /** On average, of each merchant. */
  readonly salesPerStep: number;
}

/** Ninety-one days, as `npm run seed` makes them. */
export const FULL_SIZE: SeedSize = { shoppers: 20, steps: 92, daysPerStep: 1, salesPerStep: 3 };

/** What becomes of a sale by the end: most are captured, at once or days later. */
export type Fate = 'captured' | 'captured later' | 'voided' | 'lapses' | 'stays held' | 'abandoned' | 'too dear';

export interface PlannedLine extends Product {
  readonly qty: number;
}

export interface PlannedSale {
  /** Names it within the merchant. */
  readonly name: string;
  readonly day: number;
  readonly shopper: number;
  /** Which terminal; null for an order from afar, which is shipped. */
  readonly terminal: number | null;
  readonly lines: readonly PlannedLine[];
  readonly fate: Fate;
  /** The till sends the cart a second time: on a terminal that supersedes the first. */
  readonly sentTwice: boolean;
}

export interface PlannedReturn {
  readonly sale: PlannedSale;
  /** One piece of the first line, or all that there is. */
  readonly whole: boolean;
}

export type PayoutFate = 'settles' | 'fails' | 'comes back' | 'is blocked';

/** What happens at a merchant on one day, in this order. */
export interface Step {
  readonly day: number;
  readonly isLast: boolean;
  /** The merchant's webhook does not take anything. */
  readonly outage: boolean;
  readonly topUp: boolean;
  readonly sales: PlannedSale[];
  readonly captures: PlannedSale[];
  readonly recommends: { readonly shopper: number; readonly product: Product }[];
  readonly returns: PlannedReturn[];
  readonly payout: PayoutFate | null;
}

const TOP_UP_DAYS = 30;
const PAYOUT_DAYS = 7;
const LATE_RETURN_DAYS = 38;
const LANDING_DAYS = 30;
const WORTH_RECOMMENDING = 900;

/**
 * Everything that happens at a merchant, the same for the same number. Nothing is planned for the very moment at which
 * something else falls due (a hold lapses, cashback lands, a payout settles): which came first would then depend on how
 * fast the machine is, and a run that is taken up again may be most of a day late.
 */
export function planShop(shop: Shop, seed: number, size: SeedSize): readonly Step[] {
  const { steps: count, daysPerStep } = size;
  const outageFrom = Math.floor(count * 0.4);
  const everyPayout = Math.max(1, Math.round(PAYOUT_DAYS / daysPerStep));
  const lastDay = (count - 1) * daysPerStep;
  const steps = Array.from({ length: count }, (_, index): Step => {
    const day = index * daysPerStep;
    return {
      day,
      isLast: day === lastDay,
      outage: shop.webhook === 'fails for a while' && index >= outageFrom && index < outageFrom + 2,
      topUp: Math.floor(day / TOP_UP_DAYS) > Math.floor((day - daysPerStep) / TOP_UP_DAYS),
      sales: [],
      captures: [],
      recommends: [],
      returns: [],
      payout: isPayoutDay(index, everyPayout, lastDay - day) ? payoutFate(index / everyPayout) : null,
    };
  });
  for (const [index, step] of steps.entries()) {
    const draw = chance(`${seed}/${shop.country}/${index}`);
    const sales = Math.max(1, Math.round(size.salesPerStep * (0.5 + draw.next())));
    for (let number = 0; number < sales; number++) {
      const drawn = drawSale(shop, draw, { name: `${index}.${number}`, day: step.day, shoppers: size.shoppers, left: lastDay - step.day });
      // There is always a hold to look at.
      const sale: PlannedSale = step.isLast && number === 0 ? { ...drawn, fate: 'stays held' } : drawn;
      step.sales.push(sale);
      follow(steps, sale, draw);
    }
  }
  return withoutRaces(steps);
}

/** A payout settles a day later: none is asked for a day or two before the end. */
const isPayoutDay = (index: number, every: number, left: number) => index > 0 && index % every === 0 && (left === 0 || left >= 3);

const payoutFate = (number: number): PayoutFate => (({ 2: 'fails', 3: 'comes back', 4: 'is blocked' }) as const)[number] ?? 'settles';

function drawSale(
  { products, terminals }: Shop,
  draw: Chance,
  { name, day, shoppers, left }: { name: string; day: number; shoppers: number; left: number },
): PlannedSale {
  const lines = new Map<string, PlannedLine>();
  for (let line = draw.between(1, 3); line > 0; line--) {
    const one = draw.pick(products);
    lines.set(one.product_id, { ...one, qty: draw.between(1, 3) });
  }
  const terminal = draw.next() < 0.6 ? draw.between(0, terminals.length - 1) : null;
  return {
    name,
    day,
    shopper: draw.between(0, shoppers - 1),
    terminal,
    lines: [...lines.values()],
    fate: drawFate(draw.next(), left),
    sentTwice: terminal !== null && draw.next() < 0.08,
  };
}

function drawFate(at: number, daysLeft: number): Fate {
  if (at < 0.78) return 'captured';
  if (at < 0.84) return daysLeft >= 5 ? 'captured later' : 'captured';
  if (at < 0.89) return 'voided';
  if (at < 0.94) return 'abandoned';
  if (at < 0.98) return daysLeft >= 9 ? 'lapses' : daysLeft <= 5 ? 'stays held' : 'captured';
  return 'too dear';
}

/** What a sale brings about later: its capture, a recommendation by its buyer, a return. */
function follow(steps: readonly Step[], sale: PlannedSale, draw: Chance): void {
  const stepFrom = (day: number) => steps.find((step) => step.day >= day);
  const [recommends, recommendsAfter] = [draw.next() < 0.4, draw.between(0, 6)];
  const [returned, returnedAfter, whole] = [draw.next(), draw.between(2, 17), draw.next() < 0.5];
  if (sale.fate !== 'captured' && sale.fate !== 'captured later') return;
  const capturedOn = sale.fate === 'captured' ? sale.day : (stepFrom(sale.day + 2)?.day ?? sale.day);
  if (sale.fate === 'captured later') stepFrom(capturedOn)?.captures.push(sale);
  // What earns little nobody recommends; and every award on its way makes a move of the clock longer.
  const product = sale.lines.find(({ cashback_rate }) => cashback_rate >= WORTH_RECOMMENDING);
  if (recommends && product !== undefined) stepFrom(sale.day + recommendsAfter)?.recommends.push({ shopper: sale.shopper, product });
  if (returned < 0.12) stepFrom(capturedOn + returnedAfter)?.returns.push({ sale, whole });
  else if (returned < 0.2) stepFrom(capturedOn + LATE_RETURN_DAYS)?.returns.push({ sale, whole });
}

/** Leaves out late returns on the day, give or take one, on which the buyer's cashback may land. */
function withoutRaces(steps: readonly Step[]): readonly Step[] {
  return steps.map((step) => ({
    ...step,
    returns: step.returns.filter(({ sale }) => {
      const landings = steps.filter(({ recommends }) =>
        recommends.some(
          ({ shopper, product }) => shopper === sale.shopper && sale.lines.some((line) => line.product_id === product.product_id),
        ),
      );
      return landings.every(({ day }) => Math.abs(day + LANDING_DAYS - step.day) > 1);
    }),
  }));
}
