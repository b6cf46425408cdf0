import { z } from 'zod';
import type { SignInResult } from '../../commands/session.ts';
import { email, id, text } from './fields.ts';

export const codeRequest = z.object({ email }).meta({ examples: [{ email: 'ann@example.com' }] });

export const codeVerification = z
  .object({
    email,
    code: text(200)
      .transform((code) => code.trim())
      .meta({ description: 'The six digits from the mail' }),
  })
  .meta({ examples: [{ email: 'ann@example.com', code: '123456' }] });

export const environment = z.enum(['sandbox', 'live'], { error: 'must be sandbox or live' });

export const liveBlocker = z.enum([
  'kyb_not_approved',
  'kyc_not_approved',
  'no_live_banking_partner',
  'org_required',
]);

export const sessionAnswer = z
  .object({
    session_token: z.string().meta({ description: 'Begins with `sess_`. Valid for 30 days' }),
    user_id: id,
    env: environment,
    live_eligible: z.boolean(),
    live_blockers: z.array(liveBlocker),
  })
  .meta({ id: 'Session' });

/** Returns the specification's Session. */
export function sessionBody({ token, userId, env, blockers }: SignInResult): z.output<typeof sessionAnswer> {
  return {
    session_token: token,
    user_id: userId,
    env,
    live_eligible: blockers.length === 0,
    live_blockers: [...blockers],
  };
}
