import { setTimeout as sleep } from 'node:timers/promises';
import { REASONS, scriptOf, SETTLES, WAITS } from './bank-script.ts';
import type { BankScript } from './bank-script.ts';
import type { BankLedger, Deposit, Move, Transfer } from './bank-ledger.ts';
import type { CallbackEvent, Callbacks } from './callbacks.ts';

/** The bank's behaviour after it accepts a transfer: it moves the transfer on and sends callbacks. */
export interface BankConduct {
  /**
   * The time that an unscripted transfer stays pending, in milliseconds. Null leaves it pending until a
   * control moves it.
   */
  settleAfterMs: number | null;
  /**
   * Runs a transfer's script from its current status. Returns when the script has ended and its callbacks are
   * sent.
   */
  carryOut(transfer: Transfer): Promise<void>;
  /** Sends the callback of a move, in this number of copies at once. */
  tell(move: Move, copies?: number): void;
  /** Sends the callback of a deposit, in this number of copies. */
  tellDeposit(deposit: Deposit, copies?: number): void;
  /** Waits. Returns false when the bank stops during the wait. */
  wait(ms: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** Creates the behaviour of the bank with this ledger. */
export function createConduct(ledger: BankLedger, callbacks: Callbacks): BankConduct {
  const stopping = new AbortController();
  const wait: BankConduct['wait'] = (ms) =>
    sleep(ms, true, { signal: stopping.signal, ref: false }).catch(() => false);
  const transferOf = (move: Move) => ledger.transfers.get(move.reference) as Transfer;

  const conduct: BankConduct = {
    settleAfterMs: 2000,
    wait,
    async carryOut({ reference, status }) {
      const name = ledger.submits.get(reference)?.script ?? 'usual';
      const script = scriptOf(name);
      const plan = script.becomes ?? SETTLES;
      const left = status === 'pending' ? plan : plan.slice(plan.indexOf(status as 'settled') + 1);
      const delay =
        script.callbacks === 'before the answer' ? 0 : name === 'usual' ? conduct.settleAfterMs : WAITS.move;
      const moves: Move[] = [];
      for (const next of left) {
        if (delay === null || !(await wait(delay))) return;
        const move = ledger.move(reference, next, next === 'settled' ? null : REASONS[next]);
        if (move === null) return; // A control was faster.
        if (script.callbacks === 'reversed') moves.unshift(move);
        else await tellBy(script, move);
      }
      for (const move of moves) await tellAndWait(move);
    },
    tell(move, copies = 1) {
      const { callback_url: url } = transferOf(move);
      for (let copy = 0; copy < copies; copy++) callbacks.deliver(url, eventOf(transferOf(move), move));
    },
    tellDeposit(deposit, copies = 1) {
      for (let copy = 0; copy < copies; copy++)
        callbacks.deliver(deposit.callback_url, depositEvent(deposit));
    },
    async stop() {
      stopping.abort();
      await callbacks.stop();
    },
  };

  async function tellBy(script: Partial<BankScript>, move: Move): Promise<void> {
    if (script.callbacks === 'none') return;
    if (script.callbacks === 'before the answer') return tellAndWait(move);
    if (script.callbacks === 'late' && !(await wait(WAITS.lateCallback))) return;
    conduct.tell(move, script.callbacks === 'three at once' ? 3 : 1);
  }
  /**
   * Sends a callback once and waits for the service's answer. Unless the service accepts it, it is retried
   * like any other.
   */
  async function tellAndWait(move: Move): Promise<void> {
    const transfer = transferOf(move);
    const status = await callbacks.once(transfer.callback_url, eventOf(transfer, move));
    if (status === null || status >= 300) conduct.tell(move);
  }
  return conduct;
}

function eventOf(transfer: Transfer, move: Move): CallbackEvent & { id: string } {
  return {
    id: move.event_id,
    type: `transfer.${move.status}`,
    reference: transfer.reference,
    transfer_id: transfer.id,
    amount_minor: transfer.amount_minor,
    currency: transfer.currency,
    ...(move.reason === null ? {} : { reason: move.reason }),
    occurred_at: move.occurred_at,
  };
}

function depositEvent(deposit: Deposit): CallbackEvent & { id: string } {
  return {
    id: deposit.event_id,
    type: 'deposit.received',
    reference: deposit.user_id,
    deposit_id: deposit.id,
    amount_minor: deposit.amount_minor,
    currency: deposit.currency,
    occurred_at: deposit.occurred_at,
  };
}
