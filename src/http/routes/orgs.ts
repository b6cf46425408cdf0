import { createOrg, renameOrg } from '../../commands/org.ts';
import { findOrg, listOrgsOfUser } from '../../store/orgs.ts';
import { valueOf } from '../answers.ts';
import { requireRole } from '../access/membership.ts';
import { buildPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { orgAnswer, orgBody, orgInput, orgList, orgOfUserBody, orgPatch, orgQuery } from '../shapes/org.ts';

const tag = 'Organizations';

export const orgRoutes = [
  defineRoute({
    method: 'POST',
    path: '/orgs',
    credential: 'session',
    access: { target: null, environment: 'any' },
    id: 'createOrg',
    tag,
    summary: 'Create an organization; its creator becomes the owner',
    body: orgInput,
    answer: orgAnswer,
    refusals: ['bad_country_code', 'too_many_orgs'],
    async handle(call) {
      const { name, country_code: countryCode } = call.body();
      const created = await createOrg(call.deps, call.caller.userId, { id: call.newId(), name, countryCode });
      const org = valueOf(created);
      call.record.orgId = org.id;
      return orgBody(org);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/orgs',
    credential: 'session',
    access: { target: null, environment: 'any' },
    id: 'listOrgs',
    tag,
    summary: "List the caller's organizations, each with the caller's role, newest first",
    query: orgQuery,
    answer: orgList,
    async handle(call) {
      const { secrets, database } = call.deps;
      const scope = ['orgs', call.caller.userId];
      const page = valueOf(readPage(call.query(), scope, secrets));
      const rows = await listOrgsOfUser(database.pool, { userId: call.caller.userId, ...pageParams(page) });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.createdAt.toISOString(), id: row.id }),
      });
      return { orgs: cut.rows.map(orgOfUserBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/orgs/{id}',
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, environment: 'any' },
    id: 'getOrg',
    tag,
    summary: 'Get an organization of the caller',
    answer: orgAnswer,
    async handle(call) {
      const orgId = call.params['id'] ?? '';
      await requireRole(call, orgId);
      return orgBody(await findOrg(call.deps.database, orgId));
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/orgs/{id}',
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, capability: 'manage_org', environment: 'any' },
    id: 'updateOrg',
    tag,
    summary: 'Rename an organization',
    body: orgPatch,
    answer: orgAnswer,
    async handle(call) {
      const orgId = call.params['id'] ?? '';
      await requireRole(call, orgId);
      return orgBody(await renameOrg(call.deps, orgId, call.body().name));
    },
  }),
];
