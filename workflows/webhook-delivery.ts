import { proxyActivities, proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow';
import type { WebhookDeliveryActivities } from '../activities/webhook-delivery.ts';
import type { DeliveryStatus } from '../src/domain/webhook-schedule.ts';
import { ATTEMPT_TIMEOUT_MS } from '../src/domain/webhook-schedule.ts';
import { orgClock } from './clock.ts';
import type { DeliveryInput } from './messages.ts';

const { loadDelivery } = proxyLocalActivities<Pick<WebhookDeliveryActivities, 'loadDelivery'>>({
  startToCloseTimeout: '10 s',
  summary: 'look at the delivery',
});

/** Not a local one: a slow receiver would hold up whatever else this workflow is asked. Faults are tried for ever. */
const { attemptDelivery } = proxyActivities<Pick<WebhookDeliveryActivities, 'attemptDelivery'>>({
  startToCloseTimeout: ATTEMPT_TIMEOUT_MS + 5000,
  retry: { initialInterval: '1 s', maximumInterval: '1 minute' },
});

/** One webhook, from its first attempt until it is delivered, canceled or failed. Answers how it ended. */
export async function webhookDelivery({ deliveryId, orgId }: DeliveryInput): Promise<DeliveryStatus> {
  const clock = orgClock();
  let row = clock.learn(await loadDelivery({ deliveryId, orgId }));
  while (row.due !== null) {
    const { due } = row;
    const attempt = `attempt ${row.attempts + 1}, due ${new Date(due).toISOString()}`;
    setCurrentDetails(`Waits for ${attempt}`);
    await clock.waitUntil(due, () => false);
    setCurrentDetails(`Makes ${attempt}`);
    const step = { deliveryId, orgId, at: clock.at(due) };
    row = clock.learn(await attemptDelivery.executeWithOptions({ summary: attempt }, [step]));
    if (row.due !== null && row.due <= due) throw new Error(`${attempt}, left delivery ${deliveryId} due`);
  }
  setCurrentDetails(`${row.status} after ${row.attempts} attempts`);
  return clock.end(row.status);
}
