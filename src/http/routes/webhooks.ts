import { judgeUrl } from '../../security/public-address.ts';
import { makeWebhookSecret } from '../../security/secrets.ts';
import { TWO_SECRETS_HOURS } from '../../domain/webhook-schedule.ts';
import { deleteWebhook, findWebhook, putWebhook, rotateSecret } from '../../store/webhooks.ts';
import { refused, valueOf } from '../answers.ts';
import { memberOf } from '../access/membership.ts';
import { defineRoute } from '../route.ts';
import { okAnswer, rfc3339 } from '../shapes/fields.ts';
import { putWebhookBody, rotatedWebhook, webhook, webhookWithSecret } from '../shapes/webhooks.ts';

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
      const sealedSecret = secrets.seal(makeWebhookSecret(), orgId);
      const row = await putWebhook(database.pool, { orgId, url, sealedSecret });
      if (row === null) throw new Error(`the webhook of org ${orgId} was not written`);
      return { url: row.url, secret: secrets.unseal(row.sealedSecret, orgId) };
    },
  }),

  defineRoute({
    method: 'GET',
    path,
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, environment: 'any' },
    id: 'getWebhook',
    tag,
    summary: 'The URL that events are sent to, and how it fares; never the secret',
    answer: webhook,
    async handle(call) {
      const orgId = call.params['id'] as string;
      await memberOf(call, orgId);
      const row = await findWebhook(call.deps.database.pool, { orgId });
      if (row === null) return { url: null, has_secret: false };
      const { url, lastSuccessAt: success, failingSince: failing } = row;
      if (success === null && failing === null) return { url, has_secret: true };
      const health = { last_success_at: success && rfc3339(success), failing_since: failing && rfc3339(failing) };
      return { url, has_secret: true, health };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path,
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, capability: 'manage_webhook', environment: 'any' },
    id: 'deleteWebhook',
    tag,
    summary: 'Remove URL and secret: nothing more is sent. Answered once all deliveries that wait are canceled',
    answer: okAnswer,
    async handle(call) {
      const orgId = call.params['id'] as string;
      await memberOf(call, orgId);
      await deleteWebhook(call.deps.database, orgId);
      return { ok: true as const };
    },
  }),

  defineRoute({
    method: 'POST',
    path: `${path}/rotate`,
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, capability: 'manage_webhook', environment: 'any' },
    id: 'rotateWebhookSecret',
    tag,
    summary: `Make a new secret; the one before signs beside it, in \`webhook-signature\`, for ${TWO_SECRETS_HOURS} hours`,
    answer: rotatedWebhook,
    refusals: ['no_webhook_url'],
    async handle(call) {
      const orgId = call.params['id'] as string;
      await memberOf(call, orgId);
      const { database, secrets } = call.deps;
      const sealedSecret = secrets.seal(makeWebhookSecret(), orgId);
      const rotation = { orgId, sealedSecret, hours: TWO_SECRETS_HOURS, rotationId: call.newId() };
      const row = await rotateSecret(database.pool, rotation);
      if (row === null) return refused('no_webhook_url');
      const secret = secrets.unseal(row.sealedSecret, orgId);
      return { url: row.url, secret, previous_valid_until: rfc3339(row.previousUntil) };
    },
  }),
];
