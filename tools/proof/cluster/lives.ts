import { setTimeout as sleep } from 'node:timers/promises';
import { createCaller } from '../histories/caller.ts';
import { drawCart } from '../histories/cart.ts';
import { createCommands } from '../histories/commands.ts';
import type { Cell, Commands } from '../histories/commands.ts';
import type { History, RecordedCall } from '../histories/history.ts';
import type { CellSource } from '../histories/load.ts';
import type { Random } from '../histories/random.ts';

/** Lives that are begun in a second, as far as the machine can carry them. */
const LIVES_PER_SECOND = 20;
/**
 * The most unfinished lives. A slow machine begins fewer: behind long queues every call would be too late.
 */
const MOST_AT_ONCE = Number(process.env['CLUSTER_LIVES'] || 6);
/**
 * Merchants that trade at the same time, and the lives of one before another replaces it. One owner signs
 * up all of them, and may have a hundred.
 */
const CELLS_AT_ONCE = 4;
const LIVES_PER_CELL = 240;
/** More than the lives of one cell cost. */
const FUNDS = 30_000_000;
/** Repeats of a step without a clear answer. A life is given up after them. */
const MOST_TRIES = 40;
const PAUSE_MS = 250;

export interface LivesOptions {
  readonly apiUrls: readonly string[];
  readonly history: History;
  readonly random: Random;
  readonly cells: CellSource;
  readonly isOver: () => boolean;
}

/** The lives of a run. */
export interface Lives {
  readonly cells: readonly Cell[];
  readonly begun: number;
  /** Lives whose capture was answered 200. */
  readonly captured: number;
}

interface Seat {
  readonly cell: Cell;
  left: number;
}

/**
 * Creates, authorizes and captures checkouts until `isOver`. Every step is repeated until it has an answer.
 * Throws when nobody can sign up any more.
 */
export async function liveUntilOver(options: LivesOptions): Promise<Lives> {
  const { history, isOver, random } = options;
  const cells: Cell[] = [];
  const seats: (Seat | null)[] = [];
  const running = new Set<Promise<void>>();
  let [begun, captured, clients] = [0, 0, 0];
  const commandsOn = (cell: Cell): Commands => {
    const caller = createCaller({ ...options, client: ++clients, random: random.fork() });
    return createCommands(caller, cell, history.addCart);
  };
  const seat = async (place: number): Promise<void> => {
    seats[place] = null;
    const cell = await options.cells.next();
    for (const shopper of cell.shoppers) await commandsOn(cell).topUp(shopper, FUNDS);
    cells.push(cell);
    seats[place] = { cell, left: LIVES_PER_CELL };
  };
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  let hasFailed = false;
  failed.catch(() => (hasFailed = true)); // Awaited below.
  const keep = (work: Promise<void>): void => {
    running.add(work);
    work.finally(() => running.delete(work)).catch(fail);
  };
  await Promise.all(Array.from({ length: CELLS_AT_ONCE }, (_, place) => seat(place)));

  while (!isOver() && !hasFailed) {
    await sleep(1000 / LIVES_PER_SECOND);
    const free = seats.filter((taken): taken is Seat => taken !== null);
    if (running.size >= MOST_AT_ONCE || free.length === 0) continue;
    const chosen = random.pick(free);
    begun++;
    keep(
      live(commandsOn(chosen.cell), chosen.cell, random.fork()).then((is) => void (captured += Number(is))),
    );
    if (--chosen.left === 0) keep(seat(seats.indexOf(chosen)));
  }
  await Promise.race([failed, Promise.all(running)]);
  return { cells, begun, captured };
}

/** Returns true when the capture was answered 200. */
async function live(commands: Commands, { shoppers }: Cell, random: Random): Promise<boolean> {
  const sale = await commands.create(drawCart(random));
  if (sale === null) return false;
  const shopper = random.pick(shoppers);
  if (!(await untilAnswered(() => commands.authorize(sale, shopper)))) return false;
  return untilAnswered(() => commands.capture(sale));
}

/** Repeats the step while its outcome is open. Returns true when it was done. */
async function untilAnswered(step: () => Promise<RecordedCall>): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { outcome } = await step();
    if (outcome === 'done' || outcome === 'refused' || attempt === MOST_TRIES) return outcome === 'done';
    await sleep(PAUSE_MS);
  }
}
