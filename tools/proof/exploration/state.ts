import type { AwardStatus } from '../../../src/domain/cashback.ts';
import type { ChargeStatus } from '../../../src/domain/charge.ts';
import { CHARGE_STATUSES } from '../../../src/domain/charge.ts';
import { CHECKOUT_STATUSES } from '../../../src/domain/checkout.ts';
import type { CheckoutStatus } from '../../../src/domain/checkout.ts';

/** The moments that decide: the start of a term, its last millisecond, and its end. */
export const MOMENTS = ['start', 'last millisecond', 'end'] as const;

/** An award's status, with its pending time. */
export const AWARD_PHASES = [
  'deferred',
  'pending',
  'pending 10 days',
  'pending 20 days',
  'landed',
  'void',
] as const;
/** Index into `AWARD_PHASES`. */
export type AwardPhase = number;
export const DEFERRED = 0;
export const PENDING = 1;
export const LANDED = 4;
export const VOID = 5;
export const STATUS_OF_PHASE: readonly AwardStatus[] = [
  'DEFERRED',
  'PENDING',
  'PENDING',
  'PENDING',
  'LANDED',
  'VOIDED',
];
export const isPending = (phase: AwardPhase): boolean => phase >= PENDING && phase < LANDED;

/** The balances that the moves post to, in minor units. Only the merchant's may be negative. */
export interface Books {
  /** The buyer's wallet. */
  wallet: number;
  /** The part of the wallet that a hold reserves. */
  held: number;
  merchant: number;
  fees: number;
  /** Cashback that has not landed. */
  cashback: number;
  /** The wallets of all recommenders together. */
  recommenders: number;
}

/** Everything that the rules read of one checkout and its charge, and the books beside it. */
export interface State {
  checkout: CheckoutStatus;
  /** Null until a shopper authorizes. */
  charge: ChargeStatus | null;
  /** Index into `MOMENTS`: of the checkout's term while it is pending, of the hold while it is authorized. */
  moment: number;
  /** The moment of the checkout's term at which the charge was authorized. */
  authorizedAt: number;
  /** One bit per product that the buyer recommends. The capture clears it. */
  recommends: number;
  /** By line, in pieces. */
  returned: readonly number[];
  shippingGiven: number;
  taxGiven: number;
  refunded: number;
  /** Cashback that returns cut so far. */
  cut: number;
  books: Books;
  /** In the order of the capture. */
  phases: readonly AwardPhase[];
  amounts: readonly number[];
}

const NO_CHARGE = CHARGE_STATUSES.length;
/** Makes room for a negative balance of a merchant. */
const OFFSET = 32_768;

/** The index of the character that holds the phases; the amounts follow it. */
const PHASES = 12;

/**
 * Encodes the state as a short string, one character per number. Equal states have equal keys. Throws on a
 * number that does not fit in 16 bits.
 */
export function encode(state: State): string {
  const { books, amounts } = state;
  const charge = state.charge === null ? NO_CHARGE : CHARGE_STATUSES.indexOf(state.charge);
  const status = CHECKOUT_STATUSES.indexOf(state.checkout) + 8 * charge;
  const head = status + 64 * state.moment + 256 * state.authorizedAt + 1024 * state.recommends;
  const merchant = books.merchant + OFFSET;
  let bits =
    state.shippingGiven |
    state.taxGiven |
    state.refunded |
    state.cut |
    books.wallet |
    books.held |
    merchant |
    books.fees;
  bits |= books.cashback | books.recommenders;
  for (const amount of amounts) bits |= amount;
  if (bits >>> 16 !== 0)
    throw new RangeError(`an amount is negative or too large to explore: ${JSON.stringify(state)}`);
  return String.fromCharCode(
    head,
    pack(state.returned),
    state.shippingGiven,
    state.taxGiven,
    state.refunded,
    state.cut,
    books.wallet,
    books.held,
    merchant,
    books.fees,
    books.cashback,
    books.recommenders,
    packPhases(state.phases),
    ...amounts,
  );
}

/** Decodes a key into its state, for a cart with this number of lines. */
export function decode(key: string, lines: number): State {
  const at = (index: number): number => key.charCodeAt(index);
  const head = at(0);
  const charge = (head >> 3) & 7;
  const amounts: number[] = [];
  const phases: number[] = [];
  let packed = at(PHASES);
  for (let index = PHASES + 1; index < key.length; index += 1) {
    amounts.push(at(index));
    phases.push(packed % AWARD_PHASES.length);
    packed = Math.floor(packed / AWARD_PHASES.length);
  }
  return {
    checkout: CHECKOUT_STATUSES[head & 7] as CheckoutStatus,
    charge: charge === NO_CHARGE ? null : (CHARGE_STATUSES[charge] as ChargeStatus),
    moment: (head >> 6) & 3,
    authorizedAt: (head >> 8) & 3,
    recommends: head >> 10,
    returned: unpack(at(1), lines),
    shippingGiven: at(2),
    taxGiven: at(3),
    refunded: at(4),
    cut: at(5),
    books: {
      wallet: at(6),
      held: at(7),
      merchant: at(8) - OFFSET,
      fees: at(9),
      cashback: at(10),
      recommenders: at(11),
    },
    phases,
    amounts,
  };
}

/** A key of the part of a state that a return reads. States that differ only in times share it. */
export function returnKey(state: State): string {
  const statuses = state.phases.map((phase) => (isPending(phase) ? PENDING : phase));
  return String.fromCharCode(
    pack(state.returned),
    state.shippingGiven,
    state.taxGiven,
    packPhases(statuses),
    ...state.amounts,
  );
}

/** A copy that a move may change. Its lists are replaced, never changed. */
export function copy(state: State): State {
  return { ...state, books: { ...state.books } };
}

/** Base 6, the first award lowest. */
function packPhases(phases: readonly AwardPhase[]): number {
  let packed = 0;
  for (let award = phases.length - 1; award >= 0; award -= 1)
    packed = packed * AWARD_PHASES.length + (phases[award] as number);
  return packed;
}

function pack(returned: readonly number[]): number {
  let packed = 0;
  for (let line = returned.length - 1; line >= 0; line -= 1) packed = packed * 4 + (returned[line] as number);
  return packed;
}

function unpack(packed: number, lines: number): number[] {
  const returned: number[] = [];
  for (let line = 0; line < lines; line += 1) returned.push((packed >> (2 * line)) & 3);
  return returned;
}
