import { randomUUID } from 'node:crypto';
import { openJournal } from './journal.ts';
import type { ScriptName } from './bank-script.ts';

export type TransferStatus = 'pending' | 'settled' | 'failed' | 'returned';

/** A transfer order of the service. */
export interface Order {
  readonly reference: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly rail: 'iban' | 'ach';
  readonly account:
    { readonly iban: string } | { readonly routing_number: string; readonly account_number: string };
  readonly name: string;
  readonly callback_url: string;
}

export interface Transfer extends Order {
  readonly id: string;
  readonly status: TransferStatus;
  readonly reason: string | null;
  readonly booked_at: string;
}

export interface Deposit {
  readonly id: string;
  readonly event_id: string;
  readonly user_id: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly callback_url: string;
  readonly occurred_at: string;
}

/** A change of a transfer's status. Every callback of the move carries the same event id. */
export interface Move {
  readonly reference: string;
  readonly status: Exclude<TransferStatus, 'pending'>;
  readonly reason: string | null;
  readonly event_id: string;
  readonly occurred_at: string;
}

type Line =
  | { readonly kind: 'submit'; readonly reference: string; readonly script: ScriptName }
  | { readonly kind: 'transfer'; readonly transfer: Transfer }
  | { readonly kind: 'move'; readonly move: Move }
  | { readonly kind: 'deposit'; readonly deposit: Deposit };

/** The legal moves of a transfer. */
const MOVES: Readonly<Record<TransferStatus, readonly TransferStatus[]>> = {
  pending: ['settled', 'failed'],
  settled: ['returned'],
  failed: [],
  returned: [],
};

/** The bank's ledger. It survives restarts: every change is written to the file before it takes effect. */
export class BankLedger {
  readonly transfers = new Map<string, Transfer>();
  readonly deposits: Deposit[] = [];
  /** The number of submits of each reference, and its script. */
  readonly submits = new Map<string, { count: number; script: ScriptName }>();
  readonly #append: (line: Line) => void;

  /** Opens the ledger in this file. Null keeps it in memory. */
  constructor(file: string | null) {
    const journal = openJournal<Line>(file);
    for (const line of journal.earlier) this.#apply(line);
    this.#append = (line) => journal.append(line);
  }

  /** Counts a submit. The script of the first submit stays. */
  submitted(reference: string, script: ScriptName): { count: number; script: ScriptName } {
    this.#write({ kind: 'submit', reference, script: this.submits.get(reference)?.script ?? script });
    return this.submits.get(reference) as { count: number; script: ScriptName };
  }

  /** Returns the one transfer of a reference. The first call creates it. */
  accept(order: Order): Transfer {
    const known = this.transfers.get(order.reference);
    if (known !== undefined) return known;
    const transfer: Transfer = {
      id: `tr_${randomUUID()}`,
      ...order,
      status: 'pending',
      reason: null,
      booked_at: new Date().toISOString(),
    };
    this.#write({ kind: 'transfer', transfer });
    return transfer;
  }

  /** Moves a transfer to a status. Null when the move is illegal. */
  move(reference: string, status: Move['status'], reason: string | null): Move | null {
    const transfer = this.transfers.get(reference);
    if (transfer === undefined || !MOVES[transfer.status].includes(status)) return null;
    const move: Move = {
      reference,
      status,
      reason,
      event_id: `ev_${randomUUID()}`,
      occurred_at: new Date().toISOString(),
    };
    this.#write({ kind: 'move', move });
    return move;
  }

  /** Books a deposit for a user. */
  receive(deposit: Pick<Deposit, 'user_id' | 'amount_minor' | 'currency' | 'callback_url'>): Deposit {
    const made = {
      id: `de_${randomUUID()}`,
      event_id: `ev_${randomUUID()}`,
      ...deposit,
      occurred_at: new Date().toISOString(),
    };
    this.#write({ kind: 'deposit', deposit: made });
    return made;
  }

  /** The amount that each account received: settled transfers that did not come back. */
  accounts(): { account: Order['account']; name: string; currency: string; received_minor: number }[] {
    const found = new Map<
      string,
      { account: Order['account']; name: string; currency: string; received_minor: number }
    >();
    for (const { account, name, currency, amount_minor: amount, status } of this.transfers.values()) {
      const key = JSON.stringify([account, currency]);
      const before = found.get(key)?.received_minor ?? 0;
      found.set(key, {
        account,
        name,
        currency,
        received_minor: before + (status === 'settled' ? amount : 0),
      });
    }
    return [...found.values()];
  }

  #write(line: Line): void {
    this.#append(line);
    this.#apply(line);
  }

  #apply(line: Line): void {
    switch (line.kind) {
      case 'submit':
        this.submits.set(line.reference, {
          count: (this.submits.get(line.reference)?.count ?? 0) + 1,
          script: line.script,
        });
        break;
      case 'transfer':
        this.transfers.set(line.transfer.reference, line.transfer);
        break;
      case 'move': {
        const { reference, status, reason } = line.move;
        this.transfers.set(reference, { ...(this.transfers.get(reference) as Transfer), status, reason });
        break;
      }
      case 'deposit':
        this.deposits.push(line.deposit);
        break;
    }
  }
}
