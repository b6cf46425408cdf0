import { z } from 'zod';
import type { SignInResult } from '../../commands/session.ts';
import type { SignInRow } from '../../store/sign-ins.ts';
import { email, id, optional, rfc3339, text, timestamp } from './fields.ts';

export const codeRequest = z.object({ email }).meta({ examples: [{ email: 'ann@example.com' }] });

export const challengeAnswer = z
  .object({
    ok: z.literal(true),
    challenge: z.string().meta({
      description: 'Send it with the code: then the right code is accepted whatever others have tried',
    }),
  })
  .meta({ id: 'Challenge' });

const code = text(200)
  .transform((sent) => sent.trim())
  .meta({ description: 'The six digits from the mail' });

export const codeVerification = z
  .object({
    email,
    code,
    challenge: optional(text(200)).meta({ description: 'The answer of the request for the code' }),
  })
  .meta({ examples: [{ email: 'ann@example.com', code: '123456' }] });

export const freshVerification = z.object({ code }).meta({ examples: [{ code: '123456' }] });
export const freshAnswer = z
  .object({ fresh_until: timestamp.meta({ description: 'Until then, acts with live effect are permitted' }) })
  .meta({ id: 'Freshness' });

export const signOutInput = z
  .object({ everywhere: optional(z.boolean()).meta({ description: 'true ends all sign-ins of the user' }) })
  .meta({ examples: [{ everywhere: true }] });

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

export const signInList = z.object({
  sessions: z.array(
    z
      .object({
        id,
        created_at: timestamp,
        last_used_at: timestamp.meta({ description: 'Exact to five minutes' }),
        env: environment.meta({ description: 'The environment of the sign-in' }),
        org_id: id
          .nullable()
          .meta({ description: "The user's only organization at the sign-in. Null with several or none" }),
        address: z.string().nullable().meta({ description: 'The IP address of the sign-in' }),
        user_agent: z.string().nullable(),
        current: z.boolean().meta({ description: 'True for the sign-in of this call' }),
      })
      .meta({ id: 'SignIn' }),
  ),
});

/** Returns a row of the user's sign-ins, as its caller sees it. */
export function signInBody(row: SignInRow, currentId: string) {
  return {
    id: row.id,
    created_at: rfc3339(row.createdAt),
    last_used_at: rfc3339(row.lastUsedAt),
    env: row.env,
    org_id: row.orgId,
    address: row.address,
    user_agent: row.userAgent,
    current: row.id === currentId,
  };
}

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
