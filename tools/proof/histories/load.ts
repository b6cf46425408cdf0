import { setTimeout as sleep } from 'node:timers/promises';
import { createCaller } from './caller.ts';
import { drawCart } from './cart.ts';
import { createCommands } from './commands.ts';
import type { Cell, Commands, Sale } from './commands.ts';
import type { History } from './history.ts';
import type { SignUp } from './people.ts';
import type { Random } from './random.ts';

/** The size of the load. */
export interface LoadSize {
  /** The number of merchants that trade at the same time. */
  readonly cellsAtOnce: number;
  /**
   * The number of clients that send commands for one merchant at the same time, mostly on the same charge.
   */
  readonly clientsPerCell: number;
  /**
   * The number of commands and reads on one merchant, before another replaces it. Short histories are checked
   * fast.
   */
  readonly callsPerCell: number;
  /** The number of equal commands in an occasional burst on one charge. 0 sends no bursts. */
  readonly rush: number;
}

export interface LoadOptions extends LoadSize {
  readonly apiUrls: readonly string[];
  readonly history: History;
  readonly random: Random;
  readonly cells: CellSource;
  readonly isOver: () => boolean;
}

/** Creates cells before they are needed: signing up takes long during faults. */
export interface CellSource {
  next(): Promise<Cell>;
}

const FUNDS = 20_000;
/** Random amounts are multiples of this: the last three digits make each amount unique. */
const UNIQUE = 1000;
/** The probability that a client chooses the newest charge, so that several clients use the same one. */
const NEWEST_SHARE = 0.6;
const CHOICE = 4;
const NEW_SALE_SHARE = 0.1;
const RUSH_SHARE = 0.04;

/** Runs cells until `isOver`. Returns all of them. */
export async function runLoad(options: LoadOptions): Promise<Cell[]> {
  const traded: Cell[] = [];
  const lane = async (random: Random): Promise<void> => {
    while (!options.isOver()) {
      const cell = await options.cells.next();
      if (options.isOver()) return;
      traded.push(cell);
      await trade(cell, { ...options, random: random.fork() });
    }
  };
  await Promise.all(Array.from({ length: options.cellsAtOnce }, () => lane(options.random.fork())));
  return traded;
}

/** Creates `ahead` cells, and one more for each that is taken. */
export async function createCells(signUp: SignUp, ahead: number): Promise<CellSource> {
  const made = await Promise.all(Array.from({ length: ahead }, () => createCell(signUp)));
  const ready = made.map((cell) => Promise.resolve(cell));
  return {
    next() {
      const fresh = createCell(signUp);
      fresh.catch(() => undefined); // The caller of `next` gets the error. Here it must not end the process.
      ready.push(fresh);
      return ready.shift() as Promise<Cell>;
    },
  };
}

/** Creates a merchant with two shoppers. */
async function createCell(signUp: SignUp): Promise<Cell> {
  const [merchant, ...shoppers] = await Promise.all([signUp.merchant(), signUp.shopper(), signUp.shopper()]);
  let serial = 0;
  return {
    merchant,
    shoppers,
    sales: [],
    payouts: [],
    uniqueAmount: (about) => Math.ceil(about / UNIQUE) * UNIQUE + (++serial % UNIQUE),
  };
}

let lastClient = 0;

async function trade(cell: Cell, options: LoadOptions): Promise<void> {
  const { apiUrls, history, random } = options;
  const commands = (): Commands => {
    const caller = createCaller({ client: ++lastClient, apiUrls, history, random: random.fork() });
    return createCommands(caller, cell, history.addCart);
  };
  const first = commands();
  for (const shopper of cell.shoppers) await first.topUp(shopper, FUNDS);
  let left = options.callsPerCell;
  const client = async (own: Commands, choices: Random): Promise<void> => {
    while (left-- > 0 && !options.isOver()) {
      if (options.rush > 0 && choices.chance(RUSH_SHARE)) {
        left -= options.rush;
        await rush(cell, { commands: Array.from({ length: options.rush }, commands), random: choices });
      } else await step(cell, own, choices);
      await sleep(choices.between(0, 20));
    }
  };
  await Promise.all(Array.from({ length: options.clientsPerCell }, () => client(commands(), random.fork())));
}

