import { BANK_BREAK_STATUSES } from '../../domain/bank-break.ts';
import { listBankBreaks } from '../../store/bank-comparison.ts';
import { NEWEST } from '../../store/newest-first.ts';
import { refused, valueOf } from '../answers.ts';
import { buildPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { breakBody, breakList, breaksQuery } from '../shapes/bank-breaks.ts';
import { oneOf } from '../shapes/detail.ts';

export const bankBreakRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/bank/breaks',
    credential: 'operator',
    access: { target: null, environment: 'any' },
    id: 'listBankBreaks',
    tag: 'Operator',
    summary: "List the differences between the books and the bank's list, newest first",
    query: breaksQuery,
    answer: breakList,
    refusals: ['bad_status'],
    async handle(call) {
      const { secrets, database } = call.deps;
      const { status: sought, ...paging } = call.query();
      const status = BANK_BREAK_STATUSES.find((one) => one === sought) ?? null;
      if (sought !== undefined && status === null)
        return refused('bad_status', undefined, { detail: oneOf('status', [...BANK_BREAK_STATUSES]) });
      const scope = ['bank breaks', status];
      const page = valueOf(readPage(paging, scope, secrets));
      const { key: afterKey, id: afterId } = page.after ?? NEWEST;
      const limit = page.limit + 1;
      const rows = await listBankBreaks(database.pool, { status, afterKey, afterId, limit });
      const position = (row: { openedAt: Date; id: string }) => ({
        key: row.openedAt.toISOString(),
        id: row.id,
      });
      const cut = buildPage(rows, { page, scope, secrets, position });
      return { breaks: cut.rows.map(breakBody), next_cursor: cut.next_cursor };
    },
  }),
];
