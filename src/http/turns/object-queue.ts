import { setTimeout as sleep } from 'node:timers/promises';
import { IN_FLIGHT_MS, TURN_MS } from '../../domain/time-budget.ts';
import { refused } from '../answers.ts';
import { NoAnswer } from '../../temporal/connection.ts';

/**
 * The most calls that wait at one object in this process. One more is refused. Source: contract, section 15.
 */
const PLACES = 200;

/**
 * The most commands to one object that this process has in flight, by the kind of object.
 *
 * A checkout and its charge share a workflow, and Temporal refuses an eleventh update in flight to a
 * workflow: one at a time leaves room for ten API processes. The others start a workflow for each command,
 * and meet at a row lock: a few at a time keep that lock busy without holding many database connections. An
 * export is no command; one at a time bounds the memory that a user can take.
 */
const WIDTHS = { checkout: 1, clock: 1, returns: 4, terminal: 4, balance: 4, payout: 1, export: 1 } as const;

/**
 * The turn of a call did not come in time. It was not given, and an earlier call under the same idempotency
 * key may have been.
 */
export class TurnTimeoutError extends Error {
  constructor() {
    super('no turn in time');
    this.name = 'NoTurn';
  }
}

/** An object that commands queue for: its kind and its id. */
export interface QueuedObject {
  readonly kind: keyof typeof WIDTHS;
  readonly id: string;
}

/** A call's turn at an object. */
export interface Turn {
  /** The call had to wait: whatever it read of the object before may be stale. */
  readonly hasWaited: boolean;
}

/**
 * Queues in front of the objects that commands change: in order of arrival, bounded in length and in waiting
 * time.
 */
export interface ObjectQueue {
  /**
   * Runs the work when its turn comes, and answers its result. Refused: `rate limited` when all places are
   * taken. Throws `TurnTimeoutError` after 10 s of waiting, which becomes 503. Nothing is done then.
   */
  inTurn<T>(object: QueuedObject, work: (turn: Turn) => Promise<T>): Promise<T>;
  /**
   * The same for a command that is safe to repeat: simultaneous calls under the same `flight` name share one
   * turn and its outcome.
   */
  inFlight<T>(flight: string, object: QueuedObject, work: (turn: Turn) => Promise<T>): Promise<T>;
  /**
   * The same for commands that can run together: those that wait share one turn. `work` answers one result
   * for each, in their order.
   */
  inBatch<Item, T>(
    object: QueuedObject,
    item: Item,
    work: (items: readonly Item[]) => Promise<readonly T[]>,
  ): Promise<T>;
  /** The number of calls that wait for a turn, at all objects together. */
  waiting(): number;
}

interface Batch {
  readonly items: unknown[];
  answers: Promise<readonly unknown[]>;
}

interface Line {
  running: number;
  /** In order of arrival. Each function lets its call run. */
  readonly waiting: Set<() => void>;
}

interface QueueSize {
  /** The most calls that wait at one object. */
  readonly places?: number;
  /** The longest wait of a call, in milliseconds. */
  readonly turnMs?: number;
}

/** Makes the queues of one process. */
export function createObjectQueue({ places = PLACES, turnMs = TURN_MS }: QueueSize = {}): ObjectQueue {
  const { inTurn, waiting } = createTurns({ places, turnMs });
  const flights = new Map<string, Promise<unknown>>();
  const batches = new Map<string, Batch>();
  return {
    inTurn,
    waiting,
    async inFlight<T>(flight: string, object: QueuedObject, work: (turn: Turn) => Promise<T>): Promise<T> {
      const joined = flights.get(flight) as Promise<T> | undefined;
      if (joined !== undefined) return joined;
      const own = inTurn(object, work).finally(() => flights.delete(flight));
      flights.set(flight, own);
      return own;
    },
    async inBatch<Item, T>(
      object: QueuedObject,
      item: Item,
      work: (items: readonly Item[]) => Promise<readonly T[]>,
    ): Promise<T> {
      const name = nameOf(object);
      const open = batches.get(name);
      if (open !== undefined) {
        if (open.items.length >= places) refused('rate_limited', undefined, { retry_after: 1 });
        const place = open.items.push(item) - 1;
        return (await open.answers)[place] as T;
      }
      const batch: Batch = { items: [item], answers: Promise.resolve([]) };
      batches.set(name, batch);
      const close = (): void => {
        if (batches.get(name) === batch) batches.delete(name);
      };
      // Closed when its turn comes or was refused: a later command would join work that has already begun.
      batch.answers = inTurn(object, () => {
        close();
        return work(batch.items as Item[]);
      }).finally(close);
      return (await batch.answers)[0] as T;
    },
  };
}

const nameOf = ({ kind, id }: QueuedObject): string => `${kind}:${id}`;

function createTurns({ places, turnMs }: Required<QueueSize>): Pick<ObjectQueue, 'inTurn' | 'waiting'> {
  const lines = new Map<string, Line>();

  const leave = (name: string, line: Line): void => {
    const [next] = line.waiting;
    if (next === undefined) {
      line.running--;
      if (line.running === 0) lines.delete(name);
      return;
    }
    // The place passes to the next call: no other call can take it in between.
    line.waiting.delete(next);
    next();
  };
  const wait = async (line: Line): Promise<void> => {
    if (line.waiting.size >= places) refused('rate_limited', undefined, { retry_after: 1 });
    const hasTurn = await new Promise<boolean>((resolve) => {
      const turn = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        line.waiting.delete(turn);
        resolve(false);
      }, turnMs);
      line.waiting.add(turn);
    });
    if (!hasTurn) throw new TurnTimeoutError();
  };

  const inTurn: ObjectQueue['inTurn'] = async (object, work) => {
    const name = nameOf(object);
    const line = lines.get(name) ?? { running: 0, waiting: new Set() };
    lines.set(name, line);
    const hasWaited = line.running >= WIDTHS[object.kind];
    if (hasWaited) await wait(line);
    else line.running++;
    let inFlight: Promise<unknown> = Promise.resolve();
    try {
      return await work({ hasWaited });
    } catch (error) {
      // The workflow may still hold this update: the next command would be one more in flight, beyond the
      // server's limit.
      if (error instanceof NoAnswer)
        inFlight = Promise.race([error.settled, sleep(IN_FLIGHT_MS, undefined, { ref: false })]);
      throw error;
    } finally {
      void inFlight.then(() => leave(name, line));
    }
  };
  const waiting = (): number => lines.values().reduce((count, line) => count + line.waiting.size, 0);
  return { inTurn, waiting };
}