/** Sends equal commands on one charge at once, each from its own client. */
async function rush(
  cell: Cell,
  { commands, random }: { commands: Commands[]; random: Random },
): Promise<void> {
  const sale = chooseSale(cell, random);
  if (sale === undefined) return;
  const shopper = random.pick(cell.shoppers);
  const act = sale.charge === null ? 'authorize' : random.weighted({ void: 3, capture: 3, giveBack: 2 });
  await Promise.all(
    commands.map((own) => {
      if (act === 'authorize')
        return own.authorize(sale, random.chance(0.5) ? shopper : random.pick(cell.shoppers));
      return own[act](sale);
    }),
  );
}

function chooseSale({ sales }: Cell, random: Random): Sale | undefined {
  if (sales.length === 0) return undefined;
  return random.chance(NEWEST_SHARE) ? sales.at(-1) : random.pick(sales.slice(-CHOICE));
}

/** Makes one command or read. */
async function step(cell: Cell, commands: Commands, random: Random): Promise<void> {
  const sale = chooseSale(cell, random);
  if (sale === undefined || random.chance(NEW_SALE_SHARE))
    return void (await commands.create(drawCart(random)));
  const about = random.weighted({ sale: 70, wallet: 14, balance: 16 });
  if (about === 'wallet') await stepOnWallet(cell, commands, random);
  else if (about === 'balance') await stepOnBalance(cell, commands, random);
  else if (sale.charge === null) await stepOnCheckout(sale, { cell, commands, random });
  else await stepOnCharge(sale as Sale & { charge: string }, { cell, commands, random });
}

interface Acting {
  readonly cell: Cell;
  readonly commands: Commands;
  readonly random: Random;
}

function stepOnCheckout(sale: Sale, { cell, commands, random }: Acting): Promise<unknown> {
  const act = random.weighted({ authorize: 80, readCheckout: 10, readSale: 10 });
  return act === 'authorize' ? commands.authorize(sale, random.pick(cell.shoppers)) : commands[act](sale);
}

function stepOnCharge(sale: Sale, { cell, commands, random }: Acting): Promise<unknown> {
  const act = random.weighted({
    capture: 24,
    void: 9,
    giveBack: 12,
    giveSomeBack: 14,
    authorize: 8,
    readCheckout: 6,
    readSale: 6,
  });
  if (act === 'authorize') return commands.authorize(sale, random.pick(cell.shoppers));
  if (act !== 'giveSomeBack') return commands[act](sale);
  const { product, qty } = random.pick(sale.cart.lines);
  return commands.giveBack(sale, [{ product, qty: random.between(1, qty) }]);
}

function stepOnWallet({ shoppers }: Cell, commands: Commands, random: Random): Promise<unknown> {
  const shopper = random.pick(shoppers);
  return random.chance(0.2)
    ? commands.topUp(shopper, random.between(1, FUNDS / 2))
    : commands.readWallet(shopper);
}

function stepOnBalance({ payouts }: Cell, commands: Commands, random: Random): Promise<unknown> {
  const act = random.weighted({ readBalance: 40, payOut: 30, movePayout: 25, readPayout: 5 });
  if (act === 'readBalance') return commands.readBalance();
  if (act === 'payOut' || payouts.length === 0) return commands.payOut(random.between(1, 6000));
  const payout = random.chance(NEWEST_SHARE) ? (payouts.at(-1) as string) : random.pick(payouts);
  if (act === 'readPayout') return commands.readPayout(payout);
  return commands.movePayout(payout, random.weighted({ settle: 4, fail: 3, 'send back': 3 }));
}
