import type { Product, Shop } from './catalogue.ts';
import { chance } from './chance.ts';
import type { Chance } from './chance.ts';

/** The amount of demo data. */
export interface SeedSize {
  /** Per merchant. */
  readonly shoppers: number;
  readonly steps: number;
  /** The days that the merchant's clock moves between two steps. */
  readonly daysPerStep: number;
  /** The average per merchant. */
  readonly salesPerStep: number;
}

/** The size of `npm run seed`: ninety-one days. */
export const FULL_SIZE: SeedSize = { shoppers: 20, steps: 92, daysPerStep: 1, salesPerStep: 3 };

/** The end of a sale. Most are captured, at once or days later. */
export type Fate =
  'captured' | 'captured later' | 'voided' | 'lapses' | 'stays held' | 'abandoned' | 'too dear';

export interface PlannedLine extends Product {
  readonly qty: number;
}

export interface PlannedSale {
  /** The name of the sale, unique per merchant. */
  readonly name: string;
  readonly day: number;
  readonly shopper: number;
  /** The index of the terminal. Null for an online order, which is shipped. */
  readonly terminal: number | null;
  readonly lines: readonly PlannedLine[];
  readonly fate: Fate;
  /** The till sends the cart twice. On a terminal the second checkout supersedes the first. */
  readonly sentTwice: boolean;
}

export interface PlannedReturn {
  readonly sale: PlannedSale;
  /** True for everything, false for one piece of the first line. */
  readonly whole: boolean;
}

export type PayoutFate = 'settles' | 'fails' | 'comes back' | 'is blocked';

/** The events of one day at a merchant, in this order. */
export interface Step {
  readonly day: number;
  readonly isLast: boolean;
  /** True when the merchant's webhook is down. */
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
 * Plans all events at a merchant. The same seed gives the same plan.
 *
 * It plans nothing at the time at which something else falls due (a hold lapses, cashback lands, a payout
 * settles). Otherwise the order would depend on the speed of the machine, and a resumed run may be most of a
 * day late.
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
      const drawn = drawSale(shop, draw, {
        name: `${index}.${number}`,
        day: step.day,
        shoppers: size.shoppers,
        left: lastDay - step.day,
      });
      // The last day always has a hold to look at.
      const sale: PlannedSale = step.isLast && number === 0 ? { ...drawn, fate: 'stays held' } : drawn;
      step.sales.push(sale);
      follow(steps, sale, draw);
    }
  }
  return withoutRaces(steps);
}

/**
 * Returns true for a payout day. A payout settles a day later, so none is planned one or two days before the
 * end.
 */
const isPayoutDay = (index: number, every: number, left: number) =>
  index > 0 && index % every === 0 && (left === 0 || left >= 3);

const payoutFate = (number: number): PayoutFate =>
  (({ 2: 'fails', 3: 'comes back', 4: 'is blocked' }) as const)[number] ?? 'settles';

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

/** Plans the consequences of a sale: its capture, a recommendation by its buyer, a return. */
function follow(steps: readonly Step[], sale: PlannedSale, draw: Chance): void {
  const stepFrom = (day: number) => steps.find((step) => step.day >= day);
  const [recommends, recommendsAfter] = [draw.next() < 0.4, draw.between(0, 6)];
  const [returned, returnedAfter, whole] = [draw.next(), draw.between(2, 17), draw.next() < 0.5];
  if (sale.fate !== 'captured' && sale.fate !== 'captured later') return;
  const capturedOn = sale.fate === 'captured' ? sale.day : (stepFrom(sale.day + 2)?.day ?? sale.day);
  if (sale.fate === 'captured later') stepFrom(capturedOn)?.captures.push(sale);
  // Buyers recommend no product with little cashback. Besides, every pending award makes a clock move longer.
  const product = sale.lines.find(({ cashback_rate }) => cashback_rate >= WORTH_RECOMMENDING);
  if (recommends && product !== undefined)
    stepFrom(sale.day + recommendsAfter)?.recommends.push({ shopper: sale.shopper, product });
  if (returned < 0.12) stepFrom(capturedOn + returnedAfter)?.returns.push({ sale, whole });
  else if (returned < 0.2) stepFrom(capturedOn + LATE_RETURN_DAYS)?.returns.push({ sale, whole });
}

/** Removes late returns within a day of the landing of the buyer's cashback. */
function withoutRaces(steps: readonly Step[]): readonly Step[] {
  return steps.map((step) => ({
    ...step,
    returns: step.returns.filter(({ sale }) => {
      const landings = steps.filter(({ recommends }) =>
        recommends.some(
          ({ shopper, product }) =>
            shopper === sale.shopper && sale.lines.some((line) => line.product_id === product.product_id),
        ),
      );
      return landings.every(({ day }) => Math.abs(day + LANDING_DAYS - step.day) > 1);
    }),
  }));
}
