import { readDays } from '../../domain/books.ts';
import { listSalesDays, orgNow } from '../../store/books.ts';
import { cashbackSummary, merchantBalances } from '../../store/merchant-totals.ts';
import { listSales, readSales, saleView } from '../../store/sales.ts';
import { refused, valueOf } from '../answers.ts';
import { isInOrg, requireEnvironment, orgOfCaller } from '../access/membership.ts';
import { FileAnswer } from '../file-answer.ts';
import { csvOf } from '../files/csv.ts';
import { buildPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { readFormat } from '../shapes/books.ts';
import { isId } from '../shapes/fields.ts';
import { balanceAnswer, balanceBody, summaryAnswer, summaryBody } from '../shapes/merchant-totals.ts';
import { periodScope, readPeriod } from '../shapes/period.ts';
import {
  readStatuses,
  SALE_FIELDS,
  saleBody,
  saleDetailAnswer,
  saleDetailBody,
  salesAnswer,
  salesDayBody,
  salesDaysAnswer,
  salesDaysQuery,
  salesQuery,
} from '../shapes/sale.ts';

const tag = 'Sales';
const CSV = 'text/csv';

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
    refusals: ['bad_status', 'bad_format'],
    files: [CSV],
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      const { deps, caller } = call;
      const query = call.query();
      const format = valueOf(readFormat(query.format, ['json', 'csv']));
      const statuses = valueOf(readStatuses(query));
      const period = valueOf(readPeriod(query));
      const { order_id: orderId = null } = query;
      const wanted = { orgId, env: caller.env, statuses, orderId, period };
      if (format === 'csv') {
        const pages = readSales(deps.database.pool, wanted);
        const chunks = csvOf(SALE_FIELDS, pages, saleBody);
        return FileAnswer.begin({ mediaType: `${CSV}; charset=utf-8`, name: 'sales.csv', chunks });
      }
      const scope = ['sales', orgId, caller.env, orderId, ...periodScope(period), ...statuses];
      const page = valueOf(readPage(query, scope, deps.secrets));
      const rows = await listSales(deps.database.pool, {
        ...wanted,
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
    path: '/orgs/{id}/sales/daily',
    credential: 'api_key_or_session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, scope: 'reports', environment: 'own' },
    id: 'listSalesDays',
    tag,
    summary: "Get the organization's sales of each day in a currency, oldest first",
    query: salesDaysQuery,
    answer: salesDaysAnswer,
    refusals: ['bad_currency'],
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      const { database } = call.deps;
      const { env } = call.caller;
      const { currency, ...asked } = call.query();
      const { first, last } = valueOf(readDays(asked, await orgNow(database.pool, { orgId, env })));
      const rows = await listSalesDays(database.pool, { orgId, env, currency, first, last });
      return { days: rows.map(salesDayBody) };
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
