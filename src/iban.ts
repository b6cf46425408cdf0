import { isValidIBAN } from 'ibantools';
import { decideIban } from './domain/bank-account.ts';
import type { PayableAccount } from './domain/bank-account.ts';
import type { Outcome } from './domain/outcome.ts';

/**
 * Reads an IBAN; spaces and case are ignored. The library checks formats and check digits, the national ones
 * too. `decideIban` decides which countries are served. Refused: `bad iban`, `unsupported country`. Source:
 * contract, section 8.
 */
export function readIban(text: string | null): Outcome<PayableAccount> {
  return decideIban(text, (iban) => isValidIBAN(iban));
}
