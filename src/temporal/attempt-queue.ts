import { AsyncLocalStorage } from 'node:async_hooks';
import type { DeliveryInput } from '../../workflows/messages.ts';

/** The most first attempts of a process at once. Each only waits for a receiver. */
const AT_ONCE = 200;
/**
 * The most of one org: what the gate lets through to its receiver, and as many that wait there for a slot.
 */
const AT_ONCE_OF_ORG = 8;
/** The most that wait, of one org and of all. Their rows remember the others for the sweep. */
const MOST_WAITING_OF_ORG = 500;
const MOST_WAITING = 20_000;

/** The first attempts that a process makes: one org after the other, so that none waits for another's. */
export interface AttemptQueue {
  /** Makes the attempt when its turn comes. Does nothing when it waits already, or when too many wait. */
  add(delivery: DeliveryInput): void;
  /** Drops what waits, which its rows remember, and waits for the attempts that are under way. */
  end(): Promise<void>;
}

/** Creates the queue. `attempt` must not reject. */
export function createAttemptQueue(attempt: (delivery: DeliveryInput) => Promise<void>): AttemptQueue {
  /** By org, in the order of their turns; then by delivery. */
  const waiting = new Map<string, Map<string, () => Promise<void>>>();
  const underWay = new Map<string, Promise<void>>();
  const ofOrg = new Map<string, number>();
  let count = 0;

  /** Takes the delivery whose turn it is, and puts its org behind all others. */
  const next = () => {
    for (const [orgId, mine] of waiting) {
      const [first] = mine;
      if (first === undefined || (ofOrg.get(orgId) ?? 0) >= AT_ONCE_OF_ORG) continue;
      waiting.delete(orgId);
      mine.delete(first[0]);
      count--;
      if (mine.size > 0) waiting.set(orgId, mine);
      return { orgId, deliveryId: first[0], run: first[1] };
    }
    return null;
  };
  const fill = (): void => {
    while (underWay.size < AT_ONCE) {
      const taken = next();
      if (taken === null) return;
      const { orgId, deliveryId, run } = taken;
      const busy = (ofOrg.get(orgId) ?? 0) + 1;
      ofOrg.set(orgId, busy);
      const done = run().then(() => {
        underWay.delete(deliveryId);
        const left = (ofOrg.get(orgId) ?? 1) - 1;
        if (left === 0) ofOrg.delete(orgId);
        else ofOrg.set(orgId, left);
        fill();
      });
      underWay.set(deliveryId, done);
    }
  };

  return {
    add(delivery) {
      const { deliveryId, orgId } = delivery;
      const mine = waiting.get(orgId) ?? new Map<string, () => Promise<void>>();
      const isKnown = underWay.has(deliveryId) || mine.has(deliveryId);
      if (isKnown || count >= MOST_WAITING || mine.size >= MOST_WAITING_OF_ORG) return;
      const inTrace = AsyncLocalStorage.snapshot();
      mine.set(deliveryId, () => inTrace(() => attempt(delivery)));
      waiting.set(orgId, mine);
      count++;
      fill();
    },
    async end() {
      waiting.clear();
      count = 0;
      await Promise.all(underWay.values());
    },
  };
}
