import {
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { WebhookDeliveryActivities } from '../activities/webhook-delivery.ts';
import type { DeliveryStatus } from '../src/domain/webhook-schedule.ts';
import { orgClock } from './clock.ts';
import { reloadRow, tryNow } from './messages.ts';
import type { DeliveryInput, DeliveryState } from './messages.ts';
import { POLICIES } from './steps.ts';

/**
 * The first attempt is a local activity. Nearly every delivery succeeds in it, and inside the workflow's
 * first task it costs no further writes.
 */
const {
  loadDelivery,
  hurryDelivery,
  attemptDelivery: attemptAtOnce,
} = proxyLocalActivities<WebhookDeliveryActivities>(POLICIES.webhook);

type RetryActivities = Pick<WebhookDeliveryActivities, 'attemptDelivery'>;
/**
 * Retries are ordinary activities. They go to receivers that are slow, and a local activity would block the
 * workflow's task and its messages.
 */
const { attemptDelivery: attemptAgain } = proxyActivities<RetryActivities>(POLICIES.webhook);

/** One webhook, from its first attempt until it is delivered, canceled or failed. Returns its last status. */
export async function webhookDelivery({ deliveryId, orgId }: DeliveryInput): Promise<DeliveryStatus> {
  const clock = orgClock(() => continueAsNew<typeof webhookDelivery>({ deliveryId, orgId }));
  /** The number of signals: the row was changed, or an operator wants an attempt now. */
  const heard = { changes: 0, hurries: 0 };
  setHandler(reloadRow, () => void heard.changes++);
  setHandler(tryNow, () => void heard.hurries++);
  const input = { deliveryId, orgId };

  let known = heard.changes;
  const look = async (step: (asked: DeliveryInput) => Promise<DeliveryState>): Promise<DeliveryState> => {
    known = heard.changes;
    return clock.learn(await step(input));
  };
  let row = await look(loadDelivery);
  // A resend of a delivery that is just ending must not be lost.
  for (let due = row.due; due !== null || heard.changes > known; due = row.due) {
    if (due === null) {
      row = await look(loadDelivery);
      continue;
    }
    const attempt = `attempt ${row.attempts + 1}, due ${new Date(due).toISOString()}`;
    setCurrentDetails(`Waits for ${attempt} in the organization's time. The signal tryNow makes it now`);
    if (!(await clock.waitUntil(due, () => heard.changes > known || heard.hurries > 0))) {
      const hurried = heard.hurries > 0;
      heard.hurries = 0;
      row = await look(hurried ? hurryDelivery : loadDelivery);
      continue;
    }
    row = clock.learn(await makeAttempt({ ...input, at: clock.at(due) }, row.attempts, attempt));
    if (row.due !== null && row.due <= due) throw new Error(`${attempt}, left delivery ${deliveryId} due`);
  }
  setCurrentDetails(
    `${row.status} after ${row.attempts} attempts${row.status === 'DELIVERED' ? '' : '. To send it again, resend it from the log'}`,
  );
  return clock.end(row.status);
}

async function makeAttempt(
  step: DeliveryInput & { at: number },
  made: number,
  attempt: string,
): Promise<DeliveryState> {
  if (made === 0) {
    setCurrentDetails(`Makes ${attempt}`);
    const row = await attemptAtOnce({ ...step, withinTask: true });
    if (!row.handedOver) return row;
  }
  setCurrentDetails(
    `Makes ${attempt}. While its activity waits to be tried again, earlier requests to the same receiver are under way`,
  );
  return attemptAgain.executeWithOptions({ summary: attempt }, [step]);
}
