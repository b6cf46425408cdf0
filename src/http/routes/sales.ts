import { cashbackSummary, merchantBalances } from '../../store/merchant-totals.ts';
import { findMembership } from '../../store/members.ts';
import { listSales, saleView } from '../../store/sales.ts';
import { refused, valueOf } from '../answers.ts';
import type { KeyCaller, SessionCaller } from '../caller.ts';
import { orgOfCaller } from '../membership.ts';
import { cutPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps } from '../route.ts';
import { isId } from '../shapes/fields.ts';
import { balanceAnswer, balanceBody, summaryAnswer, summaryBody } from '../shapes/merchant-totals.ts';
import { readStatuses, saleBody, saleDetailAnswer, saleDetailBody, salesAnswer, salesQuery } from '../shapes/sale.ts';

const tag = 'Sales';

export const saleRoutes = [
  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/sales',
    credential: 'api_key_or_session',
    id: 'listSales',
    tag,
    summary: "The org's sales in the caller's environment, newest first",
    query: salesQuery,
    answer: salesAnswer,
    refusals: ['org_not_found', 'bad_status'],
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      const { deps, caller } = call;
      const query = call.query();
      const statuses = valueOf(readStatuses(query));
      const scope = ['sales', orgId, caller.env, ...statuses];
      const page = valueOf(readPage(query, scope, deps.secrets));
      const rows = await listSales(deps.database.pool, { orgId, env: caller.env, statuses, after: page.after, limit: page.limit + 1 });
      const position = (row: (typeof rows)[number]) => ({ key: row.createdAt.toISOString(), id: row.id });
      const cut = cutPage(rows, { page, scope, secrets: deps.secrets, position });
      return { sales: cut.rows.map(saleBody), next_cursor: cut.next_cursor };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/sales/{id}',
    credential: 'api_key_or_session',
    id: 'getSale',
    tag,
    summary: 'A sale in full, with its items and its authorization',
    answer: saleDetailAnswer,
    refusals: ['sale_not_found', 'key_env_mismatch'],
    async handle({ deps, caller, params }) {
      const saleId = params['id'] ?? '';
      const view = isId(saleId) ? await saleView(deps.database.pool, [saleId]) : null;
      if (view === null || !(await belongsTo(view.orgId, { deps, caller }))) return refused('sale_not_found');
      if (view.env !== caller.env) return refused('key_env_mismatch');
      return saleDetailBody(view);
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/cashback/summary',
    credential: 'api_key_or_session',
    id: 'getCashbackSummary',
    tag,
    summary: 'What was captured and what cashback it funded, one entry a currency',
    answer: summaryAnswer,
    refusals: ['org_not_found'],
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      return summaryBody(await cashbackSummary(call.deps.database.pool, [orgId, call.caller.env]));
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/balance',
    credential: 'api_key_or_session',
    id: 'getBalance',
    tag,
    summary: "The org's money, one entry a currency",
    answer: balanceAnswer,
    refusals: ['org_not_found'],
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      return balanceBody(await merchantBalances(call.deps.database.pool, [orgId, call.caller.env]));
    },
  }),
];

/** Whether the org is the key's, or one that the session's user is a member of. */
export async function belongsTo(orgId: string, { deps, caller }: { deps: ApiDeps; caller: KeyCaller | SessionCaller }): Promise<boolean> {
  if (caller.kind === 'api_key') return caller.orgId === orgId;
  return (await findMembership(deps.database.pool, [orgId, caller.userId])) !== null;
}
