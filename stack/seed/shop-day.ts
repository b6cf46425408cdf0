import { PaymentsError } from '../../sdk/index.ts';
import type { CallOptions, Payments } from '../../sdk/index.ts';
import type { Shop } from './catalogue.ts';
import type { PayoutFate, PlannedReturn, PlannedSale, Step } from './plan.ts';
import type { SeedShop } from './state.ts';
import { availableOf, plus } from './totals.ts';
import type { Totals } from './totals.ts';

const DAY_MS = 86_400_000;
const TOP_UP = 300_000;
/** The factor on a price that makes it exceed every wallet of the demo. */
const TOO_DEAR = 5000;
/** The timeout of a clock move, which sends every webhook that fell due on the way. */
const MOVE_MS = 180_000;
const PAID_OUT_SHARE = 0.8;
const BLOCKED_AMOUNT = 666_600;

/** A merchant at work: its clients, and its state. */
export interface ShopAtWork {
  readonly shop: Shop;
  readonly kept: SeedShop;
  /** The client with the merchant's key. */
  readonly till: Payments;
  /** One client per shopper's session. */
  readonly shoppers: readonly Payments[];
  /** The options of a POST. A repeat of the step uses the same idempotency key. */
  once(name: string): CallOptions;
}

/**
 * Moves the merchant's clock to the step's day, with everything that falls due on the way. Does nothing if it
 * is already past it.
 */
export async function moveClock({ till, kept, once }: ShopAtWork, { day }: Step): Promise<void> {
  const to = new Date(Date.parse(kept.began_at) + day * DAY_MS);
  const { now } = await till.sandbox.getSandboxClock();
  if (Date.parse(now) >= to.getTime()) return;
  await till.sandbox.advanceSandboxClock(
    { to: to.toISOString() },
    { ...once(`day-${day}/clock`), timeoutMs: MOVE_MS },
  );
}

/** The state of a day in progress. */
interface Day extends ShopAtWork {
  readonly step: Step;
  totals: Totals;
  readonly charges: Map<string, string>;
}

/**
 * Runs all events of one step in order. Returns the merchant's new state. A repeat after any fault is safe.
 */
export async function liveDay(work: ShopAtWork, step: Step): Promise<SeedShop> {
  const { kept } = work;
  const day: Day = { ...work, step, totals: kept.totals, charges: new Map(Object.entries(kept.charges)) };
  if (step.topUp) await topUp(day);
  for (const sale of step.sales) await sell(day, sale);
  for (const sale of step.captures) await capture(day, sale);
  for (const recommended of step.recommends) await recommend(day, recommended);
  for (const returned of step.returns) await takeBack(day, returned);
  if (step.payout !== null) await payOut(day, step.payout);
  return { ...kept, step: kept.step + 1, charges: Object.fromEntries(day.charges), totals: day.totals };
}

async function topUp(day: Day): Promise<void> {
  const { shoppers, shop, once, step } = day;
  for (const shopper of shoppers)
    await shopper.sandbox.topUpSandboxWallet(
      { amount_minor: TOP_UP, currency: shop.currency },
      once(`day-${step.day}/top-up`),
    );
  add(day, { topped_up_minor: TOP_UP * shoppers.length });
}

/** Runs a sale from the cart to its end on the same day. */
async function sell(day: Day, sale: PlannedSale): Promise<void> {
  const { shop, till, once, charges } = day;
  const { name, fate } = sale;
  const checkout = await create(day, sale);
  add(day, { sales: sale.sentTwice ? 2 : 1 });
  if (fate === 'abandoned') return;
  const paid = shopperOf(day, sale.shopper).checkouts.authorizeCheckout(
    { id: checkout },
    once(`${name}/authorize`),
  );
  if (fate === 'too dear') return refusedWith('insufficient balance', paid);
  charges.set(name, (await paid).auth_id);
  if (fate === 'captured') return capture(day, sale);
  if (fate === 'voided')
    await till.charges.voidCharge({ auth_id: chargeOf(day, sale) }, once(`${name}/void`));
  if (fate === 'captured later' || fate === 'stays held') add(day, { held_minor: totalOf(shop, sale) });
}

async function capture(day: Day, sale: PlannedSale): Promise<void> {
  const { shop, till, once } = day;
  const posted = await till.charges.captureCharge(
    { auth_id: chargeOf(day, sale) },
    once(`${sale.name}/capture`),
  );
  const total = totalOf(shop, sale);
  add(day, {
    captured: 1,
    captured_minor: total,
    fees_minor: posted.mdr_fee,
    recommenders_minor: posted.recommender_amount,
    cashback_minor: posted.recommender_amount + posted.deferred_buyer_amount,
    held_minor: sale.fate === 'captured later' ? -total : 0,
  });
}

