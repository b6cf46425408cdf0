import { randomUUID } from 'node:crypto';
import type { Caller, Credential } from './caller.ts';
import { checkoutBody } from './cart.ts';
import type { Cart, History, RecordedCall } from './history.ts';
import type { Merchant, Shopper } from './people.ts';

/** An opened checkout, with its charge after an answer named it. */
export interface Sale {
  readonly checkout: string;
  readonly cart: Cart;
  charge: string | null;
}

/** One merchant with two shoppers, and the state that its clients share. */
export interface Cell {
  readonly merchant: Merchant;
  readonly shoppers: readonly Shopper[];
  readonly sales: Sale[];
  /** Payouts whose ids an answer named. */
  readonly payouts: string[];
  /** An amount that no other top-up or payout of the cell has, so that the books identify it. */
  uniqueAmount(about: number): number;
}

type Body = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const number = (value: unknown): number => Number(value ?? 0);

/** The commands and reads of one client on one cell. */
export interface Commands {
  create(cart: Cart): Promise<Sale | null>;
  authorize(sale: Sale, shopper: Shopper): Promise<RecordedCall>;
  capture(sale: Sale): Promise<RecordedCall>;
  void(sale: Sale): Promise<RecordedCall>;
  giveBack(sale: Sale, items?: readonly { product: string; qty: number }[]): Promise<RecordedCall>;
  readCheckout(sale: Sale): Promise<RecordedCall>;
  readSale(sale: Sale): Promise<RecordedCall>;
  topUp(shopper: Shopper, about: number): Promise<RecordedCall>;
  readWallet(shopper: Shopper): Promise<RecordedCall>;
  payOut(about: number): Promise<RecordedCall>;
  movePayout(payout: string, operation: 'settle' | 'fail' | 'send back'): Promise<RecordedCall>;
  readPayout(payout: string): Promise<RecordedCall>;
  readBalance(): Promise<RecordedCall>;
}

/** Half of the commands carry an idempotency key. */
const KEYED_SHARE = 0.5;

/** Options of the commands of one client. */
interface Acting {
  readonly caller: Caller;
  readonly cell: Cell;
  isKeyed(): boolean;
}

/** Creates the commands of this caller. It calls `addCart` for each opened checkout. */
export function createCommands(caller: Caller, cell: Cell, addCart: History['addCart']): Commands {
  const acting: Acting = { caller, cell, isKeyed: () => caller.random.chance(KEYED_SHARE) };
  return {
    ...checkoutCommands(acting, addCart),
    ...chargeCommands(acting),
    ...walletCommands(acting),
    ...balanceCommands(acting),
  };
}

const get = (path: string, credential: Credential) => ({ method: 'GET', path, credential }) as const;

const post = (path: string, credential: Credential, body: object = {}) =>
  ({ method: 'POST', path, credential, body }) as const;

const subjectOf = ({ merchant }: Cell, { checkout, charge }: Sale) => ({
  merchant: merchant.id,
  checkout,
  ...(charge !== null && { charge }),
});

function checkoutCommands({ caller, cell, isKeyed }: Acting, addCart: History['addCart']) {
  const { merchant } = cell;
  return {
    async create(cart: Cart) {
      const order = randomUUID();
      const subject = { operation: 'create', merchant: merchant.id, order } as const;
      const request = post('/checkouts', merchant.key, checkoutBody(cart, order));
      const { answer } = await caller.call(subject, request, {
        isKeyed: isKeyed(),
        answer: ({ id }) => ({ id: text(id) }),
      });
      if (answer.id === undefined) return null;
      addCart(answer.id, cart);
      const sale = { checkout: answer.id, cart, charge: null };
      cell.sales.push(sale);
      return sale;
    },
    async authorize(sale: Sale, shopper: Shopper) {
      const subject = {
        operation: 'authorize',
        merchant: merchant.id,
        checkout: sale.checkout,
        shopper: shopper.id,
      } as const;
      const request = post(`/checkouts/${sale.checkout}/authorize`, shopper.session);
      const answer = ({ auth_id: charge }: Body) => ({ charge: text(charge) });
      const call = await caller.call(subject, request, { isKeyed: isKeyed(), answer });
      sale.charge ??= call.answer.charge ?? null;
      return call;
    },
    readCheckout: (sale: Sale) =>
      caller.call(
        { operation: 'read checkout', ...subjectOf(cell, sale) },
        get(`/checkouts/${sale.checkout}`, merchant.key),
        {
          answer: ({ status }) => ({ status: text(status) }),
        },
      ),
    async readSale(sale: Sale) {
      const subject = { operation: 'read sale', ...subjectOf(cell, sale) } as const;
      const call = await caller.call(subject, get(`/sales/${sale.checkout}`, merchant.key), {
        answer: saleOf,
      });
      sale.charge ??= call.answer.charge || null;
      return call;
    },
  };
}

