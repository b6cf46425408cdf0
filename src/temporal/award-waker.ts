import { fire } from './due-things.ts';
import type { DueThingDeps, ThingAtTime } from './due-things.ts';
import type { DueThing } from '../store/org-clock.ts';

const AT_ONCE = 4;
const FIRE_MS = 5000;
/** More are not woken: they end when their delay has passed in real time. */
const MOST_WAITING = 10_000;

/** Wakes the workflows of awards that a move of the clock has landed, so that they end. */
export interface AwardWaker {
  /**
   * Returns at once. A failure costs nothing: the workflow begins by itself later, finds the award landed and
   * ends.
   */
  wake(award: ThingAtTime<DueThing>): void;
}

/** Creates a waker that works in the background, a few at a time: nobody waits for these workflows. */
export function createAwardWaker(deps: DueThingDeps): AwardWaker {
  const waiting: ThingAtTime<DueThing>[] = [];
  let lanes = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await fire(deps, { ...next, ms: FIRE_MS }).catch(() => undefined);
    }
    lanes--;
  };
  return {
    wake(award) {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push(award);
      if (lanes < AT_ONCE) {
        lanes++;
        void work();
      }
    },
  };
}
