import { z } from 'zod';
import { isCurrency } from '../../domain/countries.ts';
import { CURRENCY, name, text, whole } from './fields.ts';

/** The events that the banking partner sends. */
export const BANK_EVENTS = [
  'transfer.settled',
  'transfer.failed',
  'transfer.returned',
  'deposit.received',
] as const;

export const bankEventInput = z
  .object({
    id: name.meta({ description: "The bank's id of the event. A second copy of an event has no effect" }),
    type: z.enum(BANK_EVENTS, { error: `must be one of ${BANK_EVENTS.join(', ')}` }),
    reference: text(200).meta({ description: 'Id of the payout. For `deposit.received`, id of the user' }),
    amount_minor: whole.min(1, { error: 'must be 1 or more' }),
    currency: z.string().refine(isCurrency).meta(CURRENCY),
    occurred_at: z.iso.datetime({ offset: true, error: 'must be an RFC 3339 time' }),
  })
  .meta({
    examples: [
      {
        id: '0d6cf4f4-3c55-4d4e-b9bc-6c5b4f0f2f37',
        type: 'deposit.received',
        reference: '019aa4d2-6a3f-7cc0-b1c5-6f0f4a5c1c11',
        amount_minor: 5000,
        currency: 'USD',
        occurred_at: '2026-11-21T10:00:00Z',
      },
    ],
  });

export type BankEvent = z.output<typeof bankEventInput>;
