import { listCashback } from '../../store/cashback.ts';
import { refused, valueOf } from '../answers.ts';
import { buildPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import {
  AWARD_STATUSES,
  awardBody,
  cashbackAnswer,
  cashbackQuery,
  isAwardStatus,
} from '../shapes/cashback.ts';
import { oneOf } from '../shapes/detail.ts';

export const cashbackRoutes = [
  defineRoute({
    method: 'GET',
    path: '/cashback',
    credential: 'session',
    access: { target: null, environment: 'own' },
    id: 'listCashback',
    tag: 'Cashback',
    summary: "List the shopper's cashback awards, newest first",
    query: cashbackQuery,
    answer: cashbackAnswer,
    refusals: ['bad_status'],
    async handle(call) {
      const { deps, caller } = call;
      const { status = null, ...paging } = call.query();
      if (status !== null && !isAwardStatus(status))
        return refused('bad_status', undefined, { detail: oneOf('status', AWARD_STATUSES) });
      const scope = ['cashback', caller.userId, caller.env, status];
      const page = valueOf(readPage(paging, scope, deps.secrets));
      const { userId, env } = caller;
      const rows = await listCashback(deps.database.pool, {
        userId,
        env,
        status,
        after: page.after?.key ?? null,
        limit: page.limit + 1,
      });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets: deps.secrets,
        position: (row) => ({ key: String(row.seq), id: row.id }),
      });
      return { awards: cut.rows.map(awardBody), next_cursor: cut.next_cursor };
    },
  }),
];
