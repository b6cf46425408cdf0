import { proxyActivities, proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow';
import type { WebhookDeliveryActivities } from '../activities/webhook-delivery.ts';
import type { DeliveryStatus } from '../src/domain/webhook-schedule.ts';
import { ATTEMPT_TIMEOUT_MS } from '../src/domain/webhook-schedule.ts';
import { orgClock } from './clock.ts';
import type { DeliveryInput } from './messages.ts';

const RETRY_OF_FAULTS = { initialInterval: '1 s', maximumInterval: '1 minute' } as const;
const LONGEST_ATTEMPT_MS = ATTEMPT_TIMEOUT_MS + 5000;

/** Nearly every delivery is taken at the first attempt: made within the workflow's first task it costs no further writes. */
const { loadDelivery, attemptDelivery: attemptAtOnce } = proxyLocalActivities<WebhookDeliveryActivities>({
  startToCloseTimeout: LONGEST_ATTEMPT_MS,
  retry: RETRY_OF_FAULTS,
});

/** Retries go to receivers that are in trouble and slow: ordinary steps hold up nothing else that this workflow is asked. */
const { attemptDelivery: attemptAgain } = proxyActivities<Pick<WebhookDeliveryActivities, 'attemptDelivery'>>({
  startToCloseTimeout: LONGEST_ATTEMPT_MS,
  retry: RETRY_OF_FAULTS,
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
    const made = row.attempts === 0 ? attemptAtOnce(step) : attemptAgain.executeWithOptions({ summary: attempt }, [step]);
    row = clock.learn(await made);
    if (row.due !== null && row.due <= due) throw new Error(`${attempt}, left delivery ${deliveryId} due`);
  }
  setCurrentDetails(`${row.status} after ${row.attempts} attempts`);
  return clock.end(row.status);
}
