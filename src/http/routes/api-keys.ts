import { makeApiKey } from '../../security/secrets.ts';
import { findKeyOfOrg, insertApiKey, listApiKeys, revokeApiKey } from '../../store/api-keys.ts';
import { refused, valueOf } from '../answers.ts';
import { memberOf, orgOfSession, requireCapability, roleIn } from '../access/membership.ts';
import { cutPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { keyBody, keyHolderAnswer, keyInput, keyList, keyQuery, newKeyAnswer } from '../shapes/api-key.ts';
import { isId, okAnswer } from '../shapes/fields.ts';

const tag = 'API keys';

export const apiKeyRoutes = [
  defineRoute({
    method: 'POST',
    path: '/apikeys',
    credential: 'session',
    access: {
      target: { kind: 'org', at: 'body', name: 'org_id', unnamed: 'acting_org' },
      capability: 'manage_keys',
      environment: 'any',
    },
    id: 'createApiKey',
    tag,
    summary: 'Issue a key; the raw key is in this answer and nowhere else',
    body: keyInput,
    answer: newKeyAnswer,
    async handle(call) {
      const { orgId } = await orgOfSession(call, call.namedOrg);
      const { env, name } = call.body();
      const id = call.newId();
      const { key, ...kept } = makeApiKey(env);
      const made = await insertApiKey(call.deps.database.pool, {
        ...kept,
        keyId: id,
        orgId,
        env,
        name,
        createdBy: call.caller.userId,
        isRepeat: call.isRepeat,
      });
      return made === null ? refused('unavailable') : { key, id, prefix: kept.prefix };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/apikeys/verify',
    credential: 'api_key',
    access: { target: null, environment: 'any' },
    id: 'verifyApiKey',
    tag,
    summary: 'Whose key this is',
    answer: keyHolderAnswer,
    handle: async ({ caller }) => ({ key_id: caller.keyId, org_id: caller.orgId, env: caller.env }),
  }),
  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/keys',
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, environment: 'any' },
    id: 'listApiKeys',
    tag,
    summary: "The organization's keys of both environments, revoked ones too, newest first",
    query: keyQuery,
    answer: keyList,
    async handle(call) {
      const orgId = call.params['id'] ?? '';
      await memberOf(call, orgId);
      const { secrets, database } = call.deps;
      const scope = ['keys', orgId];
      const page = valueOf(readPage(call.query(), scope, secrets));
      const rows = await listApiKeys(database.pool, { orgId, ...pageParams(page) });
      const cut = cutPage(rows, { page, scope, secrets, position: (row) => ({ key: row.createdAt.toISOString(), id: row.id }) });
      return { keys: cut.rows.map(keyBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/orgs/{id}/keys/{key_id}',
    credential: 'session',
    access: { target: { kind: 'key', at: 'path', name: 'key_id', within: 'id' }, capability: 'manage_keys', environment: 'any' },
    id: 'revokeApiKey',
    tag,
    summary: 'Revoke a key at once; again is harmless',
    answer: okAnswer,
    async handle(call) {
      const { id: orgId = '', key_id: keyId = '' } = call.params;
      const role = await roleIn(call, orgId);
      const { pool } = call.deps.database;
      const found = isId(keyId) ? await findKeyOfOrg(pool, { keyId, orgId }) : null;
      if (found === null) return refused('key_not_found');
      requireCapability(call, role);
      await revokeApiKey(pool, { keyId, orgId });
      return { ok: true as const };
    },
  }),
];
