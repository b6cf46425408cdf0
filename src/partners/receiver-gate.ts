/** How many requests to one org's receiver may be under way. */
const AT_ONCE = 4;
/** A receiver that takes longer than this is slow until it answers faster again. */
const SLOW_MS = 1000;
/** How long an attempt waits for its turn at a receiver that answers fast, and how many may. */
const PATIENCE_MS = 1000;
const MOST_PATIENT = 32;
/** First attempts within a workflow's task, for all orgs: well below the worker's slots for them. */
const MOST_WITHIN_TASKS = 200;
/** Requests to slow receivers, for all orgs: half of the worker's slots, so that the others always find one. */
const MOST_TO_SLOW = 500;
const SHORTEST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** Unless so many wait that asking costs others their time: those of one receiver ask four times a second at most. */
const ASK_EVERY_MS = 250;
/** What has not come back after so many pauses is forgotten: the delivery was canceled, or another worker has it. */
const FORGET_PAUSES = 3;
const FORGET_SLOW_MS = 10 * 60_000;

/** An attempt that may be made now. */
export interface Place {
  /** It is over. `ms` is how long the receiver took, null when it was not asked. */
  leave(ms: number | null): void;
}

export interface Visitor {
  readonly orgId: string;
  readonly deliveryId: string;
  /** The attempt is made within a workflow's task, which holds up others when it lasts. */
  readonly withinTask: boolean;
}

/** Lets few attempts at a time to each receiver, and keeps slots free for those that answer. */
export interface ReceiverGate {
  /** A place, perhaps after a short wait. Null: come again after `pauseOf`. */
  enter(visitor: Visitor): Promise<Place | null>;
  /** How long it is worth waiting before asking again, in milliseconds: by how many wait and how long one takes. */
  pauseOf(orgId: string): number;
}

/** A request under way, by when it began. */
interface Request {
  readonly since: number;
}

interface Receiver {
  /** Oldest first. */
  readonly underWay: Set<Request>;
  /** Those who wait for a place in here, in their order. */
  readonly patient: ((since: Request) => void)[];
  /** Deliveries that were turned away and have not come back, and until when they are waited for. */
  readonly turnedAway: Map<string, number>;
  lastMs: number;
  lastAt: number;
}

/**
 * The gate of one worker. An org has one URL, so a receiver is an org's: those of different businesses at one host do
 * not wait for each other. See docs/decisions/0018-webhooks-per-destination.md.
 */
export function createReceiverGate(now: () => number = () => performance.now()): ReceiverGate {
  const receivers = new Map<string, Receiver>();
  const busy = { withinTasks: 0, toSlow: 0 };

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
    for (const [id, until] of receiver.turnedAway) {
      if (now() < until) break;
      receiver.turnedAway.delete(id);
    }
    const idle = receiver.underWay.size === 0 && receiver.patient.length === 0 && receiver.turnedAway.size === 0;
    if (idle && !isSlow(receiver)) receivers.delete(orgId);
  };

  const place = ({ orgId, withinTask }: Visitor, receiver: Receiver, mine: Request): Place => {
    const slow = isSlow(receiver);
    if (withinTask) busy.withinTasks++;
    if (slow) busy.toSlow++;
    return {
      leave(ms) {
        if (!receiver.underWay.delete(mine)) return;
        if (withinTask) busy.withinTasks--;
        if (slow) busy.toSlow--;
        if (ms !== null) Object.assign(receiver, { lastMs: ms, lastAt: now() });
        const next = receiver.patient.shift();
        if (next !== undefined) next(begin(receiver));
        else forgetIfIdle(orgId, receiver);
      },
    };
  };
  const admissible = (receiver: Receiver, withinTask: boolean): boolean => {
    const slow = isSlow(receiver);
    if (withinTask) return !slow && busy.withinTasks < MOST_WITHIN_TASKS;
    return !slow || busy.toSlow < MOST_TO_SLOW;
  };

  return {
    async enter(visitor) {
      const receiver = receiverOf(visitor.orgId);
      receiver.turnedAway.delete(visitor.deliveryId);
      if (admissible(receiver, visitor.withinTask)) {
        const mine = receiver.underWay.size < AT_ONCE ? begin(receiver) : await turn(receiver, isSlow(receiver));
        if (mine !== null) return place(visitor, receiver, mine);
      }
      receiver.turnedAway.set(visitor.deliveryId, now() + FORGET_PAUSES * pauseBefore(receiver, now()));
      return null;
    },
    pauseOf: (orgId) => pauseBefore(receiverOf(orgId), now()),
  };
}

function pauseBefore({ turnedAway, lastMs, underWay }: Receiver, now: number): number {
  const [oldest] = underWay;
  const takes = Math.max(lastMs, oldest === undefined ? 0 : now - oldest.since);
  const wait = (turnedAway.size / AT_ONCE) * takes;
  // Spread, so that those turned away together do not all come back together.
  const pause = Math.max(Math.min(Math.max(wait, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS), turnedAway.size * ASK_EVERY_MS);
  return Math.round(pause * (0.75 + Math.random() / 2));
}

/** Waits a moment for a place that is handed on. Null when the receiver is slow, too many wait, or none came free. */
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
