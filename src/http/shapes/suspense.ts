import { z } from 'zod';
import { isCurrency } from '../../domain/countries.ts';
import { ADJUSTMENT_STATUSES, SUSPENSE_STATUSES } from '../../domain/suspense.ts';
import type { AdjustmentRow } from '../../store/adjustments.ts';
import type { SuspenseCaseRow } from '../../store/suspense.ts';
import { CURRENCY, ID, id, name, optional, pageQuery, rfc3339, timestamp, whole } from './fields.ts';

const env = z.enum(['sandbox', 'live'], { error: 'must be sandbox or live' });
const signed = whole.meta({
  description: 'Minor units. Above 0: money that came in. Below 0: money that went out',
});

/** The query of a list with a filter for these statuses. An unknown one is `bad status`. */
const listQuery = (statuses: readonly string[]) =>
  z.object({
    ...pageQuery,
    status: z
      .string({ error: 'must be one status' })
      .optional()
      .meta({ enum: [...statuses] }),
  });

export const casesQuery = listQuery(SUSPENSE_STATUSES);
export const adjustmentsQuery = listQuery(ADJUSTMENT_STATUSES);

export const suspenseCase = z
  .object({
    id,
    kind: z.enum(['unknown_user', 'unknown_currency', 'past_bound', 'contradiction']),
    env,
    amount_minor: signed,
    currency: z.string(),
    facts: z.unknown().meta({ description: "The bank's report, and what our books have" }),
    status: z.enum(SUSPENSE_STATUSES),
    created_at: timestamp,
  })
  .meta({ id: 'SuspenseCase' });

export const caseList = z.object({ cases: z.array(suspenseCase), next_cursor: z.string().nullable() });

/** Returns a case: money that no party has. */
export function suspenseBody(row: SuspenseCaseRow): z.output<typeof suspenseCase> {
  const { id: caseId, kind, env: caseEnv, amount, currency, facts, status, createdAt } = row;
  const created = rfc3339(createdAt);
  return {
    id: caseId,
    kind,
    env: caseEnv,
    amount_minor: amount,
    currency,
    facts,
    status,
    created_at: created,
  };
}

const party = {
  org_id: optional(z.string({ error: 'must be text' })).meta({
    ...ID,
    description: 'The organization whose balance changes. Exactly one of `org_id` and `user_id`',
  }),
  user_id: optional(z.string({ error: 'must be text' })).meta({
    ...ID,
    description: 'The shopper whose wallet changes',
  }),
};
const reason = name.meta({ description: 'The evidence. Recorded permanently' });

export const withdrawalInput = z
  .object({ reason: name.meta({ description: 'The mistake. Recorded permanently' }) })
  .meta({ examples: [{ reason: 'the wrong wallet' }] });

const isOneParty = (sent: { org_id?: string | undefined; user_id?: string | undefined }): boolean =>
  (sent.org_id === undefined) !== (sent.user_id === undefined);
const ONE_PARTY = { path: ['org_id'], error: 'send exactly one of org_id and user_id' };

export const assignmentInput = z
  .object({ ...party, reason })
  .refine(isOneParty, ONE_PARTY)
  .meta({
    examples: [{ user_id: '019aa4d2-6a3f-7cc0-b1c5-6f0f4a5c1c11', reason: 'the sender named the account' }],
  });

export const adjustmentInput = z
  .object({
    ...party,
    env,
    currency: z
      .string({ error: 'bad currency' })
      .refine(isCurrency, { error: 'bad currency' })
      .meta(CURRENCY),
    amount_minor: whole
      .refine((amount) => amount !== 0, { error: 'must not be 0' })
      .meta({ description: 'Minor units. Above 0 adds to the balance, below 0 takes from it' }),
    reason,
  })
  .refine(isOneParty, ONE_PARTY)
  .meta({
    examples: [
      {
        user_id: '019aa4d2-6a3f-7cc0-b1c5-6f0f4a5c1c11',
        env: 'live',
        currency: 'USD',
        amount_minor: -1500,
        reason: 'a deposit was credited twice',
      },
    ],
  });

export const adjustmentAnswer = z
  .object({ id, status: z.enum(ADJUSTMENT_STATUSES) })
  .meta({ id: 'AdjustmentStatus' });

/** Returns the id and the status of an adjustment. */
export function adjustmentBody({
  id: adjustmentId,
  status,
}: AdjustmentRow): z.output<typeof adjustmentAnswer> {
  return { id: adjustmentId, status };
}

export const adjustment = z
  .object({
    id,
    org_id: id.nullable(),
    user_id: id.nullable(),
    env,
    currency: z.string(),
    amount_minor: signed,
    case_id: id.nullable().meta({ description: 'The suspense case whose money it is' }),
    payout_id: id.nullable().meta({ description: 'The payout that the bank never got' }),
    reason: z.string(),
    status: z.enum(ADJUSTMENT_STATUSES),
    proposed_by: z.string().meta({ description: "The operator's name" }),
    created_at: timestamp,
    approved_by: z.string().nullable(),
    approved_at: timestamp.nullable(),
    withdrawn_by: z.string().nullable(),
    withdrawn_at: timestamp.nullable(),
  })
  .meta({ id: 'Adjustment' });

export const adjustmentList = z.object({
  adjustments: z.array(adjustment),
  next_cursor: z.string().nullable(),
});

/** Returns an adjustment with the operators who proposed, approved or withdrew it. */
export function adjustmentRow(row: AdjustmentRow): z.output<typeof adjustment> {
  return {
    id: row.id,
    org_id: row.orgId,
    user_id: row.userId,
    env: row.env,
    currency: row.currency,
    amount_minor: row.amount,
    case_id: row.caseId,
    payout_id: row.payoutId,
    reason: row.reason,
    status: row.status,
    proposed_by: row.proposedBy,
    created_at: rfc3339(row.proposedAt),
    approved_by: row.approvedBy,
    approved_at: row.approvedAt === null ? null : rfc3339(row.approvedAt),
    withdrawn_by: row.withdrawnBy,
    withdrawn_at: row.withdrawnAt === null ? null : rfc3339(row.withdrawnAt),
  };
}
