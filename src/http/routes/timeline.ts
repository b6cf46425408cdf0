import { findCharge } from '../../store/charges.ts';
import { timelineRow } from '../../store/timeline.ts';
import { refused } from '../answers.ts';
import { isInOrg, requireEnvironment } from '../access/membership.ts';
import { defineRoute } from '../route.ts';
import { isId } from '../shapes/fields.ts';
import { timelineAnswer, timelineBody } from '../shapes/timeline.ts';

export const timelineRoutes = [
  defineRoute({
    method: 'GET',
    path: '/charges/{id}/timeline',
    credential: 'api_key_or_session',
    access: { target: { kind: 'charge', at: 'path', name: 'id' }, scope: 'reports', environment: 'own' },
    id: 'getChargeTimeline',
    tag: 'Charges',
    summary: 'Get the timeline of a charge: its past steps with their callers, and its next ones',
    answer: timelineAnswer,
    async handle(call) {
      const chargeId = call.params['id'] ?? '';
      const { pool } = call.deps.database;
      const charge = isId(chargeId) ? await findCharge(pool, { chargeId }) : null;
      if (charge === null || !(await isInOrg(call, charge.orgId))) return refused('charge_not_found');
      requireEnvironment(call, charge);
      const row = await timelineRow(pool, { chargeId });
      return row === null ? refused('charge_not_found') : timelineBody(row);
    },
  }),
];
