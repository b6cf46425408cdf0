import { setTimeout as sleep } from 'node:timers/promises';
import type { Progress } from '../../../stack/progress.ts';
import type { Component } from '../stack/component.ts';
import type { FaultKind, History } from './history.ts';
import type { Link } from '../stack/proxy.ts';
import type { Random } from './random.ts';
import type { BreakableStack } from '../stack/stack.ts';

const WEIGHTS: Readonly<Record<FaultKind, number>> = { kill: 40, freeze: 20, cut: 15, stall: 10, mute: 15 };
/** The duration of a freeze or a broken connection. */
const LEAST_MS = 200;
const MOST_MS = 5000;
/** The most faults at once: with more the service would hardly answer. */
const MOST_AT_ONCE = 2;
/** The longest pause between the starts of two faults. */
const LONGEST_PAUSE_MS = 3000;
/**
 * The share of faults before which the stack is healthy for up to `CALM_MS`, so that commands get through.
 */
const CALM_SHARE = 0.3;
const CALM_MS = 2000;

export interface FaultPlan {
  readonly count: number;
  readonly random: Random;
  readonly history: History;
  readonly progress: Progress;
  /** Ends the plan early, when the load has failed. */
  readonly isOver: () => boolean;
}

/** Injects faults, some of them at the same time. Returns when all have ended and everything runs again. */
export async function injectFaults(
  stack: BreakableStack,
  { count, random, history, progress, isOver }: FaultPlan,
): Promise<void> {
  const under = new Map<string, Promise<void>>();
  for (let number = 1; number <= count && !isOver() && !stack.isStopping(); number++) {
    if (random.chance(CALM_SHARE)) {
      await Promise.all(under.values());
      await sleep(random.between(CALM_MS / 2, CALM_MS));
    }
    while (under.size >= MOST_AT_ONCE) await Promise.race(under.values());
    const fault = drawFault(stack, random, new Set(under.keys()));
    progress.step(
      `  fault ${number} of ${count}: ${fault.kind} ${fault.target}${fault.kind === 'kill' ? '' : ` for ${fault.ms} ms`}`,
    );
    const at = history.now();
    const work = fault
      .inject()
      .then(() =>
        history.addFault({ type: 'fault', kind: fault.kind, target: fault.target, at, until: history.now() }),
      )
      .finally(() => under.delete(fault.target));
    under.set(fault.target, work);
    work.catch(() => undefined); // Awaited below or above. Until then it must not end the process.
    await sleep(random.between(LEAST_MS, LONGEST_PAUSE_MS));
  }
  await Promise.all(under.values());
}

interface Fault {
  readonly kind: FaultKind;
  readonly target: string;
  readonly ms: number;
  inject(): Promise<void>;
}

/** Draws the next fault, on a target without a current fault. */
function drawFault({ components, links }: BreakableStack, random: Random, busy: ReadonlySet<string>): Fault {
  const kind = random.weighted(WEIGHTS);
  const ms = random.between(LEAST_MS, MOST_MS);
  const free = <T extends { readonly name: string }>(all: readonly T[]): T =>
    random.pick(all.filter(({ name }) => !busy.has(name)));
  if (kind === 'kill' || kind === 'freeze') {
    const component = free(components);
    return { kind, ms, target: component.name, inject: () => breakComponent(component, kind, ms) };
  }
  const link = free(links);
  return { kind, ms, target: link.name, inject: () => breakLink(link, kind, ms) };
}

async function breakComponent(component: Component, kind: 'kill' | 'freeze', ms: number): Promise<void> {
  if (kind === 'kill') {
    await component.kill();
    return component.start();
  }
  await component.freeze();
  await sleep(ms);
  component.thaw();
}

async function breakLink(link: Link, kind: 'cut' | 'stall' | 'mute', ms: number): Promise<void> {
  link[kind]();
  await sleep(ms);
  link.restore();
}
