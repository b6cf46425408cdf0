import { blockersOf, setMode } from '../mode.ts';
import { defineRoute } from '../route.ts';
import { eligibilityAnswer, eligibilityQuery, modeAnswer, modeBody, modeInput } from '../shapes/mode.ts';

const tag = 'Sign-in';

export const modeRoutes = [
  defineRoute({
    method: 'POST',
    path: '/auth/mode',
    credential: 'session',
    access: { target: { kind: 'org', at: 'body', name: 'org_id', unnamed: 'nothing' }, environment: 'any' },
    id: 'setMode',
    tag,
    summary: 'Get a session token for an environment and an organization, or for the user as a consumer; the old token stays valid',
    body: modeInput,
    answer: modeAnswer,
    refusals: ['live_not_eligible'],
    async handle(call) {
      const blockers = await blockersOf(call, call.sent['org_id']);
      const { env, org_id: orgId = null } = call.body();
      return modeBody(await setMode(call, { env, orgId, blockers }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/auth/live-eligibility',
    credential: 'session',
    access: { target: { kind: 'org', at: 'query', name: 'org_id', unnamed: 'nothing' }, environment: 'any' },
    id: 'getLiveEligibility',
    tag,
    summary: 'Get the live eligibility of an organization, or of the user as a consumer',
    query: eligibilityQuery,
    answer: eligibilityAnswer,
    async handle(call) {
      const blockers = await blockersOf(call, call.query().org_id);
      return { eligible: blockers.length === 0, blockers };
    },
  }),
];