async function recommend(day: Day, { shopper, product }: Step['recommends'][number]): Promise<void> {
  const { product_id, display_name } = product;
  const entry = { merchant_id: day.kept.org_id, product_id, display_name };
  await shopperOf(day, shopper).buyList.addToBuyList(
    entry,
    day.once(`day-${day.step.day}/${product_id}/recommend`),
  );
}

async function takeBack(day: Day, { sale, whole }: PlannedReturn): Promise<void> {
  const [line] = sale.lines;
  const items = whole || line === undefined ? {} : { items: [{ product_id: line.product_id, qty: 1 }] };
  const reason = whole ? 'did not suit' : 'one piece too many';
  const done = await day.till.charges.returnCharge(
    { auth_id: chargeOf(day, sale), reason, ...items },
    day.once(`${sale.name}/return`),
  );
  add(day, {
    returns: 1,
    refunded_minor: done.refund,
    buyers_cut_minor: done.buyer_cut,
    recommenders_cut_minor: done.rec_cut,
  });
}

/**
 * Pays most of the balance out. It uses the run's own sums: when the step is repeated, the books already
 * contain the payout.
 */
async function payOut(day: Day, fate: PayoutFate): Promise<void> {
  const { shop, till, step } = day;
  const once = (name: string) => day.once(`day-${step.day}/${name}`);
  const amount_minor =
    fate === 'is blocked' ? BLOCKED_AMOUNT : Math.floor(availableOf(day.totals) * PAID_OUT_SHARE);
  if (amount_minor < 1) return;
  const payout = till.payouts.createPayout(
    { amount_minor, currency: shop.currency, country_code: shop.country },
    once('payout'),
  );
  if (fate === 'is blocked') return refusedWith('blocked by monitoring', payout);
  const id = (await payout).instruction_id;
  add(day, { payouts: 1 });
  if (fate === 'fails') await till.sandbox.failSandboxPayout({ id }, once('fail'));
  else if (fate === 'comes back') {
    await till.sandbox.settleSandboxPayout({ id }, once('settle'));
    await till.sandbox.returnSandboxPayout({ id }, once('come-back'));
  } else add(day, { paid_out_minor: amount_minor, pending_payout_minor: step.isLast ? amount_minor : 0 });
}

function add(day: Day, more: Partial<Totals>): void {
  day.totals = plus(day.totals, more);
}

const shopperOf = ({ shoppers }: Day, number: number): Payments =>
  existing(shoppers[number], `shopper ${number}`);
const chargeOf = ({ charges }: Day, { name }: PlannedSale): string =>
  existing(charges.get(name), `the charge of sale ${name}`);

/** Sends the cart, twice if the till does. Returns the id of the payable checkout. */
async function create({ shop, kept, till, once }: ShopAtWork, sale: PlannedSale): Promise<string> {
  const online = sale.terminal === null;
  const cart = {
    items: sale.lines.map((line) => ({ ...line, unit_price: priceOf(sale, line.unit_price) })),
    currency: shop.currency,
    ...(online
      ? { shipping_amount: shop.shipping, shipping: { method: 'standard' } }
      : { terminal_id: kept.terminals[sale.terminal] ?? '' }),
    tax_amount: taxOf(shop, sale),
    total: totalOf(shop, sale),
    order_id: `${shop.country}-${sale.name}`,
  };
  if (sale.sentTwice) await till.checkouts.createCheckout(cart, once(`${sale.name}/create-first`));
  return (await till.checkouts.createCheckout(cart, once(`${sale.name}/create`))).id;
}

const priceOf = ({ fate }: PlannedSale, price: number): number =>
  fate === 'too dear' ? price * TOO_DEAR : price;
const goodsOf = (sale: PlannedSale): number =>
  sale.lines.reduce((sum, { unit_price, qty }) => sum + priceOf(sale, unit_price) * qty, 0);
const taxOf = ({ tax }: Shop, sale: PlannedSale): number => Math.floor((goodsOf(sale) * tax) / 10_000);
const totalOf = (shop: Shop, sale: PlannedSale): number =>
  goodsOf(sale) + taxOf(shop, sale) + (sale.terminal === null ? shop.shipping : 0);

/** Expects a refusal. Throws if the call succeeds or fails for another reason. */
async function refusedWith(reason: string, call: Promise<unknown>): Promise<void> {
  const refusal = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (refusal instanceof PaymentsError && refusal.reason === reason) return;
  throw refusal ?? new Error(`nothing was refused where "${reason}" is due`);
}

function existing<T>(value: T | undefined, what: string): T {
  if (value === undefined)
    throw new Error(`${what} is not there: the state of the run does not fit its plan`);
  return value;
}
