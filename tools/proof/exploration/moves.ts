import type { CheckoutTrigger } from '../../../src/domain/checkout.ts';
import { captureNow } from './captures.ts';
import type { ExploredCart } from './cart.ts';
import {
  checkNeitherCapturedNorVoided,
  checkTriggers,
  mayAuthorize,
  mayVoid,
  supersedes,
} from './commands.ts';
import { checkMove } from './invariants.ts';
import { phasesAfter, returnEffects } from './returns.ts';
import type { ReturnEffect } from './returns.ts';
import { copy, DEFERRED, isPending, LANDED, MOMENTS, PENDING, returnKey } from './state.ts';
import type { State } from './state.ts';
import { judging, must } from './violation.ts';

/** A third of an award's pending time: buyers may recommend in between. */
const TICK_MS = 10 * 24 * 60 * 60 * 1000;
/** Source: specification, "Limits". */
const PENDING_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Results of the rules for one cart, by the facts that they read. The rules are pure, so each is computed
 * once.
 */
export interface RuleCache {
  /** By the part of a state that a return reads. */
  readonly returns: Map<string, readonly ReturnEffect[]>;
  /** By the part of a captured state that the other commands read: the wallet. */
  readonly capturedWallets: Set<number>;
}

/** Takes a move that the rules allow. */
export type Visit = (label: string, to: State) => void;

/**
 * Visits every state that one move leads to. Throws a violation when the rules allow a move that the
 * specification forbids, forbid one that it allows, or post other amounts.
 */
export function visitMoves(cart: ExploredCart, judged: RuleCache, { state, visit }: Visited): void {
  if (state.checkout === 'CAPTURED') {
    if (!judged.capturedWallets.has(state.books.wallet)) {
      judged.capturedWallets.add(state.books.wallet);
      checkCommands(cart, state);
    }
    visitReturns(cart, judged, { state, visit });
    visitRecommendations(cart, { state, visit });
    visitTime(cart, { state, visit });
    return;
  }
  const canAuthorize = checkCommands(cart, state);
  if (state.checkout === 'PENDING') visitPending(cart, { state, visit }, canAuthorize);
  else if (state.checkout === 'AUTHORIZED') visitAuthorized(cart, { state, visit });
}

/** Checks the commands that must be refused in this state. Returns true if the buyer may authorize. */
function checkCommands(cart: ExploredCart, state: State): boolean {
  checkTriggers(cart, state);
  if (state.charge !== null && (state.charge !== 'AUTHORIZED' || state.moment === 2))
    checkNeitherCapturedNorVoided(cart, state);
  return mayAuthorize(cart, state);
}

interface Visited {
  readonly state: State;
  readonly visit: Visit;
}

/** A copy of the state after this trigger. */
function moved({ rules }: ExploredCart, state: State, trigger: CheckoutTrigger): State {
  const next = copy(state);
  next.checkout = rules.nextStatus(state.checkout, trigger) as State['checkout'];
  return next;
}

function visitPending(cart: ExploredCart, { state, visit }: Visited, canAuthorize: boolean): void {
  if (canAuthorize) {
    const held = moved(cart, state, 'authorize');
    must(held.checkout === 'AUTHORIZED', 'authorizing leads elsewhere');
    held.charge = 'AUTHORIZED';
    held.authorizedAt = state.moment;
    held.moment = 0;
    held.books.held += cart.total;
    visit('authorize', held);
  }
  must(
    supersedes(cart, state) === state.moment < 2,
    'a newer checkout supersedes one whose time has run out, or expires one in time',
  );
  const displaced = moved(cart, state, state.moment < 2 ? 'supersede' : 'expire');
  must(displaced.checkout === (state.moment < 2 ? 'SUPERSEDED' : 'EXPIRED'), 'a checkout ends elsewhere');
  visit(state.moment < 2 ? 'open a newer checkout' : 'expire', displaced);
  visitWaiting(cart, { state, visit });
}

