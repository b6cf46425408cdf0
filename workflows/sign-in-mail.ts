import type { SignInMailActivities, SignInMailResult } from '../activities/sign-in-mail.ts';
import type { SignInMailInput } from './messages.ts';
import { queuedSteps } from './steps.ts';

/** Mails a one-time code. Retries as long as the code is valid. */
export async function signInMail({ codeId }: SignInMailInput): Promise<SignInMailResult> {
  const { mailSignInCode } = queuedSteps<SignInMailActivities>('signInMail');
  return mailSignInCode({ codeId });
}
