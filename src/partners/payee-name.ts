import type { BankAccount } from '../domain/bank-account.ts';
import type { PartnerClient } from './partner-client.ts';

/** The registered name of an account. `unavailable` means that the register gave no answer. */
export type RegisteredName =
  | { readonly kind: 'registered'; readonly name: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' };

/** The register of account holders. */
export interface PayeeNames {
  /** Looks the name up. Faults are `unavailable`, never an exception. */
  registeredName(question: { readonly account: BankAccount }): Promise<RegisteredName>;
}

/**
 * Creates a client of the register: `POST <url>/lookups {account_kind, account}` answers 200
 * `{registered_name}`, or 404 for an unknown account. The account is the IBAN, or `<routing number>/<account
 * number>`.
 */
export function createPayeeNames(client: PartnerClient): PayeeNames {
  return {
    async registeredName({ account }) {
      const answer = await client.request('POST', '/lookups', {
        body: {
          account_kind: account.kind,
          account:
            account.kind === 'iban' ? account.iban : `${account.routingNumber}/${account.accountNumber}`,
        },
      });
      if (answer.status === 404) return { kind: 'unknown' };
      const name = answer.status === 200 ? nameIn(answer.body) : null;
      return name === null ? { kind: 'unavailable' } : { kind: 'registered', name };
    },
  };
}

function nameIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('registered_name' in body)) return null;
  const { registered_name: name } = body;
  return typeof name === 'string' && name.trim() !== '' ? name : null;
}
