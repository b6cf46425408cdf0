import { endSession } from '../../store/sessions.ts';
import { valueOf } from '../answers.ts';
import { defineRoute } from '../route.ts';
import { okAnswer } from '../shapes/fields.ts';
import { codeRequest, codeVerification, sessionAnswer, sessionBody } from '../shapes/sign-in.ts';
import { requestCode, signIn } from '../sign-in.ts';

const tag = 'Sign-in';

export const signInRoutes = [
  defineRoute({
    method: 'POST',
    path: '/auth/otp/request',
    credential: 'none',
    access: { target: null, environment: 'any' },
    id: 'requestCode',
    tag,
    summary: 'Mail a one-time code; the answer is the same for every address',
    body: codeRequest,
    answer: okAnswer,
    refusals: ['rate_limited'],
    async handle({ deps, body, callerAddress }) {
      valueOf(await requestCode(deps, { email: body().email, callerAddress }));
      return { ok: true as const };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/auth/otp/verify',
    credential: 'none',
    access: { target: null, environment: 'any' },
    id: 'verifyCode',
    tag,
    summary: 'Sign in with the mailed code; the first sign-in creates the user',
    body: codeVerification,
    answer: sessionAnswer,
    refusals: ['invalid_code', 'rate_limited'],
    async handle({ deps, body, callerAddress }) {
      return sessionBody(valueOf(await signIn(deps, { ...body(), callerAddress })));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/auth/signout',
    credential: 'session',
    access: { target: null, environment: 'any' },
    id: 'signOut',
    tag,
    summary: 'End the session',
    answer: okAnswer,
    async handle({ deps, caller }) {
      await endSession(deps.database.pool, caller);
      return { ok: true as const };
    },
  }),
];