function chargeCommands({ caller, cell, isKeyed }: Acting) {
  const request = (sale: Sale, verb: string, body?: object) =>
    post(`/charges/${sale.charge}/${verb}`, cell.merchant.key, body);
  return {
    capture: (sale: Sale) =>
      caller.call({ operation: 'capture', ...subjectOf(cell, sale) }, request(sale, 'capture'), {
        isKeyed: isKeyed(),
        answer: captureOf,
      }),
    void: (sale: Sale) =>
      caller.call({ operation: 'void', ...subjectOf(cell, sale) }, request(sale, 'void'), {
        isKeyed: isKeyed(),
        answer: () => ({}),
      }),
    giveBack(sale: Sale, items?: readonly { product: string; qty: number }[]) {
      const subject = {
        operation: 'return',
        ...subjectOf(cell, sale),
        ...(items !== undefined && { items }),
      } as const;
      const body =
        items === undefined ? {} : { items: items.map(({ product, qty }) => ({ product_id: product, qty })) };
      return caller.call(subject, request(sale, 'return', body), { isKeyed: isKeyed(), answer: returnOf });
    },
  };
}

function walletCommands({ caller, cell, isKeyed }: Acting) {
  return {
    topUp(shopper: Shopper, about: number) {
      const amount = cell.uniqueAmount(about);
      const request = post('/sandbox/wallet/topup', shopper.session, {
        amount_minor: amount,
        currency: 'USD',
      });
      return caller.call({ operation: 'top up', shopper: shopper.id, amount }, request, {
        isKeyed: isKeyed(),
        answer: () => ({}),
      });
    },
    readWallet: (shopper: Shopper) =>
      caller.call({ operation: 'read wallet', shopper: shopper.id }, get('/wallet', shopper.session), {
        answer: walletOf,
      }),
  };
}

function balanceCommands({ caller, cell, isKeyed }: Acting) {
  const { id: merchant, key } = cell.merchant;
  return {
    async payOut(about: number) {
      const amount = cell.uniqueAmount(about);
      const request = post('/payouts', key, { amount_minor: amount, currency: 'USD', country_code: 'US' });
      const answer = ({ instruction_id: id }: Body) => ({ id: text(id) });
      const call = await caller.call({ operation: 'payout', merchant, amount }, request, {
        isKeyed: isKeyed(),
        answer,
      });
      if (call.answer.id !== undefined) cell.payouts.push(call.answer.id);
      return call;
    },
    movePayout(payout: string, operation: 'settle' | 'fail' | 'send back') {
      const request = post(
        `/sandbox/payouts/${payout}/${operation === 'send back' ? 'return' : operation}`,
        key,
      );
      return caller.call({ operation, merchant, payout }, request, {
        isKeyed: isKeyed(),
        answer: () => ({}),
      });
    },
    readPayout: (payout: string) =>
      caller.call({ operation: 'read payout', merchant, payout }, get(`/payouts/${payout}`, key), {
        answer: ({ status }) => ({ status: text(status) }),
      }),
    readBalance: () =>
      caller.call({ operation: 'read balance', merchant }, get(`/orgs/${merchant}/balance`, key), {
        answer: balanceOf,
      }),
  };
}

function captureOf(body: Body) {
  return {
    journal: text(body['journal_id']),
    fee: number(body['mdr_fee']),
    recommender: number(body['recommender_amount']),
    deferred: number(body['deferred_buyer_amount']),
  };
}

function returnOf(body: Body) {
  return {
    id: text(body['return_id']),
    refund: number(body['refund']),
    buyer_cut: number(body['buyer_cut']),
    rec_cut: number(body['rec_cut']),
  };
}

function saleOf(body: Body) {
  const auth = body['auth'] as { id: string; status: string } | null;
  return { status: text(body['status']), charge: text(auth?.id), charge_status: text(auth?.status) };
}

/** The wallet in US dollars. Zeros for a shopper without one. */
function walletOf(body: Body) {
  const wallet = inDollars(body['wallets']);
  return { balance: number(wallet?.['balance_minor']), held: number(wallet?.['held_minor']) };
}

function balanceOf(body: Body) {
  const balance = inDollars(body['currencies']);
  return {
    available: number(balance?.['available_minor']),
    pending: number(balance?.['pending_payout_minor']),
  };
}

function inDollars(rows: unknown): Body | undefined {
  return (rows as Body[]).find(({ currency }) => currency === 'USD');
}
