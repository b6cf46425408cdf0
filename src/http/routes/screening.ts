import { recordAction } from '../../store/operator.ts';
import { PLAIN_JUDGEMENT, recordJudgement } from '../../store/compliance.ts';
import { clearScreeningCase, listScreeningCases, lockScreeningCase } from '../../store/screening.ts';
import { NEWEST } from '../../store/newest-first.ts';
import { jsonText } from '../../store/statement.ts';
import { refused, valueOf } from '../answers.ts';
import { cutPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { isId } from '../shapes/fields.ts';
import { caseAnswer, caseBody, caseFacts, caseList, casesQuery, clearInput } from '../shapes/screening.ts';

const tag = 'Operator';
const credential = 'operator';

export const screeningRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/screening/cases',
    credential,
    access: { target: null, environment: 'any' },
    id: 'listScreeningCases',
    tag,
    summary: 'List the screening cases, newest first: payees whose names resemble an entry of a sanctions list',
    query: casesQuery,
    answer: caseList,
    refusals: ['bad_status'],
    async handle(call) {
      const { secrets, database } = call.deps;
      const { status = null, ...paging } = call.query();
      if (status !== null && status !== 'OPEN' && status !== 'CLEARED') return refused('bad_status');
      const scope = ['screening cases', status];
      const page = valueOf(readPage(paging, scope, secrets));
      const { key: afterKey, id: afterId } = page.after ?? NEWEST;
      const limit = page.limit + 1;
      const rows = await listScreeningCases(database.pool, { status, afterKey, afterId, limit });
      const cut = cutPage(rows, { page, scope, secrets, position: (row) => ({ key: row.openedAt.toISOString(), id: row.id }) });
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
    handle: (call) =>
      call.deps.database.transaction(async (tx) => {
        const { newId, secrets } = call.deps;
        const caseId = call.params['id'] ?? '';
        const found = isId(caseId) ? await lockScreeningCase(tx, { caseId }) : null;
        if (found === null) return refused('case_not_found');
        const { reason } = call.body();
        // Most likely by the run before, whose answer was lost.
        if (call.isRepeat && found.status === 'CLEARED') return caseBody(found, secrets);
        if (found.status !== 'OPEN') return refused('case_not_open');
        const cleared = await clearScreeningCase(tx, { caseId, reason });
        if (cleared === null) throw new Error(`case ${caseId} met another state than its locked row`);
        const [before, after] = [caseFacts(found), caseFacts(cleared)];
        const { orgId, env, list, entityId, counterpartyId } = cleared;
        const target = `case:${caseId}`;
        await recordAction(tx, { id: newId(), action: 'clear_screening_case', target, before, after, reason });
        await recordJudgement(tx, {
          ...PLAIN_JUDGEMENT,
          id: newId(),
          orgId,
          env,
          subject: `counterparty:${counterpartyId}`,
          rule: 'screening',
          decision: 'CLEARED',
          facts: jsonText({ counterpartyId, list, entityId }),
          reason,
        });
        return caseBody(cleared, secrets);
      }),
  }),
];
