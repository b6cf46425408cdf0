import { ActivityFailure, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { WebhookFailingActivities } from '../activities/webhook-failing.ts';
import { moneyQueueOf, taskQueues } from './messages.ts';
import type { DeliveryInput } from './messages.ts';

/** Mails each owner and admin of an org that its webhook fails, trying for a day. Once a delivery that began a streak. Answers how many were told. */
export async function webhookFailing(input: DeliveryInput): Promise<number> {
  const { whomToTell, mailWebhookFailing } = proxyActivities<WebhookFailingActivities>({
    taskQueue: taskQueues(moneyQueueOf(workflowInfo().taskQueue)).mail,
    scheduleToCloseTimeout: '1 day',
    startToCloseTimeout: '1 minute',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '10 minutes' },
  });
  let told = 0;
  for (const userId of await whomToTell(input)) {
    try {
      if ((await mailWebhookFailing({ ...input, userId })) === 'mailed') told++;
    } catch (error) {
      // Whoever cannot be reached does not keep the news from the others.
      if (!(error instanceof ActivityFailure)) throw error;
    }
  }
  return told;
}
