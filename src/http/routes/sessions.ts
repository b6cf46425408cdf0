import { enterFreshCode, requestFreshCode } from '../../commands/fresh-code.ts';
import { endSessionOf } from '../../commands/session.ts';
import { listSignIns } from '../../store/sign-ins.ts';
import { valueOf } from '../answers.ts';
import { defineRoute } from '../route.ts';
import { okAnswer, rfc3339 } from '../shapes/fields.ts';
import { freshAnswer, freshVerification, signInBody, signInList } from '../shapes/sign-in.ts';

const tag = 'Sign-in';

/** The user's sign-ins, and codes that confirm one. */
export const sessionRoutes = [
  defineRoute({
    method: 'GET',
    path: '/me/sessions',
    credential: 'session',
    access: { target: null, environment: 'any' },
    id: 'listSessions',
    tag,
    summary: 'List the open sign-ins of the user, newest first; a sign-in has one row, whatever its tokens',
    answer: signInList,
    async handle({ deps, caller }) {
      const rows = await listSignIns(deps.database.pool, caller);
      return { sessions: rows.map((row) => signInBody(row, caller.signInId)) };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/me/sessions/{id}',
    credential: 'session',
    access: { target: { kind: 'session', at: 'path', name: 'id', reach: ['self'] }, environment: 'any' },
    id: 'endSession',
    tag,
    summary: 'End a sign-in of the user with every token made from it',
    answer: okAnswer,
    async handle({ deps, caller, params }) {
      valueOf(await endSessionOf(deps, caller.userId, params['id'] ?? ''));
      return { ok: true as const };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/auth/fresh/request',
    credential: 'session',
    access: { target: null, environment: 'any' },
    id: 'requestFreshCode',
    tag,
    summary: 'Mail a code to the user that permits acts with live effect',
    answer: okAnswer,
    async handle({ deps, caller }) {
      await requestFreshCode(deps, caller, (codeId) => deps.workflows.live.mailSignInCode(codeId));
      return { ok: true as const };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/auth/fresh/verify',
    credential: 'session',
    access: { target: null, environment: 'any' },
    id: 'verifyFreshCode',
    tag,
    summary: 'Enter the mailed code; the sign-in and all its tokens are fresh from then on, for a while',
    body: freshVerification,
    answer: freshAnswer,
    refusals: ['invalid_code'],
    async handle({ deps, caller, body }) {
      return { fresh_until: rfc3339(valueOf(await enterFreshCode(deps, caller, body().code))) };
    },
  }),
];
