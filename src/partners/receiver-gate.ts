/** The most requests in flight to one org's receiver. */
const AT_ONCE = 4;
/** A receiver that takes longer than this is slow until it answers faster again. */
const SLOW_MS = 1000;
/** The longest wait of an attempt for its turn at a fast receiver, and the most attempts that wait. */
const PATIENCE_MS = 1000;
const MOST_PATIENT = 32;
/**
 * The most attempts that only a fast receiver gets, over all orgs. It is well below the worker's slots for
 * workflow tasks, in which some of them are made.
 */
const MOST_FAST = 200;
/**
 * The most requests to slow receivers, over all orgs. It is half of the worker's slots, so that fast
 * receivers always get one.
 */
const MOST_TO_SLOW = 500;
const SHORTEST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/**
 * The deliveries of one receiver retry at most four times a second together: otherwise a long queue would
 * spend the worker's time on retries.
 */
const ASK_EVERY_MS = 250;
/**
 * A delivery that does not return within so many pauses is dropped from the count: it was canceled, or
 * another worker has it.
 */
const FORGET_PAUSES = 3;
const FORGET_SLOW_MS = 10 * 60_000;
/**
 * The most deliveries of one slow receiver whose first attempts are left to workflows. The others stay rows:
 * a receiver that is slow during a burst must not cost a workflow for each event of it.
 */
const MOST_LEFT_TO_WORKFLOWS = 32;

/** A slot for an attempt that may be made now. */
export interface Slot {
  /** Frees the slot. `ms` is the time that the receiver took, null when no request was sent. */
  leave(ms: number | null): void;
}

export interface SlotRequest {
  readonly orgId: string;
  readonly deliveryId: string;
  /** True for an attempt that delays other work while it lasts: a receiver in trouble gets none. */
  readonly onlyIfFast: boolean;
}

/** Limits the concurrent attempts to each receiver, and keeps slots free for fast receivers. */
export interface ReceiverGate {
  /** Takes a slot, perhaps after a short wait. Null when there is none: retry after `pauseOf`. */
  enter(visitor: SlotRequest): Promise<Slot | null>;
  /**
   * Returns true when the gate counts on a delivery that it turned away to come back after `pauseOf`. False
   * for a first attempt that came when enough others of its org were to come back already.
   */
  expects(visitor: Pick<SlotRequest, 'orgId' | 'deliveryId'>): boolean;
  /**
   * The pause before the next try, in milliseconds, by the length of the queue and the duration of one
   * request.
   */
  pauseOf(orgId: string): number;
}

/** A request in flight, with its start time. */
interface Request {
  readonly since: number;
}

interface Receiver {
  /** Oldest first. */
  readonly underWay: Set<Request>;
  /** The attempts that wait in this process for a slot, in order. */
  readonly patient: ((since: Request) => void)[];
  /** The deliveries that got no slot and have not returned, each with the time at which it is dropped. */
  readonly turnedAway: Map<string, number>;
  lastMs: number;
  lastAt: number;
}

/**
 * Creates the gate of one worker. An org has one URL, so a receiver is an org's. Orgs that share a host do
 * not wait for each other. See docs/decisions/0018-webhooks-per-destination.md.
 */
