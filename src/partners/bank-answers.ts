const STATUSES = ['pending', 'settled', 'failed', 'returned'] as const;
const LONGEST_TEXT = 200;

export type BankTransferStatus = (typeof STATUSES)[number];

/** A transfer as the bank tells of it. Whether it is what was asked for is the asker's to compare. */
export interface BankTransfer {
  readonly reference: string;
  /** The bank's own. */
  readonly id: string;
  readonly status: BankTransferStatus;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Why it failed or came back, in the bank's words: at most 200 characters. */
  readonly reason: string | null;
}

/** Money that the bank received for a user of ours. */
export interface BankDeposit {
  readonly id: string;
  /** Of the event that told of it. */
  readonly eventId: string;
  /** The user's id. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** Whether this is an object with fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The transfer that this is, or null when it is none. */
export function bankTransfer(value: unknown): BankTransfer | null {
  if (!isObject(value)) return null;
  const { id, reference, status, amount_minor: amount, currency, reason } = value;
  const known = STATUSES.find((one) => one === status);
  const why = textOrNull(reason);
  if (!isName(id) || !isName(reference) || known === undefined || !isAmount(amount) || !isCurrency(currency) || why === undefined)
    return null;
  return { reference, id, status: known, amount, currency, reason: why };
}

/** The deposit that this is, or null when it is none. */
export function bankDeposit(value: unknown): BankDeposit | null {
  if (!isObject(value)) return null;
  const { id, event_id: eventId, reference, amount_minor: amount, currency } = value;
  return isName(id) && isName(eventId) && isName(reference) && isAmount(amount) && isCurrency(currency)
    ? { id, eventId, reference, amount, currency }
    : null;
}

/** Why the bank refuses, in its words; the status where it has none. */
export function refusalReason(body: unknown, status: number): string {
  const said = isObject(body) ? textOrNull(body['error']) : null;
  return said ?? `status ${status}`;
}

/** The bank's words, cut and made fit to be kept; null where there are none; undefined for what is no text. */
export function textOrNull(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return undefined;
  const fit = [...value.toWellFormed()]
    .slice(0, LONGEST_TEXT)
    .join('')
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ');
  return fit.trim() === '' ? null : fit;
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) && value.length <= LONGEST_TEXT;
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value);
