import { approveAdjustment, proposeAdjustment, withdrawAdjustment } from '../../commands/adjustment.ts';
import type { CarryOut } from '../../commands/adjustment.ts';
import { endUnsent } from '../../commands/stuck-payout.ts';
import { ADJUSTMENT_STATUSES } from '../../domain/suspense.ts';
import { listAdjustments } from '../../store/adjustments.ts';
import { valueOf } from '../answers.ts';
import { buildPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { statusFilter } from '../shapes/reading.ts';
import * as shapes from '../shapes/suspense.ts';

const tag = 'Operator';
const credential = 'operator';

/** Source: contract, section 17. */
export const adjustmentRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/adjustments',
    credential,
    access: { target: null, environment: 'any' },
    id: 'listAdjustments',
    tag,
    summary: 'List the adjustments with the operators who proposed, approved or withdrew them, newest first',
    query: shapes.adjustmentsQuery,
    answer: shapes.adjustmentList,
    refusals: ['bad_status'],
    async handle(call) {
      const { secrets, database } = call.deps;
      const { status: wanted, ...paging } = call.query();
      const status = valueOf(statusFilter(wanted, ADJUSTMENT_STATUSES));
      const scope = ['adjustments', status];
      const page = valueOf(readPage(paging, scope, secrets));
      const rows = await listAdjustments(database.pool, { ...pageParams(page), status });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.proposedAt.toISOString(), id: row.id }),
      });
      return { adjustments: cut.rows.map(shapes.adjustmentRow), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/operator/adjustments',
    credential,
    access: { target: null, environment: 'any' },
    id: 'proposeAdjustment',
    tag,
    summary: 'Propose to change the balance of an organization or of a wallet; another operator approves it',
    body: shapes.adjustmentInput,
    answer: shapes.adjustmentAnswer,
    refusals: ['bad_currency', 'org_not_found', 'user_not_found'],
    async handle(call) {
      const { org_id: orgId, user_id: userId, amount_minor: amount, ...rest } = call.body();
      const proposed = proposeAdjustment(call.deps, call.newId(), { orgId, userId, amount, ...rest });
      return shapes.adjustmentBody(valueOf(await proposed));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/operator/adjustments/{id}/approve',
    credential,
    access: { target: { kind: 'adjustment', at: 'path', name: 'id' }, environment: 'any' },
    id: 'approveAdjustment',
    tag,
    summary: 'Approve what another operator proposed; the money moves at once',
    answer: shapes.adjustmentAnswer,
    refusals: [
      'second_operator_required',
      'adjustment_approved',
      'adjustment_withdrawn',
      'case_not_open',
      'insufficient_balance',
      'payout_state',
    ],
    bearsNoId: true,
    async handle(call) {
      const { deps } = call;
      const endPayout: CarryOut = (tx, payout) => endUnsent(tx, deps, payout);
      const approval = { isRepeat: call.isRepeat, endPayout };
      const approved = approveAdjustment(deps, call.params['id'] ?? '', approval);
      return shapes.adjustmentBody(valueOf(await approved));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/operator/adjustments/{id}/withdraw',
    credential,
    access: { target: { kind: 'adjustment', at: 'path', name: 'id' }, environment: 'any' },
    id: 'withdrawAdjustment',
    tag,
    summary: 'Withdraw a proposal that was a mistake; it can no longer be approved',
    body: shapes.withdrawalInput,
    answer: shapes.adjustmentAnswer,
    refusals: ['adjustment_approved', 'adjustment_withdrawn'],
    async handle(call) {
      const { deps } = call;
      const withdrawal = { input: () => call.body(), isRepeat: call.isRepeat };
      const withdrawn = valueOf(await withdrawAdjustment(deps, call.params['id'] ?? '', withdrawal));
      const { payoutId, orgId } = withdrawn;
      // The payout may be sent again. Its workflow would otherwise wait for the next lookup, up to an hour.
      if (payoutId !== null && orgId !== null) await deps.workflows.live.askPayout({ payoutId, orgId });
      return shapes.adjustmentBody(withdrawn);
    },
  }),
];
