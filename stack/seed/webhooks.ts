import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions, Payments } from '../../sdk/index.ts';
import type { WebhookReceiver } from '../../simulators/webhook-receiver.ts';
import type { Shop } from './catalogue.ts';

const SETTLED_MS = 60_000;
const LOOK_MS = 100;

/** A demo merchant's endpoint. */
export interface DemoWebhook {
  /** True makes it answer 503. */
  isAway: boolean;
  /** Resends one failed delivery, as an owner would when the endpoint is back. */
  resendOne(options: CallOptions): Promise<void>;
}

/** Sets the merchant's webhook to the endpoint of this run, unless the merchant has none. */
export async function setWebhook(
  shop: Shop,
  { owner, orgId, receiver }: { owner: Payments; orgId: string; receiver: WebhookReceiver },
): Promise<DemoWebhook> {
  const path = `/webhooks/${shop.country.toLowerCase()}`;
  const webhook: DemoWebhook = {
    isAway: false,
    async resendOne(options) {
      const [failed] = (await owner.webhooks.listDeliveries({ id: orgId, status: 'FAILED', limit: 1 }))
        .deliveries;
      if (failed !== undefined)
        await owner.webhooks.resendDelivery({ id: orgId, delivery_id: failed.id }, options);
    },
  };
  if (shop.webhook === 'none') return webhook;
  await owner.webhooks.putWebhook({ id: orgId, url: new URL(path, receiver.url).href });
  const others = receiver.answer;
  receiver.answer = (number, request) =>
    request.path === path
      ? { status: webhook.isAway ? 503 : 200, body: webhook.isAway ? 'closed for the move' : '' }
      : others(number, request);
  return webhook;
}

/**
 * Waits until every delivery of the organization is delivered or failed, so that a change of the endpoint
 * does not affect them.
 */
export async function settledWebhooks(owner: Payments, orgId: string): Promise<void> {
  for (const end = Date.now() + SETTLED_MS; ; await sleep(LOOK_MS)) {
    const { deliveries } = await owner.webhooks.listDeliveries({ id: orgId, status: 'PENDING', limit: 1 });
    if (deliveries.length === 0) return;
    if (Date.now() > end)
      throw new Error(
        `webhooks of ${orgId} are still under way after ${SETTLED_MS / 1000} s: does the worker run?`,
      );
  }
}
