import { listClockEvents, orgTime } from '../../store/org-clock.ts';
import { persistently } from '../turns/outcome.ts';
import { advanceInTurn } from '../turns/sandbox-clock.ts';
import { actingOrg } from '../access/membership.ts';
import { defineRoute } from '../route.ts';
import { rfc3339 } from '../shapes/fields.ts';
import {
  advanceAnswer,
  advanceBody,
  advanceInput,
  advanceRequest,
  clockAnswer,
  clockQuery,
} from '../shapes/sandbox.ts';

/** Source: contract, section 11. */
export const sandboxRoutes = [
  defineRoute({
    method: 'GET',
    path: '/sandbox/clock',
    credential: 'api_key_or_session',
    access: {
      target: { kind: 'org', at: 'query', name: 'org_id', unnamed: 'acting_org' },
      scope: 'sandbox',
      environment: 'sandbox',
    },
    id: 'getSandboxClock',
    tag: 'Sandbox',
    summary: "Get the time of the organization's sandbox clock",
    query: clockQuery,
    answer: clockAnswer,
    async handle(call) {
      const { orgId } = await actingOrg(call, call.query().org_id);
      const { now } = await orgTime(call.deps.database.pool, orgId);
      return { now: rfc3339(new Date(now)) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sandbox/clock/advance',
    credential: 'api_key_or_session',
    access: {
      target: { kind: 'org', at: 'body', name: 'org_id', unnamed: 'acting_org' },
      capability: 'manage_org',
      scope: 'sandbox',
      environment: 'sandbox',
    },
    id: 'advanceSandboxClock',
    tag: 'Sandbox',
    summary: "Advance the organization's sandbox clock; answers when everything that fell due has been done",
    body: advanceInput,
    answer: advanceAnswer,
    async handle(call) {
      const { orgId } = await actingOrg(call, call.namedOrg);
      const request = advanceRequest(call.body());
      // A move may hold its request for two minutes and starts workflows for all that falls due.
      const most = call.deps.config.CLOCK_MOVES_PER_ORG;
      await call.limit({ policy: 'clock', subject: `clock:${orgId}`, most });
      const span = await advanceInTurn(call.deps, orgId, { commandId: call.newId(), request });
      return advanceBody(
        span.to,
        await persistently(() => listClockEvents(call.deps.database.pool, orgId, span)),
      );
    },
  }),
];
