import { firstState, openCart } from './cart.ts';
import type { ExploredCart } from './cart.ts';
import { checkState } from './invariants.ts';
import { visitMoves } from './moves.ts';
import type { RuleCache } from './moves.ts';
import { planText } from './plans.ts';
import type { CartPlan } from './plans.ts';
import type { MoneyRules } from './rules.ts';
import { decode, encode } from './state.ts';
import type { State } from './state.ts';
import { Violation } from './violation.ts';

/** A broken invariant, with the shortest path of moves from the creation of the checkout. */
export interface FoundViolation {
  readonly cart: string;
  readonly path: readonly string[];
  readonly broken: string;
}

/** The size of a walk, and its violations: at most one per cart. */
export interface Walk {
  carts: number;
  states: number;
  moves: number;
  readonly violations: FoundViolation[];
}

/** The states of one cart in the order in which the walk reached them, each with the move that led there. */
interface Trail {
  readonly keys: string[];
  readonly known: Set<string>;
  /** By state: the index of the state before it. */
  readonly from: number[];
  readonly labels: string[];
  /** The current state, and the move in progress. */
  leaving: number;
  label: string;
  moves: number;
}

/** Walks every reachable state of one cart, nearest first. Stops at the first violation. */
function walkCart(plan: CartPlan, rules: MoneyRules): { trail: Trail; violation: FoundViolation | null } {
  const trail: Trail = { keys: [], known: new Set(), from: [], labels: [], leaving: -1, label: '', moves: 0 };
  try {
    explore(openCart(plan, rules), trail);
    return { trail, violation: null };
  } catch (error) {
    if (error instanceof Violation && error.move !== '') trail.label = error.move;
    const broken = error instanceof Error ? error.message : String(error);
    return { trail, violation: { cart: planText(plan), path: pathOf(trail), broken } };
  }
}

function explore(cart: ExploredCart, trail: Trail): void {
  const judged: RuleCache = { returns: new Map(), capturedWallets: new Set() };
  const visit = (label: string, to: State): void => {
    trail.label = label;
    trail.moves += 1;
    meet(cart, trail, to);
    trail.label = '';
  };
  trail.label = 'create the checkout';
  meet(cart, trail, firstState(cart));
  trail.label = '';
  for (let index = 0; index < trail.keys.length; index += 1) {
    trail.leaving = index;
    const state = decode(trail.keys[index] as string, cart.lines.length);
    visitMoves(cart, judged, { state, visit });
  }
}

/** Records a new state after checking its invariants. */
function meet(cart: ExploredCart, trail: Trail, state: State): void {
  const key = encode(state);
  if (trail.known.has(key)) return;
  checkState(cart, state);
  trail.known.add(key);
  trail.keys.push(key);
  trail.from.push(trail.leaving);
  trail.labels.push(trail.label);
}

/** The moves from the start to the current state, and the move in progress. */
function pathOf({ from, labels, leaving, label }: Trail): string[] {
  const path = label === '' ? [] : [label];
  for (let index = leaving; index >= 0; index = from[index] as number) path.unshift(labels[index] as string);
  return path;
}

/** Walks these carts one after the other and adds up the results. Stops after `mostViolations`. */
export async function walk(
  plans: readonly CartPlan[],
  rules: MoneyRules,
  { mostViolations, onCart }: { mostViolations: number; onCart?: (walked: Walk) => Promise<void> | void },
): Promise<Walk> {
  const all: Walk = { carts: 0, states: 0, moves: 0, violations: [] };
  for (const plan of plans) {
    const { trail, violation } = walkCart(plan, rules);
    all.carts += 1;
    all.states += trail.keys.length;
    all.moves += trail.moves;
    if (violation !== null) all.violations.push(violation);
    if (all.violations.length >= mostViolations) break;
    await onCart?.(all);
  }
  return all;
}

/** A violation on one line: the cart, the moves, the invariant. */
export function violationText({ cart, path, broken }: FoundViolation): string {
  return `${broken}. Cart: ${cart}. Moves: ${path.join(' → ')}.`;
}
