import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The operations of the load program. The checker has a rule for each of them. */
export type OperationName =
  | 'create'
  | 'authorize'
  | 'capture'
  | 'void'
  | 'return'
  | 'read checkout'
  | 'read sale'
  | 'top up'
  | 'read wallet'
  | 'payout'
  | 'settle'
  | 'fail'
  | 'send back'
  | 'read payout'
  | 'read balance';

/**
 * The result of a call for its client.
 *
 * - `done`: 200.
 * - `refused`: 400, 403 or 404.
 * - `not done`: 503 or 429. The command has no effect.
 * - `unknown`: no answer, or 500. The command may take effect at any later time.
 */
export type Outcome = 'done' | 'refused' | 'not done' | 'unknown';

/** A line of a product in a cart. Amounts are minor units. */
export interface CartLine {
  readonly product: string;
  readonly price: number;
  readonly qty: number;
  readonly rate_bps: number;
}

export interface Cart {
  readonly lines: readonly CartLine[];
  readonly shipping: number;
  readonly tax: number;
  readonly total: number;
}

/** The fields of all answers that the checker compares. */
export interface RecordedAnswer {
  readonly charge?: string;
  readonly journal?: string;
  readonly fee?: number;
  readonly recommender?: number;
  readonly deferred?: number;
  readonly refund?: number;
  readonly buyer_cut?: number;
  readonly rec_cut?: number;
  readonly status?: string;
  readonly charge_status?: string;
  readonly balance?: number;
  readonly held?: number;
  readonly available?: number;
  readonly pending?: number;
  /** Returns only. */
  readonly id?: string;
}

/** The object of a call and its parameters. */
export interface CallSubject {
  readonly operation: OperationName;
  readonly merchant?: string;
  readonly checkout?: string;
  readonly charge?: string;
  readonly shopper?: string;
  readonly payout?: string;
  readonly amount?: number;
  /** Returns only. Without it, everything that is left goes back. */
  readonly items?: readonly { readonly product: string; readonly qty: number }[];
  /** Checkouts only. Unique, so that the books show the number of openings. */
  readonly order?: string;
}

/** One call with all its repeats under one idempotency key. Times are microseconds since the run began. */
export interface RecordedCall extends CallSubject {
  readonly type: 'call';
  readonly id: number;
  readonly client: number;
  readonly start: number;
  readonly end: number;
  /** The status of the last answer; 0 without one. */
  readonly http_status: number;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly answer: RecordedAnswer;
  readonly attempts: number;
  readonly is_keyed: boolean;
  /** True when the books show the call. Only for a call in doubt that its amount identifies. */
  readonly in_books?: boolean;
  /** The id of the last answer, to find it in the API's log. */
  readonly request_id: string;
}

export type FaultKind = 'kill' | 'freeze' | 'cut' | 'stall' | 'mute';

/** One injected fault. Times are microseconds since the run began. */
export interface RecordedFault {
  readonly type: 'fault';
  readonly kind: FaultKind;
  readonly target: string;
  readonly at: number;
  readonly until: number;
}

interface RecordedCart {
  readonly type: 'cart';
  readonly checkout: string;
  readonly cart: Cart;
}

/** The record of one run, in the order in which calls and faults ended. */
export interface History {
  readonly calls: readonly RecordedCall[];
  readonly faults: readonly RecordedFault[];
  /** Answers that injected faults do not excuse, one sentence each. */
  readonly serverErrors: readonly string[];
  /** Microseconds since the run began. */
  now(): number;
  newCallId(): number;
  addCall(call: RecordedCall): void;
  addFault(fault: RecordedFault): void;
  addCart(checkout: string, cart: Cart): void;
  addServerError(sentence: string): void;
  /** Records for a call in doubt if the books show its effect, and the payout that it made. */
  noteInBooks(callId: number, isThere: boolean, payout?: string): void;
  /** All records in the checker's format, one object per line. */
  lines(): readonly object[];
}

/** Creates an empty history. */
export function createHistory(): History {
  const began = performance.now();
  const calls: RecordedCall[] = [];
  const faults: RecordedFault[] = [];
  const carts: RecordedCart[] = [];
  const serverErrors: string[] = [];
  let lastId = 0;
  return {
    calls,
    faults,
    serverErrors,
    now: () => Math.round((performance.now() - began) * 1000),
    newCallId: () => ++lastId,
    addCall: (call) => void calls.push(call),
    addFault: (fault) => void faults.push(fault),
    addCart: (checkout, cart) => void carts.push({ type: 'cart', checkout, cart }),
    addServerError: (sentence) => void serverErrors.push(sentence),
    noteInBooks(callId, isThere, payout) {
      const index = calls.findIndex(({ id }) => id === callId);
      calls[index] = {
        ...(calls[index] as RecordedCall),
        in_books: isThere,
        ...(payout !== undefined && { payout }),
      };
    },
    lines: () => [...carts, ...faults, ...calls],
  };
}

/** Writes one JSON object per line. Creates the folder if it is missing. */
export async function writeLines(file: string, lines: readonly object[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
}
