import type { Order } from './bank-ledger.ts';

/**
 * Parses the order of a submit. Returns the name of the invalid field for a bad one. A real bank would refuse
 * the same orders.
 */
export function readOrder(body: Readonly<Record<string, unknown>>, fallbackUrl: string): Order | string {
  const {
    reference,
    amount_minor: amount,
    currency,
    rail,
    name,
    callback_url: callbackUrl = fallbackUrl,
  } = body;
  if (!isText(reference)) return 'reference';
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1) return 'amount_minor';
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return 'currency';
  if (rail !== 'iban' && rail !== 'ach') return 'rail';
  const account = accountOf(rail, body['account']);
  if (account === null) return 'account';
  if (!isText(name)) return 'name';
  if (typeof callbackUrl !== 'string' || !URL.canParse(callbackUrl)) return 'callback_url';
  return { reference, amount_minor: amount, currency, rail, account, name, callback_url: callbackUrl };
}

function accountOf(rail: Order['rail'], sent: unknown): Order['account'] | null {
  const { iban, routing_number: routing, account_number: number } = (sent ?? {}) as Record<string, unknown>;
  if (rail === 'iban')
    return typeof iban === 'string' && /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(iban) ? { iban } : null;
  const isAch =
    typeof routing === 'string' &&
    /^\d{9}$/.test(routing) &&
    typeof number === 'string' &&
    /^\w{1,17}$/.test(number);
  return isAch ? { routing_number: routing, account_number: number } : null;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 255;

/** Returns true for two orders of the same payment. Their callback URLs may differ. */
export function isSameOrder(one: Order, other: Order): boolean {
  const essence = ({ reference, amount_minor, currency, rail, account, name }: Order) =>
    JSON.stringify([reference, amount_minor, currency, rail, account, name]);
  return essence(one) === essence(other);
}
