import { ActivityFailure } from '@temporalio/workflow';
import type { WebhookFailingActivities } from '../activities/webhook-failing.ts';
import type { DeliveryInput } from './messages.ts';
import { queuedSteps } from './steps.ts';

/** Mails each owner and admin of an org that its webhook fails, trying for a day. Once a delivery that began a streak. Answers how many were told. */
export async function webhookFailing(input: DeliveryInput): Promise<number> {
  const { whomToTell, mailWebhookFailing } = queuedSteps<WebhookFailingActivities>('webhookFailingMail');
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
