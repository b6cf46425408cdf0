import type { BankAccount } from '../domain/bank-account.ts';
import { bankDeposit, bankTransfer, isObject, refusalReason, textOrNull } from './bank-answers.ts';
import type { BankDeposit, BankTransfer } from './bank-answers.ts';
import { createPartnerClient } from './partner-client.ts';
import type { PartnerAddress, PartnerAnswer } from './partner-client.ts';

export type { BankDeposit, BankTransfer, BankTransferStatus } from './bank-answers.ts';

/** What the bank is asked to send. */
export interface BankOrder {
  /** Our payout's id: the bank knows the transfer by it, and makes one at most however often it is sent. */
  readonly reference: string;
  /** Minor units, 1 or more. */
  readonly amount: number;
  readonly currency: string;
  /** Whose account it is. */
  readonly name: string;
  readonly account: BankAccount;
  /** Where the bank says what became of it. */
  readonly callbackUrl: string;
}

/**
 * - `known`: the bank has the transfer.
 * - `refused`: a definite no to this submit. It says nothing about one that was sent before and left `unsure`.
 * - `unsure`: the transfer may or may not exist, now or later. Only `find` tells, or the same submit again.
 * - `not sent`: nothing can have reached the bank.
 */
export type Submitted =
  | { readonly kind: 'known'; readonly transfer: BankTransfer }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unsure' }
  | { readonly kind: 'not sent' };

/** `unknown`: the bank has none by this reference, so far: a submit that is still under way may make one. */
export type Found =
  { readonly kind: 'known'; readonly transfer: BankTransfer } | { readonly kind: 'unknown' } | { readonly kind: 'unavailable' };

/** Rows in the order in which the bank booked them. `next` is what to send as `after` for more; null at the end. */
export type Listed<Row> =
  { readonly kind: 'page'; readonly rows: readonly Row[]; readonly next: string | null } | { readonly kind: 'unavailable' };

export interface BankListing {
  readonly currency?: string;
  readonly after?: string;
}

/** The banking partner. Nothing here throws for what goes wrong at its side or on the way, and nothing is tried again. */
export interface Bank {
  /** Sends money. */
  submit(order: BankOrder): Promise<Submitted>;
  /** What the bank knows about a reference. */
  find(reference: string): Promise<Found>;
  /** All transfers, for the comparison of its books with ours. */
  listTransfers(listing?: BankListing): Promise<Listed<BankTransfer>>;
  /** All money that it received for our users. */
  listDeposits(listing?: BankListing): Promise<Listed<BankDeposit>>;
}

/** Before a connection is there, nothing has been sent over it. */
const NOTHING_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Answers of 4xx that do not say no to the transfer: who we are is in doubt (401, 407), it is under way (409), it exists
 * with other content (422), or the bank had no time for it.
 */
const NO_VERDICT = new Set([401, 407, 408, 409, 422, 425, 429]);

/** The bank at this address. Everything that it answers is read as if anybody could have written it. */
export function createBank(address: PartnerAddress): Bank {
  const client = createPartnerClient(address);

  async function list<Row>(what: 'transfers' | 'deposits', listing: BankListing, read: (row: unknown) => Row | null): Promise<Listed<Row>> {
    const answer = await client.request('GET', `/${what}?${new URLSearchParams({ limit: '200', ...listing })}`);
    const body = answer.status === 200 && isObject(answer.body) ? answer.body : {};
    const next = textOrNull(body['next']);
    const sent: unknown = body[what];
    if (!Array.isArray(sent) || next === undefined) return { kind: 'unavailable' };
    const rows = sent.map(read).filter((row) => row !== null);
    // A page that says it goes on without having moved would be asked for ever.
    const isWhole = rows.length === sent.length && (next === null || (rows.length > 0 && next !== listing.after));
    return isWhole ? { kind: 'page', rows, next } : { kind: 'unavailable' };
  }

  return {
    async submit(order) {
      const headers = { 'idempotency-key': order.reference };
      return submitted(await client.request('POST', '/transfers', { headers, body: bodyOf(order) }), order.reference);
    },
    async find(reference) {
      const answer = await client.request('GET', `/transfers/${encodeURIComponent(reference)}`);
      if (answer.status === 404 && isObject(answer.body) && answer.body['error'] === 'transfer not found') return { kind: 'unknown' };
      const transfer = answer.status === 200 ? bankTransfer(answer.body) : null;
      return transfer?.reference === reference ? { kind: 'known', transfer } : { kind: 'unavailable' };
    },
    listTransfers: (listing = {}) => list('transfers', listing, bankTransfer),
    listDeposits: (listing = {}) => list('deposits', listing, bankDeposit),
  };
}

function bodyOf({ reference, amount, currency, name, account, callbackUrl }: BankOrder): object {
  const numbers =
    account.kind === 'iban' ? { iban: account.iban } : { routing_number: account.routingNumber, account_number: account.accountNumber };
  return { reference, amount_minor: amount, currency, rail: account.kind, account: numbers, name, callback_url: callbackUrl };
}

function submitted(answer: PartnerAnswer, reference: string): Submitted {
  if (answer.status === null) return NOTHING_SENT.has(answer.reason) ? { kind: 'not sent' } : { kind: 'unsure' };
  const { status, body } = answer;
  if (status >= 400 && status < 500 && !NO_VERDICT.has(status)) return { kind: 'refused', reason: refusalReason(body, status) };
  const transfer = status === 200 || status === 201 ? bankTransfer(body) : null;
  return transfer?.reference === reference ? { kind: 'known', transfer } : { kind: 'unsure' };
}
