import { orgTime } from '../../store/org-clock.ts';
import { refused, valueOf } from '../answers.ts';
import { actingOrg } from '../membership.ts';
import { defineRoute } from '../route.ts';
import { rfc3339 } from '../shapes/fields.ts';
import { advanceAnswer, advanceBody, advanceInput, advanceRequest, clockAnswer, clockQuery } from '../shapes/sandbox.ts';

/** Live credentials find nothing here. Source: contract, section 11. */
export const sandboxRoutes = [
  defineRoute({
    method: 'GET',
    path: '/sandbox/clock',
    credential: 'api_key_or_session',
    id: 'getSandboxClock',
    tag: 'Sandbox',
    summary: "The time in the org's sandbox. Sandbox only",
    query: clockQuery,
    answer: clockAnswer,
    refusals: ['not_found', 'org_required', 'org_not_found'],
    async handle(call) {
      if (call.caller.env !== 'sandbox') return refused('not_found');
      const { orgId } = await actingOrg(call, call.query().org_id);
      const { now } = await orgTime(call.deps.database.pool, orgId);
      return { now: rfc3339(new Date(now)) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sandbox/clock/advance',
    credential: 'api_key_or_session',
    id: 'advanceSandboxClock',
    tag: 'Sandbox',
    summary: "Move the clock of the org's sandbox forwards; answers when all that fell due has been done. Sandbox only",
    body: advanceInput,
    answer: advanceAnswer,
    refusals: ['not_found', 'org_required', 'org_not_found', 'admin_required'],
    async handle(call) {
      if (call.caller.env !== 'sandbox') return refused('not_found');
      const { orgId } = await actingOrg(call, call.sent['org_id'] ?? undefined, 'manage_org');
      const request = advanceRequest(call.body());
      return advanceBody(valueOf(await call.deps.workflows.advanceClock(orgId, request)));
    },
  }),
];
