import anyAscii from 'any-ascii';
import { isValidIBAN } from 'ibantools';
import { z } from 'zod';
import { decideIban } from '../../domain/bank-account.ts';
import type { PayableAccount } from '../../domain/bank-account.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { screenedWords } from '../../domain/payee-name.ts';
import type { CounterpartyRow } from '../../store/counterparties.ts';
import { ID, countryCode, id, name, optional, pageQuery, rfc3339, text, timestamp } from './fields.ts';

/** A payee whom screening could never compare could never be paid. */
const payeeName = name
  .refine((text) => screenedWords(anyAscii(text)) !== null, {
    error: 'must have 1 to 40 words with a letter or digit',
  })
  .meta({ description: 'The holder of the account: 1 to 40 words with a letter or digit' });

const override = {
  name: payeeName,
  org_id: optional(z.string()).meta(ID),
  force: optional(z.boolean({ error: 'must be true or false' })),
  force_reason: optional(text(500)).meta({ description: 'Required with `force`. Recorded for compliance' }),
};

/** `iban` accepts any value here: `readIban` checks it, before the other fields. */
export const ibanInput = z
  .object({
    iban: z.unknown().meta({
      type: 'string',
      pattern: '^[A-Za-z0-9 ]{5,}$',
      description: 'An account in the UK, the EU or the EEA. Spaces and case are ignored',
    }),
    ...override,
  })
  .meta({
    examples: [
      {
        iban: 'GB33BUKB20201555555555',
        name: 'Corner Shop Ltd',
        org_id: '01937b2e-6f00-7000-8000-000000000001',
      },
    ],
  });

/**
 * The account behind an IBAN as the caller typed it; spaces and case do not matter. The library knows every
 * format and check digit; `decideIban` decides which countries are served.
 *
 * Refused: `bad iban`, `unsupported country`. Source: contract, section 8.
 */
export function readIban(text: string | null): Outcome<PayableAccount> {
  return decideIban(text, (iban) => isValidIBAN(iban));
}

export const achInput = z
  .object({
    routing_number: z
      .string({ error: 'must be text' })
      .meta({ pattern: '^[0-9 ]{9,}$', description: 'Nine digits with a valid checksum' }),
    account_number: z
      .string({ error: 'must be text' })
      .meta({ pattern: '^[0-9 ]{4,}$', description: '4 to 17 digits' }),
    ...override,
  })
  .meta({
    examples: [
      {
        routing_number: '021000021',
        account_number: '123456789',
        name: 'Corner Shop LLC',
        org_id: '01937b2e-6f00-7000-8000-000000000001',
      },
    ],
  });

const status = z.enum(['ACTIVE', 'HELD', 'DISABLED']).meta({
  description:
    'Only an `ACTIVE` destination is paid to. A live one that is `HELD` becomes active at `held_until`',
});

export const registrationAnswer = z
  .object({ counterparty_id: id, name_match: z.enum(['match', 'forced']), status })
  .meta({ id: 'BankDestinationRegistered' });

export const counterpartiesQuery = z.object({
  ...pageQuery,
  org_id: z.string({ error: 'must be one id' }).optional().meta(ID),
});

export const counterpartyAnswer = z
  .object({
    id,
    country_code: countryCode,
    currency: z.string(),
    name: z.string(),
    account_masked: z.string().meta({ examples: ['****5555'] }),
    name_match: z.enum(['match', 'forced']),
    status,
    held_until: timestamp.nullable().meta({ description: 'The end of the hold. Null unless `HELD`' }),
    created_at: timestamp,
  })
  .meta({ id: 'Counterparty' });

export const counterpartyList = z.object({
  counterparties: z.array(counterpartyAnswer),
  next_cursor: z.string().nullable(),
});

/** Returns a bank destination with its account masked. */
export function counterpartyBody(row: CounterpartyRow): z.output<typeof counterpartyAnswer> {
  return {
    id: row.id,
    country_code: row.countryCode,
    currency: row.currency,
    name: row.name,
    account_masked: row.accountMasked,
    name_match: row.nameMatch,
    status: row.status,
    held_until: row.heldUntil === null ? null : rfc3339(row.heldUntil),
    created_at: rfc3339(row.createdAt),
  };
}
