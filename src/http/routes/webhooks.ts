import { judgeUrl } from '../../public-address.ts';
import { makeWebhookSecret } from '../../secrets.ts';
import { deleteWebhook, findWebhook, putWebhook } from '../../store/webhooks.ts';
import { valueOf } from '../answers.ts';
import { memberOf } from '../membership.ts';
import { defineRoute } from '../route.ts';
import { okAnswer } from '../shapes/fields.ts';
import { putWebhookBody, webhook, webhookWithSecret } from '../shapes/webhooks.ts';

const path = '/orgs/{id}/webhook';
const tag = 'Webhooks';

export const webhookRoutes = [
  defineRoute({
    method: 'PUT',
    path,
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, capability: 'manage_webhook', environment: 'any' },
    id: 'putWebhook',
    tag,
    summary: 'Set the URL that events are sent to; the secret is made once and kept',
    body: putWebhookBody,
    answer: webhookWithSecret,
    refusals: ['invalid'],
    async handle(call) {
      const orgId = call.params['id'] as string;
      await memberOf(call, orgId);
      const { url } = call.body();
      const { database, secrets, config } = call.deps;
      valueOf(judgeUrl(url, { allowLoopback: config.WEBHOOK_ALLOW_LOOPBACK }));
      const row = await putWebhook(database.pool, [orgId, url, secrets.seal(makeWebhookSecret(), orgId)]);
      if (row === null) throw new Error(`the webhook of org ${orgId} was not written`);
      return { url: row.url, secret: secrets.unseal(row.sealed_secret, orgId) };
    },
  }),

  defineRoute({
    method: 'GET',
    path,
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, environment: 'any' },
    id: 'getWebhook',
    tag,
    summary: 'The URL that events are sent to; never the secret',
    answer: webhook,
    async handle(call) {
      const orgId = call.params['id'] as string;
      await memberOf(call, orgId);
      const row = await findWebhook(call.deps.database.pool, [orgId]);
      return { url: row?.url ?? null, has_secret: row !== null };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path,
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, capability: 'manage_webhook', environment: 'any' },
    id: 'deleteWebhook',
    tag,
    summary: 'Remove URL and secret, and cancel the deliveries that wait',
    answer: okAnswer,
    async handle(call) {
      const orgId = call.params['id'] as string;
      await memberOf(call, orgId);
      await deleteWebhook(call.deps.database, orgId);
      return { ok: true as const };
    },
  }),
];
