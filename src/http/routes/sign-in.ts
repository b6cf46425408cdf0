import { signOut } from '../../commands/session.ts';
import { requestCode, signIn } from '../../commands/sign-in.ts';
import { valueOf } from '../answers.ts';
import { subjectOfAddress } from '../pipeline/address.ts';
import { defineRoute } from '../route.ts';
import { okAnswer } from '../shapes/fields.ts';
import { codeRequest, codeVerification, sessionAnswer, sessionBody } from '../shapes/sign-in.ts';

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
      const request = { email: body().email, caller: subjectOfAddress(callerAddress, deps) };
      valueOf(await requestCode(deps, request, (codeId) => deps.workflows.mailSignInCode(codeId)));
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
      return sessionBody(
        valueOf(await signIn(deps, { ...body(), caller: subjectOfAddress(callerAddress, deps) })),
      );
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
      await signOut(deps, caller.sessionId);
      return { ok: true as const };
    },
  }),
];
