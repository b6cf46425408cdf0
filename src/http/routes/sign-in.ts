import { signOut } from '../../commands/session.ts';
import { requestCode, signIn } from '../../commands/sign-in.ts';
import type { SignInCaller } from '../../commands/sign-in.ts';
import { valueOf } from '../answers.ts';
import { blocksOfAddress, subjectOfAddress } from '../pipeline/address.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps } from '../route.ts';
import { okAnswer } from '../shapes/fields.ts';
import {
  challengeAnswer,
  codeRequest,
  codeVerification,
  sessionAnswer,
  sessionBody,
  signOutInput,
} from '../shapes/sign-in.ts';

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
    answer: challengeAnswer,
    refusals: ['rate_limited'],
    async handle(call) {
      const { deps } = call;
      const request = { email: call.body().email, caller: signInCaller(call) };
      const asked = await requestCode(deps, request, (codeId) => deps.workflows.live.mailSignInCode(codeId));
      return { ok: true as const, challenge: valueOf(asked) };
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
    async handle(call) {
      return sessionBody(valueOf(await signIn(call.deps, { ...call.body(), caller: signInCaller(call) })));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/auth/signout',
    credential: 'session',
    access: { target: null, environment: 'any' },
    id: 'signOut',
    tag,
    summary: 'End the sign-in with every token made from it, or all sign-ins of the user',
    body: signOutInput,
    answer: okAnswer,
    async handle({ deps, caller, body }) {
      await signOut(deps, caller, body().everywhere === true);
      return { ok: true as const };
    },
  }),
];

/** A longer user agent is cut: it is shown, and decides nothing. */
const LONGEST_USER_AGENT = 500;

function signInCaller({
  deps,
  callerAddress,
  userAgent,
}: {
  readonly deps: ApiDeps;
  readonly callerAddress: string;
  readonly userAgent: string | null;
}): SignInCaller {
  const blocks = blocksOfAddress(callerAddress, deps);
  const address = subjectOfAddress(callerAddress, deps);
  return {
    address: callerAddress,
    userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
    block: blocks.at(-1) ?? '',
    limited: address === null ? null : { address, blocks },
  };
}
