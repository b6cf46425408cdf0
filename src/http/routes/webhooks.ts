import { deleteWebhook, rotateWebhookSecret, setWebhook } from '../../commands/webhook.ts';
import { judgeNewUrl } from '../../security/public-address.ts';
import { SECRET_OVERLAP_HOURS } from '../../domain/webhook-schedule.ts';
import { findWebhook } from '../../store/webhooks.ts';
import { valueOf } from '../answers.ts';
import { requireFreshForOrg } from '../access/fresh.ts';
import { requireRole } from '../access/membership.ts';
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
    access: {
      target: { kind: 'org', at: 'path', name: 'id' },
      capability: 'manage_webhook',
      environment: 'any',
    },
    id: 'putWebhook',
    tag,
    summary: 'Set the webhook URL; the secret is generated once and kept',
    body: putWebhookBody,
    answer: webhookWithSecret,
    refusals: ['invalid', 'fresh_code_required'],
    async handle(call) {
      const orgId = call.params['id'] as string;
      await requireRole(call, orgId);
      await requireFreshForOrg(call, orgId);
      const { url } = call.body();
      valueOf(judgeNewUrl(url, { allowLoopback: call.deps.config.WEBHOOK_ALLOW_LOOPBACK }));
      return setWebhook(call.deps, orgId, url);
    },
  }),

  defineRoute({
    method: 'GET',
    path,
    credential: 'session',
    access: { target: { kind: 'org', at: 'path', name: 'id' }, environment: 'any' },
    id: 'getWebhook',
    tag,
    summary: 'Get the webhook URL and its health; never the secret',
    answer: webhook,
    async handle(call) {
      const orgId = call.params['id'] as string;
      await requireRole(call, orgId);
      const row = await findWebhook(call.deps.database.pool, { orgId });
      if (row === null) return { url: null, has_secret: false };
      const { url, lastSuccessAt: success, failingSince: failing } = row;
      if (success === null && failing === null) return { url, has_secret: true };
      const health = {
        last_success_at: success && rfc3339(success),
        failing_since: failing && rfc3339(failing),
      };
      return { url, has_secret: true, health };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path,
    credential: 'session',
    access: {
      target: { kind: 'org', at: 'path', name: 'id' },
      capability: 'manage_webhook',
      environment: 'any',
    },
    id: 'deleteWebhook',
    tag,
    summary: 'Remove the webhook URL and its secret; answers when all waiting deliveries are canceled',
    answer: okAnswer,
    refusals: ['fresh_code_required'],
    async handle(call) {
      const orgId = call.params['id'] as string;
      await requireRole(call, orgId);
      await requireFreshForOrg(call, orgId);
      await deleteWebhook(call.deps, orgId);
      return { ok: true as const };
    },
  }),

  defineRoute({
    method: 'POST',
    path: `${path}/rotate`,
    credential: 'session',
    access: {
      target: { kind: 'org', at: 'path', name: 'id' },
      capability: 'manage_webhook',
      environment: 'any',
    },
    id: 'rotateWebhookSecret',
    tag,
    summary: `Rotate the secret; the previous one also signs, in \`webhook-signature\`, for ${SECRET_OVERLAP_HOURS} hours`,
    answer: rotatedWebhook,
    refusals: ['no_webhook_url', 'fresh_code_required'],
    async handle(call) {
      const orgId = call.params['id'] as string;
      await requireRole(call, orgId);
      await requireFreshForOrg(call, orgId);
      const { url, secret, previousUntil } = valueOf(
        await rotateWebhookSecret(call.deps, orgId, call.newId()),
      );
      return { url, secret, previous_valid_until: rfc3339(previousUntil) };
    },
  }),
];
