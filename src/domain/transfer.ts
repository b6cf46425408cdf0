import type { TransferStatus } from './payout.ts';

/** A transfer as the bank reports it. Amount in minor units. */
export interface KnownTransfer {
  readonly id: string;
  readonly status: TransferStatus;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string | null;
}

/**
 * The bank's reply to a submit or to a question about a transfer. `askedAt` is from before the call.
 *
 * - `known`: the bank has the transfer. `unknown`: it says that it has none.
 * - `refused`: it says no to this submit. An earlier submit may still have been taken.
 * - `not sent`: nothing can have reached the bank.
 * - `unsure`: the submit may have been taken, or may yet arrive. `unavailable`: the question has no answer.
 */
export type BankReply =
  | { readonly kind: 'known'; readonly transfer: KnownTransfer; readonly askedAt: number }
  | { readonly kind: 'unknown'; readonly askedAt: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unsure' | 'unavailable' | 'not sent' };

/** The longest time of one submit, in milliseconds. */
export const SUBMIT_MS = 15_000;
/** The time in which a submit without an answer may still reach the bank, in milliseconds. */
const STRAY_MS = 2 * SUBMIT_MS;
/** The first pause between two calls to the bank, in milliseconds. Each next one is twice as long. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60 * 60 * 1000;
/** The longest pause while the bank is not known to have the transfer, in milliseconds. */
const LONGEST_DOUBT_PAUSE_MS = 60_000;
/** A bank may take a transfer before it shows it: it is believed only after so many replies of `unknown`. */
const ENOUGH_UNKNOWNS = 3;

/** The facts of a payout's row that decide what its transfer needs. */
export interface BookedTransfer {
  /** True until the payout is settled or failed. */
  readonly isPending: boolean;
  /** True when the bank is known to have the transfer. */
  readonly isTaken: boolean;
}

/** A payout's transfer between two calls to the bank. Times in milliseconds since 1970. */
export interface TransferState extends BookedTransfer {
  readonly nextCall: 'submit' | 'find';
  /** True when the payout has ended, and the bank did not answer when it was asked for a later state. */
  readonly isUnheard: boolean;
  /** The replies of `unknown` since the last submit. */
  readonly unknowns: number;
  /** The reason of the last refusal. */
  readonly refusal: string | null;
  /** Until then an earlier submit may still arrive, so no refusal of a later one counts. */
  readonly strayUntil: number;
  readonly pauseMs: number;
}

/** A change that a reply brings to the books: the bank's state of the transfer, or a payout that fails. */
export type TransferWrite =
  | { readonly kind: 'apply'; readonly transfer: KnownTransfer | null; readonly askedAt: number }
  | { readonly kind: 'refuse'; readonly reason: string };

export interface TransferStep {
  readonly state: TransferState;
  readonly write: TransferWrite | null;
}

/** The state before the first call, at `at`. `isFirst` is false when the transfer may be sent already. */
export function beginTransfer(
  { isFirst, ...facts }: BookedTransfer & { readonly isFirst: boolean; readonly isUnheard: boolean },
  at: number,
): TransferState {
  return {
    ...facts,
    nextCall: isFirst ? 'submit' : 'find',
    unknowns: 0,
    refusal: null,
    strayUntil: isFirst ? 0 : at + STRAY_MS,
    pauseMs: FIRST_PAUSE_MS,
  };
}

/** Answers whether the bank has to be called again without a hint. */
export function isOpen({ isPending, isUnheard }: TransferState): boolean {
  return isPending || isUnheard;
}

/**
 * The next step of a transfer after the bank's reply at `at`: a change of the books, and the next call.
 *
 * A transfer in doubt is settled by asking. It is sent again, under the same key, only when nothing can have
 * reached the bank, or when the bank keeps saying that it has none. A payout fails only for a refusal, and only
 * when no other submit can have been taken. Source: contract, section 8.
 */
export function nextStep(state: TransferState, reply: BankReply, at: number): TransferStep {
  const isUnheard = reply.kind === 'unavailable' && !state.isPending;
  const asked: TransferState = { ...state, isUnheard, nextCall: 'find' };
  if (reply.kind === 'known') {
    return { state: asked, write: { kind: 'apply', transfer: reply.transfer, askedAt: reply.askedAt } };
  }
  if (state.isTaken) {
    const isLost = reply.kind === 'unknown';
    return { state: asked, write: isLost ? { kind: 'apply', transfer: null, askedAt: reply.askedAt } : null };
  }
  return state.isPending ? stepInDoubt(asked, reply, at) : { state: asked, write: null };
}

/** A reply that leaves it open whether the bank has the transfer. */
type DoubtfulReply = Exclude<BankReply, { readonly kind: 'known' }>;

function stepInDoubt(state: TransferState, reply: DoubtfulReply, at: number): TransferStep {
  switch (reply.kind) {
    case 'not sent':
      return { state: { ...state, nextCall: 'submit' }, write: null };
    case 'unsure':
      return { state: { ...state, strayUntil: at + STRAY_MS }, write: null };
    case 'refused':
      return { state: { ...state, refusal: reply.reason }, write: null };
    case 'unavailable':
      return { state, write: null };
    case 'unknown':
      return stepAfterUnknown({ ...state, unknowns: state.unknowns + 1 }, at);
  }
}

function stepAfterUnknown(state: TransferState, at: number): TransferStep {
  if (state.unknowns < ENOUGH_UNKNOWNS) return { state, write: null };
  if (state.refusal === null) {
    // A new submit begins anew: the next question follows soon.
    return { state: { ...state, unknowns: 0, nextCall: 'submit', pauseMs: FIRST_PAUSE_MS }, write: null };
  }
  // An earlier submit may still arrive: giving up now could return money to the merchant that the bank pays out.
  return { state, write: at < state.strayUntil ? null : { kind: 'refuse', reason: state.refusal } };
}

/** The pause before the next call, in milliseconds. */
export function pauseOf({ isTaken, pauseMs }: TransferState): number {
  return isTaken ? pauseMs : Math.min(pauseMs, LONGEST_DOUBT_PAUSE_MS);
}

/** The state after a pause: the next one is twice as long, or the first again when a hint ended this one. */
export function afterPause(state: TransferState, isHinted: boolean): TransferState {
  return { ...state, pauseMs: isHinted ? FIRST_PAUSE_MS : Math.min(2 * state.pauseMs, LONGEST_PAUSE_MS) };
}
