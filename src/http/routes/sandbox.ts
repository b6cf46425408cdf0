import { MOST_SECONDS } from '../../domain/sandbox-clock.ts';
import { dueThings, listClockEvents, orgTime } from '../../store/org-clock.ts';
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
  dueAnswer,
  dueBody,
  dueQuery,
} from '../shapes/sandbox.ts';

/** The events in one answer. Demo data may have thousands. */
const MOST_DUE = 200;

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
    method: 'GET',
    path: '/sandbox/clock/due',
    credential: 'api_key_or_session',
    access: {
      target: { kind: 'org', at: 'query', name: 'org_id', unnamed: 'acting_org' },
      scope: 'sandbox',
      environment: 'sandbox',
    },
    id: 'listSandboxDue',
    tag: 'Sandbox',
    summary: 'List what falls due next by the sandbox clock, soonest first',
    query: dueQuery,
    answer: dueAnswer,
    async handle(call) {
      const { orgId } = await actingOrg(call, call.query().org_id);
      const { pool } = call.deps.database;
      const { now } = await orgTime(pool, orgId);
      const until = new Date(now + MOST_SECONDS * 1000);
      const due = await dueThings(pool, { orgId, until, passedIds: [], limit: MOST_DUE });
      return dueBody(new Date(now), due);
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
