import { z } from 'zod';
import type { Secrets } from '../../security/secrets.ts';
import type { ScreeningCaseRow } from '../../store/screening.ts';
import { id, name, pageQuery, rfc3339, timestamp } from './fields.ts';

export const clearInput = z
  .object({
    reason: name.meta({
      description: 'The evidence that the payee is not the listed one. Recorded permanently',
    }),
  })
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
    payee_name: z.string().meta({ description: 'The given name of the payee' }),
    registered_name: z.string().nullable().meta({
      description: 'The registered name of the account, if the bank reported it. It is screened too',
    }),
    list: z.string(),
    entity_id: z
      .string()
      .meta({ description: "The list's id of the entry that resembles one of the payee's names" }),
    score: z.number().meta({ description: 'Similarity of the names, up to 1 for equal names' }),
    status: z.enum(['OPEN', 'CLEARED']),
    opened_at: timestamp,
    cleared_at: timestamp.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'ScreeningCase' });

export const caseList = z.object({ cases: z.array(caseAnswer), next_cursor: z.string().nullable() });

/**
 * Returns a screening case with the payee's names in plain text: the operator compares them with the listed
 * entry.
 */
export function caseBody(row: ScreeningCaseRow, secrets: Secrets): z.output<typeof caseAnswer> {
  const sealed = row.sealedRegisteredName;
  return {
    ...caseFacts(row),
    payee_name: row.payeeName,
    registered_name: sealed === null ? null : secrets.unseal(sealed, `registered name ${row.counterpartyId}`),
  };
}

/** Returns a screening case without names, for the audit table. */
export function caseFacts(
  row: ScreeningCaseRow,
): Omit<z.output<typeof caseAnswer>, 'payee_name' | 'registered_name'> {
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
