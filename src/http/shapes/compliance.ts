import { z } from 'zod';
import type { VerificationStatus } from '../../domain/environment.ts';
import type { Verdict } from '../../domain/verification.ts';
import { ID, countryCode, optional, wellFormed } from './fields.ts';

const STATUSES = [
  'NOT_STARTED',
  'PENDING',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
] as const satisfies readonly VerificationStatus[];
const status = z.enum(STATUSES);

export const kybInput = z
  .object({
    org_id: optional(z.string()).meta(ID),
    country_code: countryCode.meta({ description: "The organization's country" }),
  })
  .meta({ examples: [{ org_id: '01937b2e-6f00-7000-8000-000000000001', country_code: 'US' }] });
export const kybQuery = z.object({ org_id: z.string({ error: 'must be one id' }).optional().meta(ID) });
export const kycInput = z
  .object({
    country_code: countryCode.meta({ description: "Becomes the user's country when the case is approved" }),
  })
  .meta({ examples: [{ country_code: 'US' }] });

export const startAnswer = z
  .object({
    verification_url: z
      .string()
      .meta({ format: 'uri', description: 'The hosted verification page. Show it to the applicant only' }),
    status,
  })
  .meta({ id: 'VerificationStarted' });
export const verificationStatusAnswer = z.object({ status }).meta({ id: 'VerificationStatus' });

const VERDICTS: Readonly<Record<string, Verdict>> = {
  'case.approved': 'APPROVED',
  'case.rejected': 'REJECTED',
  'case.withdrawn': 'WITHDRAWN',
};
const TYPES = Object.keys(VERDICTS);

const eventId = z
  .string({ error: 'must be text' })
  .refine((text) => wellFormed(text) && text.length >= 1 && text.length <= 200, {
    error: 'must have 1 to 200 characters',
  })
  .meta({
    minLength: 1,
    maxLength: 200,
    description: "The event's id. A second copy of an event has no effect",
  });

export const verdictEvent = z
  .object({
    id: eventId,
    type: z.enum(TYPES as [string], { error: `must be one of ${TYPES.join(', ')}` }),
    reference: z
      .string({ error: 'must be text' })
      .meta({ description: 'The reference that we sent when the case was opened' }),
    occurred_at: z.iso.datetime({ offset: true, error: 'must be an RFC 3339 time' }),
  })
  .meta({
    examples: [
      {
        id: 'evt_1',
        type: 'case.approved',
        reference: '01937b2e-6f00-7000-8000-000000000001',
        occurred_at: '2026-11-21T10:00:00.000Z',
      },
    ],
  });

/** Returns the verdict that an event reports. Times in milliseconds since 1970. */
export function verdictOf({ type, occurred_at }: z.output<typeof verdictEvent>) {
  return { verdict: VERDICTS[type] as Verdict, occurredAt: Date.parse(occurred_at) };
}
