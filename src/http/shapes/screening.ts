import { z } from 'zod';
import type { Secrets } from '../../security/secrets.ts';
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
    payee_name: z.string().meta({ description: 'The name that was given for the payee' }),
    registered_name: z
      .string()
      .nullable()
      .meta({ description: 'The name that the account is in, where its bank told it: it is screened too' }),
    list: z.string(),
    entity_id: z.string().meta({ description: "The list's own id of the entry that one of the payee's names is like" }),
    score: z.number().meta({ description: 'How like: up to 1, the same name' }),
    status: z.enum(['OPEN', 'CLEARED']),
    opened_at: timestamp,
    cleared_at: timestamp.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'ScreeningCase' });

export const caseList = z.object({ cases: z.array(caseAnswer), next_cursor: z.string().nullable() });

/** A payee and an entry of a sanctions list, and whether an operator has told them apart. With the names, for whoever has to. */
export function caseBody(row: ScreeningCaseRow, secrets: Secrets): z.output<typeof caseAnswer> {
  const sealed = row.sealedRegisteredName;
  return {
    ...caseFacts(row),
    payee_name: row.payeeName,
    registered_name: sealed === null ? null : secrets.unseal(sealed, `registered name ${row.counterpartyId}`),
  };
}

/** The case without names: what the audit keeps of it. */
export function caseFacts(row: ScreeningCaseRow): Omit<z.output<typeof caseAnswer>, 'payee_name' | 'registered_name'> {
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
