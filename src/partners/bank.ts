import type { BankAccount } from '../domain/bank-account.ts';
import { bankDeposit, bankTransfer, isName, isObject, refusalReason, textOrNull } from './bank-answers.ts';
import type { BankDeposit, BankTransfer } from './bank-answers.ts';
import { createPartnerClient } from './partner-client.ts';
import type { PartnerAddress, PartnerAnswer } from './partner-client.ts';

export type { BankDeposit, BankTransfer, BankTransferStatus } from './bank-answers.ts';

/** A transfer order. */
export interface BankOrder {
  /** Our payout's id. The bank makes at most one transfer per reference, however often we send it. */
  readonly reference: string;
  /** In minor units, 1 or more. */
  readonly amount: number;
  readonly currency: string;
  /** The account holder's name. */
  readonly name: string;
  readonly account: BankAccount;
  /** The bank sends its events about the transfer to this URL. */
  readonly callbackUrl: string;
}

/**
 * The bank's reply to a submit.
 *
 * - `known`: the bank has the transfer.
 * - `refused`: the bank refuses this submit. An earlier submit that was `unsure` may still have been
 *   accepted.
 * - `unsure`: the transfer may exist now or later. Only `find`, or the same submit again, can tell.
 * - `not sent`: nothing can have reached the bank.
 */
export type SubmitReply =
  | { readonly kind: 'known'; readonly transfer: BankTransfer }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unsure' }
  | { readonly kind: 'not sent' };

/**
 * The bank's reply to a lookup. `unknown`: it has no such transfer yet. A submit that is in flight may still
 * create one.
 */
export type LookupReply =
  | { readonly kind: 'known'; readonly transfer: BankTransfer }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' };

/** The bank's reply to a lookup of a deposit. `unknown`: it has no deposit that this event reported. */
export type DepositReply =
  | { readonly kind: 'known'; readonly deposit: BankDeposit }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' };

/**
 * A page of rows in the order in which the bank booked them. `next` is the `after` of the next page; null at
 * the end.
 */
export type ListPage<Row> =
  | { readonly kind: 'page'; readonly rows: readonly Row[]; readonly next: string | null }
  | { readonly kind: 'unavailable' };

export interface BankListing {
  readonly currency?: string;
  /** Only rows that were booked from this time on, in RFC 3339. */
  readonly from?: string;
  /** Only rows that were booked before this time. */
  readonly to?: string;
  readonly after?: string;
}

/** The banking partner. Its functions never throw on faults of the bank or the network, and never retry. */
export interface Bank {
  /** Sends a transfer. */
  submit(order: BankOrder): Promise<SubmitReply>;
  /** Looks a transfer up by its reference. */
  find(reference: string): Promise<LookupReply>;
  /** Looks a deposit up by the id of the event that reported it. */
  findDeposit(eventId: string): Promise<DepositReply>;
  /** Lists all transfers, to reconcile the bank's books with ours. */
  listTransfers(listing?: BankListing): Promise<ListPage<BankTransfer>>;
  /** Lists all deposits for our users. */
  listDeposits(listing?: BankListing): Promise<ListPage<BankDeposit>>;
}

/** Error codes of a connection that was never made, so that nothing was sent. */
const NOTHING_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Answers of 4xx that do not refuse the transfer: our credential failed (401, 407), the transfer is in
 * progress (409), it exists with other content (422), or the bank was too busy (408, 425, 429).
 */
const NO_VERDICT = new Set([401, 407, 408, 409, 422, 425, 429]);

/** Creates a client of the bank at this address. It trusts no answer without validating it. */
export function createBank(address: PartnerAddress): Bank {
  const client = createPartnerClient(address);

  async function list<Row>(
    what: 'transfers' | 'deposits',
    listing: BankListing,
    read: (row: unknown) => Row | null,
  ): Promise<ListPage<Row>> {
    const answer = await client.request(
      'GET',
      `/${what}?${new URLSearchParams({ limit: '200', ...listing })}`,
    );
    const body = answer.status === 200 && isObject(answer.body) ? answer.body : {};
    const next = textOrNull(body['next']);
    const sent: unknown = body[what];
    if (!Array.isArray(sent) || next === undefined) return { kind: 'unavailable' };
    const rows = sent.map(read).filter((row) => row !== null);
    // A page that repeats its own cursor would make the caller request it for ever.
    const isWhole =
      rows.length === sent.length && (next === null || (rows.length > 0 && next !== listing.after));
    return isWhole ? { kind: 'page', rows, next } : { kind: 'unavailable' };
  }

  return {
    async submit(order) {
      const headers = { 'idempotency-key': order.reference };
      return submitted(
        await client.request('POST', '/transfers', { headers, body: bodyOf(order) }),
        order.reference,
      );
    },
    async find(reference) {
      const answer = await client.request('GET', `/transfers/${encodeURIComponent(reference)}`);
      if (answer.status === 404 && isObject(answer.body) && answer.body['error'] === 'transfer not found')
        return { kind: 'unknown' };
      const transfer = answer.status === 200 ? bankTransfer(answer.body) : null;
      return transfer?.reference === reference ? { kind: 'known', transfer } : { kind: 'unavailable' };
    },
    async findDeposit(eventId) {
      // No answer of the bank could carry such an id, and dots would lead to another path.
      if (!isName(eventId)) return { kind: 'unknown' };
      const answer = await client.request('GET', `/deposits/${encodeURIComponent(eventId)}`);
      if (answer.status === 404 && isObject(answer.body) && answer.body['error'] === 'deposit not found')
        return { kind: 'unknown' };
      const deposit = answer.status === 200 ? bankDeposit(answer.body) : null;
      return deposit?.eventId === eventId ? { kind: 'known', deposit } : { kind: 'unavailable' };
    },
    listTransfers: (listing = {}) => list('transfers', listing, bankTransfer),
    listDeposits: (listing = {}) => list('deposits', listing, bankDeposit),
  };
}

function bodyOf({ reference, amount, currency, name, account, callbackUrl }: BankOrder): object {
  const numbers =
    account.kind === 'iban'
      ? { iban: account.iban }
      : { routing_number: account.routingNumber, account_number: account.accountNumber };
  return {
    reference,
    amount_minor: amount,
    currency,
    rail: account.kind,
    account: numbers,
    name,
    callback_url: callbackUrl,
  };
}

function submitted(answer: PartnerAnswer, reference: string): SubmitReply {
  if (answer.status === null)
    return NOTHING_SENT.has(answer.reason) ? { kind: 'not sent' } : { kind: 'unsure' };
  const { status, body } = answer;
  if (status >= 400 && status < 500 && !NO_VERDICT.has(status))
    return { kind: 'refused', reason: refusalReason(body, status) };
  const transfer = status === 200 || status === 201 ? bankTransfer(body) : null;
  return transfer?.reference === reference ? { kind: 'known', transfer } : { kind: 'unsure' };
}
