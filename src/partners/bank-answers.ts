const STATUSES = ['pending', 'settled', 'failed', 'returned'] as const;
const LONGEST_TEXT = 200;

export type BankTransferStatus = (typeof STATUSES)[number];

/** A transfer as the bank reports it. The caller compares it with its own order. */
export interface BankTransfer {
  readonly reference: string;
  /** The bank's id. */
  readonly id: string;
  readonly status: BankTransferStatus;
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The bank's reason for a failure or a return: at most 200 characters. */
  readonly reason: string | null;
}

/** A deposit that the bank received for one of our users. */
export interface BankDeposit {
  readonly id: string;
  /** The id of the event that reported the deposit. */
  readonly eventId: string;
  /** The user's id. */
  readonly reference: string;
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
  /** By the bank's clock. Null if the bank does not say. */
  readonly occurredAt: Date | null;
}

/** Returns true for a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a transfer. Returns null for anything else. */
export function bankTransfer(value: unknown): BankTransfer | null {
  if (!isObject(value)) return null;
  const { id, reference, status, amount_minor: amount, currency, reason } = value;
  const known = STATUSES.find((one) => one === status);
  const why = textOrNull(reason);
  if (
    !isName(id) ||
    !isName(reference) ||
    known === undefined ||
    !isAmount(amount) ||
    !isCurrency(currency) ||
    why === undefined
  )
    return null;
  return { reference, id, status: known, amount, currency, reason: why };
}

/** Parses a deposit. Returns null for anything else. */
export function bankDeposit(value: unknown): BankDeposit | null {
  if (!isObject(value)) return null;
  const { id, event_id: eventId, reference, amount_minor: amount, currency, occurred_at: at } = value;
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  const occurredAt = Number.isNaN(time) ? null : new Date(time);
  return isName(id) && isName(eventId) && isName(reference) && isAmount(amount) && isCurrency(currency)
    ? { id, eventId, reference, amount, currency, occurredAt }
    : null;
}

/** The bank's reason for a refusal, or the HTTP status if it gave none. */
export function refusalReason(body: unknown, status: number): string {
  const reason = isObject(body) ? textOrNull(body['error']) : null;
  return reason ?? `status ${status}`;
}

/**
 * Cuts a text of the bank to 200 characters and removes control characters, so that it can be stored. Returns
 * null for no text, and undefined for a value that is no string.
 */
export function textOrNull(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return undefined;
  const fit = [...value.toWellFormed()]
    .slice(0, LONGEST_TEXT)
    .join('')
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ');
  return fit.trim() === '' ? null : fit;
}

/** True for an id of the bank that can stand in a path: printable ASCII, and not only dots. */
export const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^(?!\.+$)[\x21-\x7e]+$/.test(value) && value.length <= LONGEST_TEXT;
const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value);
