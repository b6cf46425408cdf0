import { z } from 'zod';
import type { ScreeningCaseRow } from '../../store/screening.ts';
import { id, name, pageQuery, rfc3339, timestamp } from './fields.ts';

export const clearInput = z
  .object({ reason: name.meta({ description: 'Why this payee is not the one on the list; kept for good' }) })
  .meta({ examples: [{ reason: 'another date of birth' }] });

export const casesQuery = z.object({
  ...pageQuery,
  status: z
    .string({ error: 'must be one status' })
    .optional()
    .meta({ enum: ['OPEN', 'CLEARED'] }),
});

export const caseAnswer = z
  .object({
    id,
    org_id: id,
    env: z.enum(['sandbox', 'live']),
    counterparty_id: id,
    list: z.string(),
    entity_id: z.string().meta({ description: "The list's own id of the entry that the payee's name is like" }),
    score: z.number().meta({ description: 'How like: up to 1, the same name' }),
    status: z.enum(['OPEN', 'CLEARED']),
    opened_at: timestamp,
    cleared_at: timestamp.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'ScreeningCase' });

export const caseList = z.object({ cases: z.array(caseAnswer), next_cursor: z.string().nullable() });

/** A payee and an entry of a sanctions list, and whether an operator has told them apart. */
export function caseBody(row: ScreeningCaseRow): z.output<typeof caseAnswer> {
  return {
    id: row.id,
    org_id: row.orgId,
    env: row.env,
    counterparty_id: row.counterpartyId,
    list: row.list,
    entity_id: row.entityId,
    score: row.score,
    status: row.status,
    opened_at: rfc3339(row.openedAt),
    cleared_at: row.clearedAt === null ? null : rfc3339(row.clearedAt),
    reason: row.reason,
  };
}
