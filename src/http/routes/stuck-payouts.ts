import { resolvePayout } from '../../commands/stuck-payout.ts';
import { listStuckPayouts } from '../../store/stuck-payouts.ts';
import { valueOf } from '../answers.ts';
import { buildPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { resolveAnswer, resolveInput, stuckBody, stuckList, stuckQuery } from '../shapes/stuck-payouts.ts';

const tag = 'Operator';
const credential = 'operator';

/** Source: contract, section 17. */
export const stuckPayoutRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/payouts/stuck',
    credential,
    access: { target: null, environment: 'any' },
    id: 'listStuckPayouts',
    tag,
    summary:
      'List the live payouts that wait for an operator, because the bank gives no final word, newest first',
    query: stuckQuery,
    answer: stuckList,
    async handle(call) {
      const { secrets, database } = call.deps;
      const scope = ['stuck payouts'];
      const page = valueOf(readPage(call.query(), scope, secrets));
      const rows = await listStuckPayouts(database.pool, pageParams(page));
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.createdAt.toISOString(), id: row.id }),
      });
      return { payouts: cut.rows.map(stuckBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/operator/payouts/{id}/resolve',
    credential,
    access: { target: { kind: 'payout', at: 'path', name: 'id' }, environment: 'any' },
    id: 'resolvePayout',
    tag,
    summary: 'End a stuck payout as the bank told an operator: settled, or never sent',
    body: resolveInput,
    answer: resolveAnswer,
    refusals: ['second_operator_required', 'payout_state'],
    async handle(call) {
      const { deps, params } = call;
      const resolving = { input: () => call.body(), adjustmentId: call.newId() };
      return valueOf(await resolvePayout(deps, params['id'] ?? '', resolving));
    },
  }),
];
