import { z } from 'zod';
import { BANK_BREAK_KINDS, BANK_BREAK_STATUSES } from '../../domain/bank-break.ts';
import type { BankBreakRow } from '../../store/bank-comparison.ts';
import { id, pageQuery, rfc3339, timestamp } from './fields.ts';

export const breaksQuery = z.object({
  ...pageQuery,
  status: z
    .string({ error: 'must be one status' })
    .optional()
    .meta({ enum: [...BANK_BREAK_STATUSES] }),
});

const bankBreak = z
  .object({
    id,
    kind: z.enum(BANK_BREAK_KINDS),
    day: z.iso.date().meta({ description: "The day on the bank's list, in UTC", examples: ['2026-11-21'] }),
    currency: z.string(),
    ours_minor: z.int().nullable().meta({ description: 'Null if our books do not have it' }),
    theirs_minor: z.int().nullable().meta({ description: "Null if the bank's list does not have it" }),
    reference: z
      .string()
      .meta({ description: 'The id of the payout, or of the event that reported the deposit' }),
    status: z.enum(BANK_BREAK_STATUSES).meta({ description: 'A break that has healed is closed' }),
    opened_at: timestamp,
    closed_at: timestamp.nullable(),
  })
  .meta({ id: 'BankBreak' });

export const breakList = z.object({ breaks: z.array(bankBreak), next_cursor: z.string().nullable() });

/** Returns a break as the operator sees it. */
export function breakBody(row: BankBreakRow): z.output<typeof bankBreak> {
  return {
    id: row.id,
    kind: row.kind,
    day: row.day,
    currency: row.currency,
    ours_minor: row.ours,
    theirs_minor: row.theirs,
    reference: row.reference,
    status: row.status,
    opened_at: rfc3339(row.openedAt),
    closed_at: row.closedAt === null ? null : rfc3339(row.closedAt),
  };
}
