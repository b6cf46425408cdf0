import { findCharge } from '../../store/charges.ts';
import { timelineRow } from '../../store/timeline.ts';
import { refused } from '../answers.ts';
import { defineRoute } from '../route.ts';
import { isId } from '../shapes/fields.ts';
import { timelineAnswer, timelineBody } from '../shapes/timeline.ts';
import { belongsTo } from './sales.ts';

export const timelineRoutes = [
  defineRoute({
    method: 'GET',
    path: '/charges/{id}/timeline',
    credential: 'api_key_or_session',
    id: 'getChargeTimeline',
    tag: 'Charges',
    summary: 'Everything that happened to a charge, who asked for it, and what comes next',
    answer: timelineAnswer,
    refusals: ['charge_not_found', 'key_env_mismatch'],
    async handle({ deps, caller, params }) {
      const chargeId = params['id'] ?? '';
      const { pool } = deps.database;
      const charge = isId(chargeId) ? await findCharge(pool, [chargeId]) : null;
      if (charge === null || !(await belongsTo(charge.orgId, { deps, caller }))) return refused('charge_not_found');
      if (charge.env !== caller.env) return refused('key_env_mismatch');
      const row = await timelineRow(pool, [chargeId]);
      return row === null ? refused('charge_not_found') : timelineBody(row);
    },
  }),
];
