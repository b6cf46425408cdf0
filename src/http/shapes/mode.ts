import { z } from 'zod';
import type { SessionInMode } from '../../commands/session.ts';
import { ID, id, optional } from './fields.ts';
import { environment, liveBlocker, sessionAnswer, sessionBody } from './sign-in.ts';

export const modeInput = z
  .object({ env: environment, org_id: optional(z.string()).meta(ID) })
  .meta({ examples: [{ env: 'live', org_id: '01937b2e-6f00-7000-8000-000000000001' }] });
export const eligibilityQuery = z.object({
  org_id: z.string({ error: 'must be one id' }).optional().meta(ID),
});

export const modeAnswer = sessionAnswer
  .extend({
    org_id: id
      .nullable()
      .meta({ description: 'The organization that the session acts for. Null for a consumer' }),
  })
  .meta({ id: 'SessionInMode' });
export const eligibilityAnswer = z
  .object({ eligible: z.boolean(), blockers: z.array(liveBlocker) })
  .meta({ id: 'LiveEligibility' });

/** Returns the specification's Session, with the org that it acts for. */
export function modeBody(set: SessionInMode): z.output<typeof modeAnswer> {
  return { ...sessionBody(set), org_id: set.orgId };
}
