import { isValidIBAN } from 'ibantools';
import { decideIban } from './domain/bank-account.ts';
import type { PayableAccount } from './domain/bank-account.ts';
import type { Outcome } from './domain/outcome.ts';

/**
 * The account behind an IBAN as it was typed, spaces and case aside. Formats and check digits, the national ones too,
 * are the library's to know; which countries are served is `decideIban`'s.
 *
 * Refused: `bad iban`, `unsupported country`. Source: contract, section 8.
 */
export function readIban(text: string | null): Outcome<PayableAccount> {
  return decideIban(text, (iban) => isValidIBAN(iban));
}
