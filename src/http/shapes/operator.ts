import { z } from 'zod';
import type { Erasure } from '../../commands/erasure.ts';
import type { VerificationStatus } from '../../domain/environment.ts';
import type { ComplianceRow } from '../../store/operator.ts';
import { id, name, optional, pageQuery, rfc3339, timestamp, whole } from './fields.ts';

const RANGE = { error: 'must be 0 to 10000' };
const bps = whole.min(0, RANGE).max(10_000, RANGE).meta({ description: 'Basis points, 0 to 10000' });

export const pricingInput = z
  .object({ mdr_bps: optional(bps), recommender_share_bps: optional(bps) })
  .meta({ examples: [{ mdr_bps: 150, recommender_share_bps: 6000 }] });

export const pricingAnswer = z
  .object({ org_id: id, mdr_bps: bps, recommender_share_bps: bps })
  .meta({ id: 'Pricing' });

/** Returns an org's prices, in basis points. */
export function pricingBody(org: {
  readonly id: string;
  readonly mdrBps: number;
  readonly recommenderShareBps: number;
}): z.output<typeof pricingAnswer> {
  return { org_id: org.id, mdr_bps: org.mdrBps, recommender_share_bps: org.recommenderShareBps };
}

export const countryInput = z
  .object({
    min_share_bps: bps,
    max_share_bps: bps,
    live_partner: optional(z.boolean({ error: 'must be true or false' })).meta({
      description: 'True if a banking partner serves the country in live. Unchanged when absent',
    }),
  })
  .meta({ examples: [{ min_share_bps: 2000, max_share_bps: 8000, live_partner: true }] });

export const countryAnswer = z
  .object({ country_code: z.string(), min_share_bps: bps, max_share_bps: bps, live_partner: z.boolean() })
  .meta({ id: 'CountryTerms' });

/** Returns a country's bounds of the recommender's share, in basis points, and its live partner. */
export function countryBody(country: {
  readonly countryCode: string;
  readonly minShareBps: number;
  readonly maxShareBps: number;
  readonly livePartner: boolean | null;
}): z.output<typeof countryAnswer> {
  const { countryCode, minShareBps, maxShareBps, livePartner } = country;
  return {
    country_code: countryCode,
    min_share_bps: minShareBps,
    max_share_bps: maxShareBps,
    live_partner: livePartner ?? false,
  };
}

const STATUSES = [
  'NOT_STARTED',
  'PENDING',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
] as const satisfies readonly VerificationStatus[];
const status = z.enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` });

export const verdictInput = z
  .object({
    status,
    reason: name.meta({ description: 'The reason for the decision, recorded in the audit table' }),
  })
  .meta({ id: 'VerdictInput', examples: [{ status: 'APPROVED', reason: 'documents seen' }] });

export const reasonInput = z
  .object({ reason: name.meta({ description: 'The reason, recorded in the audit table' }) })
  .meta({ id: 'OperatorReason', examples: [{ reason: 'reported by the owner' }] });

export const endedAnswer = z.object({
  user_id: id,
  ended: z.int().min(0).meta({ description: 'Number of sign-ins that were ended' }),
});

export const orgStatusAnswer = z.object({ org_id: id, status: z.enum(['ACTIVE', 'SUSPENDED']) });

export const erasureAnswer = z.object({ user_id: id, erased_at: timestamp });

/** Returns the user that was erased, and when. */
export function erasureBody({ userId, erasedAt }: Erasure): z.output<typeof erasureAnswer> {
  return { user_id: userId, erased_at: rfc3339(erasedAt) };
}

export const kybAnswer = z.object({ org_id: id, kyb_status: status });
export const kycAnswer = z.object({ user_id: id, kyc_status: status });

/** Returns the verification status of a business. */
export function kybBody(orgId: string, verdict: VerificationStatus): z.output<typeof kybAnswer> {
  return { org_id: orgId, kyb_status: verdict };
}

/** Returns the verification status of a consumer. */
export function kycBody(userId: string, verdict: VerificationStatus): z.output<typeof kycAnswer> {
  return { user_id: userId, kyc_status: verdict };
}

export const recordsQuery = z.object(pageQuery);

const record = z
  .object({
    id,
    org_id: id.nullable(),
    env: z.enum(['sandbox', 'live']),
    subject: z.string().meta({
      description: 'The judged object of the first attempt: a noun and its id',
      examples: ['checkout:019aa5b0-0000-7000-8000-000000000001'],
    }),
    rule: z.string(),
    decision: z.enum(['BLOCKED', 'PASSED', 'FORCED', 'CLEARED']),
    facts: z.unknown().meta({ description: 'The input of the rule at the first attempt' }),
    reason: z.string(),
    created_at: timestamp,
    attempts: z.int().min(1).meta({
      description:
        'The number of blocked attempts that the record counts: its own, and the later ones of the same party, organization, environment, currency and rule on the same day (UTC). 1 for any other decision',
    }),
    last_attempt_at: timestamp.meta({ description: 'The time of the last of them' }),
    largest_amount_minor: z.int().nullable().meta({
      description:
        'The largest amount of them, in minor units. Null for a record that counts towards no limit',
    }),
  })
  .meta({ id: 'ComplianceRecord' });

export const recordsAnswer = z.object({ records: z.array(record), next_cursor: z.string().nullable() });

/**
 * Returns a compliance record: a decision of monitoring, screening or a payout gate. Subject and facts are
 * those of its first attempt.
 */
export function recordBody({ orgId, at, ...row }: ComplianceRow): z.output<typeof record> {
  const { id: recordId, env, subject, rule, decision, facts, reason } = row;
  const { attempts, lastAttemptAt, largestAmount } = row;
  return {
    id: recordId,
    org_id: orgId,
    env,
    subject,
    rule,
    decision,
    facts,
    reason,
    created_at: rfc3339(at),
    attempts,
    last_attempt_at: rfc3339(lastAttemptAt),
    largest_amount_minor: largestAmount,
  };
}

export const integrityAnswer = z.object({
  checks: z.array(
    z.object({
      name: z.string(),
      violations: z.int().min(0).meta({ description: 'Number of rows that violate the check. Expected: 0' }),
    }),
  ),
});
