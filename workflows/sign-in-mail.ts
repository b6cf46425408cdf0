import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { SignInMailActivities, SignInMailResult } from '../activities/sign-in-mail.ts';
import { taskQueues } from './messages.ts';
import type { SignInMailInput } from './messages.ts';

/** Mails a one-time code, trying for as long as the code is worth anything. */
export async function signInMail({ codeId }: SignInMailInput): Promise<SignInMailResult> {
  const { mailSignInCode } = proxyActivities<SignInMailActivities>({
    taskQueue: taskQueues(workflowInfo().taskQueue).mail,
    scheduleToCloseTimeout: '10 minutes',
    startToCloseTimeout: '1 minute',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '30 s' },
  });
  return mailSignInCode({ codeId });
}
