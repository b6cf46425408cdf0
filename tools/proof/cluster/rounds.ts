import { setTimeout as sleep } from 'node:timers/promises';
import type { Progress } from '../../../stack/progress.ts';
import type { History } from '../histories/history.ts';
import type { Random } from '../histories/random.ts';
import type { Component } from '../stack/component.ts';
import type { DatabaseAccess } from '../stack/database-access.ts';
import type { Link } from '../stack/proxy.ts';
import type { BreakableStack } from '../stack/stack.ts';
import type { Span } from './gaps.ts';

/** The faults of a run, for each kind of process. */
export interface RoundCounts {
  readonly kill: number;
  readonly freeze: number;
  readonly cut: number;
}

export type RoundFault = keyof RoundCounts;

/** One fault of one process, and the time in which its effect can show. */
export interface Round extends Span {
  /** `temporal-history`, `api`, `postgresql`: the process without its number. */
  readonly kind: string;
  readonly fault: RoundFault;
}

export interface RoundOptions {
  readonly counts: RoundCounts;
  readonly random: Random;
  readonly history: History;
  readonly progress: Progress;
  readonly isOver: () => boolean;
}

/** The duration of a pause and of a cut. */
const BROKEN_MS = 3000;
/**
 * The time after a fault in which the servers find each other again. A gap in it still counts for the fault.
 */
const SETTLE_MS = 4000;
const MOST_WAIT_MS = 60_000;
const LOOK_MS = 50;
/** The calls that can end between two looks. */
const RECENT = 200;
/** Its end has no effect on any call. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['temporal-ui']);

const kindOf = (name: string): string => name.replace(/-\d+$/, '');

/** Breaks one process after the other, in random order, while the others run. */
export async function breakInTurn(stack: BreakableStack, options: RoundOptions): Promise<Round[]> {
  const { history, progress, isOver } = options;
  const plan = planOf(stack, options);
  const rounds: Round[] = [];
  for (const [index, { target, fault }] of plan.entries()) {
    if (isOver() || stack.isStopping()) break;
    const from = history.now();
    await inject(stack, target, fault);
    history.addFault({ type: 'fault', kind: fault, target: target.name, at: from, until: history.now() });
    await sleep(SETTLE_MS);
    await untilSuccess(options);
    rounds.push({ kind: kindOf(target.name), fault, from, to: history.now() });
    progress.step(
      `  fault ${index + 1} of ${plan.length}: ${fault} ${target.name}, ${(history.now() - from) / 1e6} s`,
    );
  }
  return rounds;
}

/**
 * Waits until a command succeeds, so that the next fault meets a service that works. Gives up after a minute.
 */
export async function untilSuccess({
  history,
  isOver,
}: Pick<RoundOptions, 'history' | 'isOver'>): Promise<void> {
  const since = history.now();
  const hasSucceeded = () =>
    history.calls.slice(-RECENT).some(({ outcome, end }) => outcome === 'done' && end > since);
  while (!hasSucceeded() && !isOver() && history.now() - since < MOST_WAIT_MS * 1000) await sleep(LOOK_MS);
}

interface Planned {
  readonly target: Component;
  readonly fault: RoundFault;
}

/** A connection of a process that can be cut. */
type Cuttable = Pick<Link | DatabaseAccess, 'name' | 'cut' | 'restore'>;

function planOf(stack: BreakableStack, { counts, random }: RoundOptions): Planned[] {
  const kinds = Map.groupBy(stack.components, ({ name }) => kindOf(name));
  const plan: Planned[] = [];
  for (const [kind, all] of kinds) {
    if (WITHOUT_EFFECT.has(kind)) continue;
    for (const [fault, count] of Object.entries(counts) as [RoundFault, number][]) {
      // A process without links has nothing that could be cut.
      const can = fault === 'cut' ? all.filter((one) => linksOf(stack, one).length > 0) : all;
      for (let number = 0; number < count && can.length > 0; number++)
        plan.push({ target: can[number % can.length] as Component, fault });
    }
  }
  return shuffled(plan, random);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ item }) => item);
}

const linksOf = ({ links, accesses }: BreakableStack, { name }: Component): Cuttable[] =>
  [...links, ...accesses].filter((link) => link.name.startsWith(`${name} to `));

async function inject(stack: BreakableStack, target: Component, fault: RoundFault): Promise<void> {
  if (fault === 'kill') {
    await target.kill();
    return target.start();
  }
  const own = linksOf(stack, target);
  if (fault === 'freeze') await target.freeze();
  else await Promise.all(own.map(async (link) => link.cut()));
  await sleep(BROKEN_MS);
  if (fault === 'freeze') target.thaw();
  else await Promise.all(own.map(async (link) => link.restore()));
}
