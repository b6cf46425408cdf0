import { homeCurrency } from './countries.ts';
import { invalid, ok, refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** The countries of the IBAN route: the United Kingdom, the European Union and the European Economic Area. */
export const IBAN_COUNTRIES: ReadonlySet<string> = new Set(
  'GB AT BE BG HR CY CZ DE DK EE ES FI FR GR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO'.split(' '),
);

/** A bank account, by IBAN or by US routing and account number. */
export type BankAccount =
  | { readonly kind: 'iban'; readonly iban: string }
  | { readonly kind: 'ach'; readonly routingNumber: string; readonly accountNumber: string };

/** A bank account that a payout can go to. */
export interface PayableAccount {
  readonly account: BankAccount;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  /** The country's own currency. */
  readonly currency: string;
  /** Safe to show and to log. */
  readonly masked: string;
}

/**
 * The account behind an IBAN. Spaces and case are normalised: people type IBANs in groups and in lower case.
 * `isValid` checks the country's format and the check digits; see
 * src/http/shapes/bank.ts.
 *
 * Refused: `bad iban`; then `unsupported country` outside the UK, the EU and the EEA. Source: contract,
 * section 8.
 */
export function decideIban(text: string | null, isValid: (iban: string) => boolean): Outcome<PayableAccount> {
  const typed = (text ?? '').replace(/\s/gu, '');
  // Checked before `toUpperCase`: some letters of other scripts turn into Latin capitals.
  if (!/^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{1,30}$/.test(typed)) return refuse('bad_iban');
  const iban = typed.toUpperCase();
  if (!isValid(iban)) return refuse('bad_iban');
  const countryCode = iban.slice(0, 2);
  if (!IBAN_COUNTRIES.has(countryCode)) return refuse('unsupported_country');
  return ok({
    account: { kind: 'iban', iban },
    countryCode,
    currency: homeCurrency(countryCode),
    masked: masked(iban),
  });
}

/**
 * The US account behind a routing number and an account number. Spaces are removed.
 *
 * Refused: `routing_number: …` unless it has nine digits with a valid checksum, `account_number: …` unless it
 * has 4 to 17 digits. Source: contract, sections 8 and 14.
 */
export function decideAch(numbers: {
  readonly routingNumber: string;
  readonly accountNumber: string;
}): Outcome<PayableAccount> {
  const routingNumber = numbers.routingNumber.replace(/\s/gu, '');
  const accountNumber = numbers.accountNumber.replace(/\s/gu, '');
  if (!/^[0-9]{9}$/.test(routingNumber)) return invalid('routing_number', 'must have 9 digits');
  if (!fitsChecksum(routingNumber)) return invalid('routing_number', 'is not a routing number');
  if (!/^[0-9]{4,17}$/.test(accountNumber)) return invalid('account_number', 'must have 4 to 17 digits');
  const account = { kind: 'ach', routingNumber, accountNumber } as const;
  return ok({ account, countryCode: 'US', currency: 'USD', masked: masked(accountNumber) });
}

/**
 * The American Bankers Association's checksum: the digits weighted 3, 7, 1 in turn add up to a multiple of
 * ten. Nine zeros pass the checksum, but no bank has that number.
 */
function fitsChecksum(routingNumber: string): boolean {
  const sum = [...routingNumber].reduce(
    (total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0),
    0,
  );
  return sum > 0 && sum % 10 === 0;
}

/** The masked form of an account number: `****` and the last four characters. */
export function masked(account: string): string {
  return `****${account.slice(-4)}`;
}
