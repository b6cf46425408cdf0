import { ORG_ACTIONS } from '../../domain/org-event.ts';
import { listOrgEvents } from '../../store/org-events.ts';
import { refused, valueOf } from '../answers.ts';
import { requireRole } from '../access/membership.ts';
import { buildPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { auditAnswer, auditBody, auditQuery } from '../shapes/audit.ts';
import { oneOf } from '../shapes/detail.ts';

export const auditRoutes = [
  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/audit',
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, capability: 'manage_org', environment: 'any' },
    id: 'listAudit',
    tag: 'Organizations',
    summary: 'List who changed what in the organization, in both environments, newest first',
    query: auditQuery,
    answer: auditAnswer,
    refusals: ['bad_action'],
    async handle(call) {
      const orgId = call.params['id'] ?? '';
      await requireRole(call, orgId);
      const { secrets, database } = call.deps;
      const { action: asked, ...paging } = call.query();
      const action = ORG_ACTIONS.find((known) => known === asked) ?? null;
      if (asked !== undefined && action === null)
        return refused('bad_action', undefined, { detail: oneOf('action', ORG_ACTIONS) });
      const scope = ['audit', orgId, action];
      const page = valueOf(readPage(paging, scope, secrets));
      const rows = await listOrgEvents(database.pool, { orgId, action, ...pageParams(page) });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.at.toISOString(), id: row.id }),
      });
      return { entries: cut.rows.map(auditBody), next_cursor: cut.next_cursor };
    },
  }),
];
