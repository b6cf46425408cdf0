import { isId } from '../../domain/id.ts';
import { issueApiKey, revokeApiKey } from '../../commands/api-key.ts';
import { isKeyOfOrg, listApiKeys } from '../../store/api-keys.ts';
import { refused, valueOf } from '../answers.ts';
import { requireFresh } from '../access/fresh.ts';
import { requireRole, orgOfSession, requireCapability, findRole } from '../access/membership.ts';
import { buildPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { keyBody, keyHolderAnswer, keyInput, keyList, keyQuery, newKeyAnswer } from '../shapes/api-key.ts';
import { okAnswer } from '../shapes/fields.ts';

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
    summary: 'Create an API key; only this answer contains the raw key',
    body: keyInput,
    answer: newKeyAnswer,
    refusals: ['fresh_code_required', 'too_many_keys'],
    async handle(call) {
      const { orgId } = await orgOfSession(call, call.namedOrg);
      if (call.sent['env'] === 'live') await requireFresh(call);
      const { env, name, scopes, expires_at: expiresAt, allowed_addresses: networks } = call.body();
      const id = call.newId();
      const request = {
        keyId: id,
        orgId,
        env,
        name,
        scopes: scopes ?? null,
        expiresAt: expiresAt ?? null,
        allowedAddresses: networks ?? null,
        createdBy: call.caller.userId,
        isRepeat: call.isRepeat,
      };
      const { key, prefix } = valueOf(await issueApiKey(call.deps, request));
      return { key, id, prefix };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/apikeys/verify',
    credential: 'api_key',
    access: { target: null, scope: null, environment: 'any' },
    id: 'verifyApiKey',
    tag,
    summary: 'Verify an API key and get its organization',
    answer: keyHolderAnswer,
    async handle({ caller, requireKey }) {
      requireKey();
      return { key_id: caller.keyId, org_id: caller.orgId, env: caller.env };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/orgs/{id}/keys',
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, environment: 'any' },
    id: 'listApiKeys',
    tag,
    summary: "List the organization's API keys of both environments, including revoked ones, newest first",
    query: keyQuery,
    answer: keyList,
    async handle(call) {
      const orgId = call.params['id'] ?? '';
      await requireRole(call, orgId);
      const { secrets, database } = call.deps;
      const scope = ['keys', orgId];
      const page = valueOf(readPage(call.query(), scope, secrets));
      const rows = await listApiKeys(database.pool, { orgId, ...pageParams(page) });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.createdAt.toISOString(), id: row.id }),
      });
      return { keys: cut.rows.map(keyBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/orgs/{id}/keys/{key_id}',
    credential: 'session',
    access: {
      target: { kind: 'key', at: 'path', name: 'key_id', within: 'id' },
      capability: 'manage_keys',
      environment: 'any',
    },
    id: 'revokeApiKey',
    tag,
    summary: 'Revoke an API key immediately; repeating it is safe',
    answer: okAnswer,
    async handle(call) {
      const { id: orgId = '', key_id: keyId = '' } = call.params;
      const role = await findRole(call, orgId);
      const isKnown = isId(keyId) && (await isKeyOfOrg(call.deps.database, { id: keyId, orgId }));
      if (!isKnown) return refused('key_not_found');
      requireCapability(call, role);
      await revokeApiKey(call.deps, keyId);
      return { ok: true as const };
    },
  }),
];
