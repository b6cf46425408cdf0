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
 * The bank's reply to a submit or to a lookup of a transfer. `askedAt` is the time before the call.
 *
 * - `known`: the bank has the transfer.
 * - `unknown`: the bank says that it has none.
 * - `refused`: the bank refuses this submit. It may still have accepted an earlier one.
 * - `not sent`: nothing can have reached the bank.
 * - `unsure`: the bank may have accepted the submit, or may still receive it.
 * - `unavailable`: the lookup got no answer.
 */
export type BankReply =
  | { readonly kind: 'known'; readonly transfer: KnownTransfer; readonly askedAt: number }
  | {
      readonly kind: 'unknown';
      readonly askedAt: number;
      /** The payout has ended meanwhile: operators ended it. */
      readonly isEnded?: true;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unsure' | 'unavailable' | 'not sent' };

/** The timeout of one submit, in milliseconds. */
export const SUBMIT_MS = 15_000;
/** The time in which a submit without an answer may still reach the bank, in milliseconds. */
const STRAY_MS = 2 * SUBMIT_MS;
/** The first pause between two calls to the bank, in milliseconds. Each pause doubles the one before. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60 * 60 * 1000;
/** The longest pause while the bank is not known to have the transfer, in milliseconds. */
const LONGEST_DOUBT_PAUSE_MS = 60_000;
/**
 * A bank may accept a transfer before it lists it. Only so many replies of `unknown` prove that it has none.
 */
const ENOUGH_UNKNOWNS = 3;

/** The facts of a payout's row that decide the next call for its transfer. */
export interface BookedTransfer {
  /** True until the payout is settled or failed. */
  readonly isPending: boolean;
  /** True when the bank is known to have the transfer. */
  readonly isTaken: boolean;
}

/** A payout's transfer between two calls to the bank. Times in milliseconds since 1970. */
export interface TransferState extends BookedTransfer {
  readonly nextCall: 'submit' | 'find';
  /** True when the payout has ended, and the bank did not answer the lookup of a later state. */
  readonly isUnheard: boolean;
  /** The number of `unknown` replies since the last submit. */
  readonly unknowns: number;
  /** The reason of the last refusal. */
  readonly refusal: string | null;
  /** An earlier submit may still arrive before this time, so a refusal of a later one does not count. */
  readonly strayUntil: number;
  readonly pauseMs: number;
}

/** A change of the books after a reply: apply the bank's state of the transfer, or fail the payout. */
export type TransferWrite =
  | { readonly kind: 'apply'; readonly transfer: KnownTransfer | null; readonly askedAt: number }
  | { readonly kind: 'refuse'; readonly reason: string };

export interface TransferStep {
  readonly state: TransferState;
  readonly write: TransferWrite | null;
}

/**
 * The state before the first call, at `at`. `isFirst` is false when the transfer may have been sent already.
 */
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

/** Returns true if the bank has to be called again without a hint. */
export function isOpen({ isPending, isUnheard }: TransferState): boolean {
  return isPending || isUnheard;
}

/**
 * The next step of a transfer after the bank's reply at `at`: a change of the books, and the next call.
 *
 * A lookup resolves a transfer in doubt. The transfer is sent again, under the same key, only when nothing
 * can have reached the bank, or when the bank repeatedly says that it has none. A payout fails only after a
 * refusal, and only when the bank cannot have accepted another submit. Source: contract, section 8.
 */
export function nextStep(state: TransferState, reply: BankReply, at: number): TransferStep {
  const isUnheard = reply.kind === 'unavailable' && !state.isPending;
  const nextState: TransferState = { ...state, isUnheard, nextCall: 'find' };
  if (reply.kind === 'known') {
    return { state: nextState, write: { kind: 'apply', transfer: reply.transfer, askedAt: reply.askedAt } };
  }
  if (state.isTaken) {
    const isLost = reply.kind === 'unknown';
    return {
      state: nextState,
      write: isLost ? { kind: 'apply', transfer: null, askedAt: reply.askedAt } : null,
    };
  }
  return state.isPending ? stepInDoubt(nextState, reply, at) : { state: nextState, write: null };
}

/** A reply that does not show that the bank has the transfer. */
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
    // The pause starts again from the shortest, so that the lookup after the new submit comes soon.
    return { state: { ...state, unknowns: 0, nextCall: 'submit', pauseMs: FIRST_PAUSE_MS }, write: null };
  }
  // An earlier submit may still arrive. Failing the payout now would credit the merchant with money that the
  // bank pays out.
  return { state, write: at < state.strayUntil ? null : { kind: 'refuse', reason: state.refusal } };
}

/** The pause before the next call, in milliseconds. */
export function pauseOf({ isTaken, pauseMs }: TransferState): number {
  return isTaken ? pauseMs : Math.min(pauseMs, LONGEST_DOUBT_PAUSE_MS);
}

/** The state after a pause. The pause doubles, or starts again from the first when a hint ended it. */
export function afterPause(state: TransferState, isHinted: boolean): TransferState {
  return { ...state, pauseMs: isHinted ? FIRST_PAUSE_MS : Math.min(2 * state.pauseMs, LONGEST_PAUSE_MS) };
}
