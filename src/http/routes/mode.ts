import { setMode } from '../../commands/session.ts';
import { liveBlockers } from '../../domain/environment.ts';
import type { LiveBlocker } from '../../domain/environment.ts';
import { findConsumerEligibility, findOrgEligibility } from '../../store/users.ts';
import { requireRole } from '../access/membership.ts';
import type { SessionCall } from '../access/membership.ts';
import { refused, valueOf } from '../answers.ts';
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
    summary:
      'Get a session token for an environment and an organization, or for the user as a consumer; the old token stays valid',
    body: modeInput,
    answer: modeAnswer,
    refusals: ['live_not_eligible'],
    async handle(call) {
      const blockers = await blockersOf(call, call.sent['org_id']);
      const { env, org_id: orgId = null } = call.body();
      return modeBody(
        valueOf(await setMode(call.deps, call.caller, { sessionId: call.newId(), env, orgId, blockers })),
      );
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

/**
 * The facts that keep the session's user from live: by the business rule for the org that was sent, as it was
 * sent, or by the consumer rule without one. Refused: `org not found` for an org that is unknown or not the
 * user's. Source: contract, section 2.
 */
async function blockersOf(call: SessionCall, sentOrgId: unknown): Promise<LiveBlocker[]> {
  const { pool } = call.deps.database;
  if (sentOrgId !== null && sentOrgId !== undefined) {
    await requireRole(call, sentOrgId);
    const business = await findOrgEligibility(pool, { orgId: sentOrgId as string });
    return business === null ? refused('org_not_found') : liveBlockers({ kind: 'business', ...business });
  }
  const consumer = await findConsumerEligibility(pool, call.caller);
  if (consumer === null) throw new Error(`no user ${call.caller.userId}`);
  return liveBlockers({ kind: 'consumer', ...consumer });
}
