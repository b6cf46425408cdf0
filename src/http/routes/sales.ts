import { cashbackSummary, merchantBalances } from '../../store/merchant-totals.ts';
import { listSales, saleView } from '../../store/sales.ts';
import { refused, valueOf } from '../answers.ts';
import { isInOrg, requireEnvironment, orgOfCaller } from '../access/membership.ts';
import { buildPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { isId } from '../shapes/fields.ts';
import { balanceAnswer, balanceBody, summaryAnswer, summaryBody } from '../shapes/merchant-totals.ts';
import {
  readStatuses,
  saleBody,
  saleDetailAnswer,
  saleDetailBody,
  salesAnswer,
  salesQuery,
} from '../shapes/sale.ts';

const tag = 'Sales';

export const saleRoutes = [
  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/sales',
    credential: 'api_key_or_session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, scope: 'reports', environment: 'own' },
    id: 'listSales',
    tag,
    summary: "List the organization's sales in the caller's environment, newest first",
    query: salesQuery,
    answer: salesAnswer,
    refusals: ['bad_status'],
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      const { deps, caller } = call;
      const query = call.query();
      const statuses = valueOf(readStatuses(query));
      const { order_id: orderId = null } = query;
      const scope = ['sales', orgId, caller.env, orderId, ...statuses];
      const page = valueOf(readPage(query, scope, deps.secrets));
      const rows = await listSales(deps.database.pool, {
        orgId,
        env: caller.env,
        statuses,
        orderId,
        after: page.after,
        limit: page.limit + 1,
      });
      const position = (row: (typeof rows)[number]) => ({ key: row.createdAt.toISOString(), id: row.id });
      const cut = buildPage(rows, { page, scope, secrets: deps.secrets, position });
      return { sales: cut.rows.map(saleBody), next_cursor: cut.next_cursor };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/sales/{id}',
    credential: 'api_key_or_session',
    access: { target: { kind: 'sale', at: 'path', name: 'id' }, scope: 'reports', environment: 'own' },
    id: 'getSale',
    tag,
    summary: 'Get a sale with its items and its authorization',
    answer: saleDetailAnswer,
    async handle(call) {
      const saleId = call.params['id'] ?? '';
      const view = isId(saleId) ? await saleView(call.deps.database.pool, { saleId }) : null;
      if (view === null || !(await isInOrg(call, view.orgId))) return refused('sale_not_found');
      return saleDetailBody(requireEnvironment(call, view));
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/cashback/summary',
    credential: 'api_key_or_session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, scope: 'reports', environment: 'own' },
    id: 'getCashbackSummary',
    tag,
    summary: 'Get the captured volume and the funded cashback, by currency',
    answer: summaryAnswer,
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      return summaryBody(await cashbackSummary(call.deps.database.pool, { orgId, env: call.caller.env }));
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/balance',
    credential: 'api_key_or_session',
    access: {
      target: { kind: 'org', at: 'path', name: 'id' },
      scope: ['payouts', 'reports'],
      environment: 'own',
    },
    id: 'getBalance',
    tag,
    summary: "Get the organization's balance, by currency",
    answer: balanceAnswer,
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      return balanceBody(await merchantBalances(call.deps.database.pool, { orgId, env: call.caller.env }));
    },
  }),
];