function visitAuthorized(cart: ExploredCart, { state, visit }: Visited): void {
  if (state.moment === 2) {
    const lapsed = moved(cart, state, 'lapse');
    must(lapsed.checkout === 'EXPIRED', 'a lapse leads elsewhere');
    lapsed.charge = 'EXPIRED';
    lapsed.books.held -= cart.total;
    visit('lapse', lapsed);
    return;
  }
  must(mayVoid(cart, state), 'a charge that is held cannot be voided');
  const released = moved(cart, state, 'void');
  must(released.checkout === 'VOIDED', 'a void leads elsewhere');
  released.charge = 'VOIDED';
  released.books.held -= cart.total;
  visit('void', released);
  visit(
    'capture',
    judging('capture', () => captured(cart, state)),
  );
  visitWaiting(cart, { state, visit });
}

function captured(cart: ExploredCart, state: State): State {
  const { posting, phases } = captureNow(cart, state);
  const next = moved(cart, state, 'capture');
  must(next.checkout === 'CAPTURED', 'a capture leads elsewhere');
  next.charge = 'CAPTURED';
  // From here on only the age of each award matters.
  next.moment = 0;
  next.authorizedAt = 0;
  next.recommends = 0;
  next.books.wallet -= cart.total;
  next.books.held -= cart.total;
  next.books.merchant += posting.net;
  next.books.fees += posting.mdrFee;
  next.books.cashback += posting.split.recommenderAmount + posting.split.deferredBuyerAmount;
  next.phases = phases;
  next.amounts = cart.awards.map(({ amount }) => amount);
  return next;
}

/** Moves before the capture: to the next of the three moments, and a recommendation by the buyer. */
function visitWaiting(cart: ExploredCart, { state, visit }: Visited): void {
  if (state.moment < 2)
    visit(`wait for the ${MOMENTS[state.moment + 1]}`, { ...copy(state), moment: state.moment + 1 });
  cart.products.forEach((product, index) => {
    if (((state.recommends >> index) & 1) === 0)
      visit(`recommend ${product}`, { ...copy(state), recommends: state.recommends | (1 << index) });
  });
}

function visitReturns(cart: ExploredCart, judged: RuleCache, { state, visit }: Visited): void {
  const key = returnKey(state);
  const known = judged.returns.get(key);
  const effects = known ?? returnEffects(cart, state);
  if (known === undefined) judged.returns.set(key, effects);
  const { books } = state;
  // One object for all returns: this loop makes most of the moves, and a visited state is not kept.
  const next = copy(state);
  for (const effect of effects) {
    next.returned = effect.returned;
    next.shippingGiven = state.shippingGiven + effect.shippingPart;
    next.taxGiven = state.taxGiven + effect.taxPart;
    next.refunded = state.refunded + effect.refund;
    next.cut = state.cut + effect.cut;
    next.books.wallet = books.wallet + effect.refund;
    next.books.merchant = books.merchant - (effect.refund - effect.cut);
    next.books.cashback = books.cashback - effect.cut;
    next.phases = effect.voids ? phasesAfter(state, effect.amounts) : state.phases;
    next.amounts = effect.amounts;
    if (known === undefined) checkMove(state, next);
    visit(effect.label, next);
  }
}

/** The buyer recommends a product: its deferred awards become pending. */
function visitRecommendations(cart: ExploredCart, { state, visit }: Visited): void {
  for (const product of cart.products) {
    const isDeferred = (phase: number, award: number): boolean =>
      phase === DEFERRED && cart.awards[award]?.productId === product;
    if (!state.phases.some(isDeferred)) continue;
    const next = copy(state);
    next.phases = state.phases.map((phase, award) => (isDeferred(phase, award) ? PENDING : phase));
    checkMove(state, next);
    visit(`recommend ${product}`, next);
  }
}

/** 10 days pass: awards that have been pending for 30 days land. */
function visitTime(cart: ExploredCart, { state, visit }: Visited): void {
  if (!state.phases.some(isPending)) return;
  const next = copy(state);
  next.phases = state.phases.map((phase, award) => {
    if (!isPending(phase)) return phase;
    const elapsedMs = (phase - PENDING + 1) * TICK_MS;
    const lands = elapsedMs >= cart.rules.pendingMs;
    must(lands === elapsedMs >= PENDING_MS, 'an award lands before or after 30 days');
    if (!lands) return phase + 1;
    const amount = state.amounts[award] as number;
    next.books.cashback -= amount;
    if (cart.awards[award]?.kind === 'buyer') next.books.wallet += amount;
    else next.books.recommenders += amount;
    return LANDED;
  });
  checkMove(state, next);
  visit('10 days pass', next);
}
