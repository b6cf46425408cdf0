import { ActivityFailure } from '@temporalio/workflow';
import type { WebhookFailingActivities } from '../activities/webhook-failing.ts';
import type { DeliveryInput } from './messages.ts';
import { queuedSteps } from './steps.ts';

/**
 * Mails each owner and admin of an org that its webhook fails. Runs once per streak of failures, by the id of
 * its first delivery. Retries for a day. Returns the number of mails sent.
 */
export async function webhookFailing(input: DeliveryInput): Promise<number> {
  const { whomToTell, mailWebhookFailing } = queuedSteps<WebhookFailingActivities>('webhookFailingMail');
  let told = 0;
  for (const userId of await whomToTell(input)) {
    try {
      if ((await mailWebhookFailing({ ...input, userId })) === 'mailed') told++;
    } catch (error) {
      // One failed recipient must not stop the mails to the others.
      if (!(error instanceof ActivityFailure)) throw error;
    }
  }
  return told;
}
