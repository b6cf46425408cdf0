import { ActivityFailure } from '@temporalio/workflow';
import type { OrgNoticeActivities } from '../activities/org-notice.ts';
import type { NoticeInput } from './messages.ts';
import { queuedSteps } from './steps.ts';

/**
 * Mails each owner of an org about an act in its trail. Runs once for each act. Retries for a day. Returns
 * the number of mails sent.
 */
export async function orgNotice(input: NoticeInput): Promise<number> {
  const { listNoticeReaders, mailNotice } = queuedSteps<OrgNoticeActivities>('orgNoticeMail');
  let mailed = 0;
  for (const userId of await listNoticeReaders(input)) {
    try {
      if ((await mailNotice({ ...input, userId })) === 'mailed') mailed++;
    } catch (error) {
      // One failed recipient must not stop the mails to the others.
      if (!(error instanceof ActivityFailure)) throw error;
    }
  }
  return mailed;
}