export function createReceiverGate(now: () => number = () => performance.now()): ReceiverGate {
  const receivers = new Map<string, Receiver>();
  const busy = { onlyIfFast: 0, toSlow: 0 };

  const receiverOf = (orgId: string): Receiver => {
    let found = receivers.get(orgId);
    if (found === undefined) {
      found = { underWay: new Set(), patient: [], turnedAway: new Map(), lastMs: 0, lastAt: now() };
      receivers.set(orgId, found);
    }
    return found;
  };
  const isSlow = ({ lastMs, lastAt, underWay }: Receiver): boolean => {
    if (lastMs > SLOW_MS && now() - lastAt < FORGET_SLOW_MS) return true;
    for (const { since } of underWay) return now() - since > SLOW_MS;
    return false;
  };
  const begin = ({ underWay }: Receiver): Request => {
    const mine = { since: now() };
    underWay.add(mine);
    return mine;
  };
  const forgetIfIdle = (orgId: string, receiver: Receiver): void => {
    forgetAbsent(receiver, now());
    const idle =
      receiver.underWay.size === 0 && receiver.patient.length === 0 && receiver.turnedAway.size === 0;
    if (idle && !isSlow(receiver)) receivers.delete(orgId);
  };

  const place = ({ orgId, onlyIfFast }: SlotRequest, receiver: Receiver, mine: Request): Slot => {
    const slow = isSlow(receiver);
    if (onlyIfFast) busy.onlyIfFast++;
    if (slow) busy.toSlow++;
    return {
      leave(ms) {
        if (!receiver.underWay.delete(mine)) return;
        if (onlyIfFast) busy.onlyIfFast--;
        if (slow) busy.toSlow--;
        if (ms !== null) Object.assign(receiver, { lastMs: ms, lastAt: now() });
        const next = receiver.patient.shift();
        if (next !== undefined) next(begin(receiver));
        else forgetIfIdle(orgId, receiver);
      },
    };
  };
  const admissible = (receiver: Receiver, onlyIfFast: boolean): boolean => {
    const slow = isSlow(receiver);
    if (onlyIfFast) return !slow && busy.onlyIfFast < MOST_FAST;
    return !slow || busy.toSlow < MOST_TO_SLOW;
  };

  return {
    async enter(visitor) {
      const receiver = receiverOf(visitor.orgId);
      receiver.turnedAway.delete(visitor.deliveryId);
      if (admissible(receiver, visitor.onlyIfFast)) {
        const mine =
          receiver.underWay.size < AT_ONCE ? begin(receiver) : await turn(receiver, isSlow(receiver));
        if (mine !== null) return place(visitor, receiver, mine);
      }
      forgetAbsent(receiver, now());
      if (!visitor.onlyIfFast || receiver.turnedAway.size < MOST_LEFT_TO_WORKFLOWS)
        receiver.turnedAway.set(visitor.deliveryId, now() + FORGET_PAUSES * pauseBefore(receiver, now()));
      return null;
    },
    expects: ({ orgId, deliveryId }) => receivers.get(orgId)?.turnedAway.has(deliveryId) ?? false,
    pauseOf: (orgId) => pauseBefore(receiverOf(orgId), now()),
  };
}

/** Drops the deliveries that have not come back in time from the count. */
function forgetAbsent({ turnedAway }: Receiver, now: number): void {
  for (const [id, until] of turnedAway) {
    if (now < until) break;
    turnedAway.delete(id);
  }
}

function pauseBefore({ turnedAway, lastMs, underWay }: Receiver, now: number): number {
  const [oldest] = underWay;
  const takes = Math.max(lastMs, oldest === undefined ? 0 : now - oldest.since);
  const wait = (turnedAway.size / AT_ONCE) * takes;
  // Spread at random, so that deliveries that were rejected together do not all return together.
  const pause = Math.max(
    Math.min(Math.max(wait, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS),
    turnedAway.size * ASK_EVERY_MS,
  );
  return Math.round(pause * (0.75 + Math.random() / 2));
}

/**
 * Waits briefly for a slot that another attempt frees. Null when the receiver is slow, too many wait, or the
 * wait ends.
 */
function turn({ patient }: Receiver, slow: boolean): Promise<Request | null> {
  if (slow || patient.length >= MOST_PATIENT) return Promise.resolve(null);
  return new Promise((resolve) => {
    const handed = (mine: Request): void => {
      clearTimeout(timer);
      resolve(mine);
    };
    const timer = setTimeout(() => {
      patient.splice(patient.indexOf(handed), 1);
      resolve(null);
    }, PATIENCE_MS);
    patient.push(handed);
  });
}
