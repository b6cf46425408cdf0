import { ActivityFailure } from '@temporalio/workflow';
import type { DestinationMailActivities } from '../activities/destination-mail.ts';
import type { CounterpartyInput } from './messages.ts';
import { queuedSteps } from './steps.ts';

/**
 * Mails each owner, admin and finance member of an org about a new live bank destination. Runs once for each
 * destination. Retries for a day. Returns the number of mails sent.
 */
export async function destinationMail(input: CounterpartyInput): Promise<number> {
  const { listDestinationReaders, mailNewDestination } =
    queuedSteps<DestinationMailActivities>('destinationMail');
  let mailed = 0;
  for (const userId of await listDestinationReaders(input)) {
    try {
      if ((await mailNewDestination({ ...input, userId })) === 'mailed') mailed++;
    } catch (error) {
      // One failed recipient must not stop the mails to the others.
      if (!(error instanceof ActivityFailure)) throw error;
    }
  }
  return mailed;
}
