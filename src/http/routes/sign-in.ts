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
    id: 'requestCode',
    tag,
    summary: 'Have a one-time code mailed; the answer is the same for every address',
    body: codeRequest,
    answer: okAnswer,
    async handle(call) {
      await requestCode(call.deps, call.body().email);
      return { ok: true as const };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/auth/otp/verify',
    credential: 'none',
    id: 'verifyCode',
    tag,
    summary: 'Sign in with the mailed code; the first time makes the user',
    body: codeVerification,
    answer: sessionAnswer,
    refusals: ['invalid_code'],
    async handle(call) {
      const { email, code } = call.body();
      return sessionBody(valueOf(await signIn(call.deps, email, code)));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/auth/signout',
    credential: 'session',
    id: 'signOut',
    tag,
    summary: 'End the session',
    answer: okAnswer,
    async handle({ deps, caller }) {
      await endSession(deps.database.pool, [caller.sessionId]);
      return { ok: true as const };
    },
  }),
];
