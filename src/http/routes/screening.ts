import { clearCase } from '../../commands/screening.ts';
import { listScreeningCases } from '../../store/screening.ts';
import { NEWEST } from '../../store/newest-first.ts';
import { refused, valueOf } from '../answers.ts';
import { buildPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { caseAnswer, caseBody, caseFacts, caseList, casesQuery, clearInput } from '../shapes/screening.ts';

const tag = 'Operator';
const credential = 'operator';
import { oneOf } from '../shapes/detail.ts';

export const screeningRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/screening/cases',
    credential,
    access: { target: null, environment: 'any' },
    id: 'listScreeningCases',
    tag,
    summary:
      'List the screening cases, newest first: payees whose names resemble an entry of a sanctions list',
    query: casesQuery,
    answer: caseList,
    refusals: ['bad_status'],
    async handle(call) {
      const { secrets, database } = call.deps;
      const { status = null, ...paging } = call.query();
      if (status !== null && status !== 'OPEN' && status !== 'CLEARED')
        return refused('bad_status', undefined, { detail: oneOf('status', ['OPEN', 'CLEARED']) });
      const scope = ['screening cases', status];
      const page = valueOf(readPage(paging, scope, secrets));
      const { key: afterKey, id: afterId } = page.after ?? NEWEST;
      const limit = page.limit + 1;
      const rows = await listScreeningCases(database.pool, { status, afterKey, afterId, limit });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.openedAt.toISOString(), id: row.id }),
      });
      return { cases: cut.rows.map((row) => caseBody(row, secrets)), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/operator/screening/cases/{id}/clear',
    credential,
    access: { target: { kind: 'case', at: 'path', name: 'id' }, environment: 'any' },
    id: 'clearScreeningCase',
    tag,
    summary: 'Clear a screening case; it no longer blocks payouts to the payee',
    body: clearInput,
    answer: caseAnswer,
    refusals: ['case_not_open'],
    async handle(call) {
      const clearance = { input: () => call.body(), isRepeat: call.isRepeat, factsOf: caseFacts };
      return caseBody(
        valueOf(await clearCase(call.deps, call.params['id'] ?? '', clearance)),
        call.deps.secrets,
      );
    },
  }),
];
