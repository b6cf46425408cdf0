import { proposeAssignment } from '../../commands/adjustment.ts';
import { SUSPENSE_STATUSES } from '../../domain/suspense.ts';
import { listSuspenseCases } from '../../store/suspense.ts';
import { valueOf } from '../answers.ts';
import { buildPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { statusFilter } from '../shapes/reading.ts';
import * as shapes from '../shapes/suspense.ts';

const tag = 'Operator';
const credential = 'operator';

/** Source: contract, section 17. */
export const suspenseRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/suspense',
    credential,
    access: { target: null, environment: 'any' },
    id: 'listSuspenseCases',
    tag,
    summary: 'List the money of the bank that belongs to no party yet, newest first',
    query: shapes.casesQuery,
    answer: shapes.caseList,
    refusals: ['bad_status'],
    async handle(call) {
      const { secrets, database } = call.deps;
      const { status: wanted, ...paging } = call.query();
      const status = valueOf(statusFilter(wanted, SUSPENSE_STATUSES));
      const scope = ['suspense cases', status];
      const page = valueOf(readPage(paging, scope, secrets));
      const rows = await listSuspenseCases(database.pool, { ...pageParams(page), status });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.createdAt.toISOString(), id: row.id }),
      });
      return { cases: cut.rows.map(shapes.suspenseBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/operator/suspense/{id}/assign',
    credential,
    access: {
      target: { kind: 'suspense_case', at: 'path', name: 'id', absent: 'case_not_found' },
      environment: 'any',
    },
    id: 'assignSuspenseCase',
    tag,
    summary: 'Propose to give the money of a suspense case to an organization or a shopper',
    body: shapes.assignmentInput,
    answer: shapes.adjustmentAnswer,
    refusals: ['org_not_found', 'user_not_found', 'case_not_open'],
    async handle(call) {
      const input = () => {
        const { org_id: orgId, user_id: userId, reason } = call.body();
        return { orgId, userId, reason };
      };
      const assignment = { adjustmentId: call.newId(), input };
      const proposed = proposeAssignment(call.deps, call.params['id'] ?? '', assignment);
      return shapes.adjustmentBody(valueOf(await proposed));
    },
  }),
];
