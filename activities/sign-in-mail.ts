import { codeToMail, recordMail } from '../src/commands/sign-in.ts';
import { CODE_MINUTES } from '../src/domain/sign-in.ts';
import type { Mailer } from '../src/partners/mail.ts';
import type { Secrets } from '../src/security/secrets.ts';
import type { Database } from '../src/store/database.ts';
import type { SignInMailInput } from '../workflows/messages.ts';

export interface SignInMailDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
}

export type SignInMailActivities = ReturnType<typeof createSignInMailActivities>;

/** The outcome of a mail. `not needed`: the code was used, given up, or has expired. */
export type SignInMailResult = 'mailed' | 'not needed' | 'refused by the mail server';

/** The step of the sign-in mail's workflow. */
export function createSignInMailActivities(deps: SignInMailDeps) {
  return {
    /** Mails a code. A crash between sending and writing it down mails the same code again, never another. */
    async mailSignInCode({ codeId }: SignInMailInput): Promise<SignInMailResult> {
      const found = await codeToMail(deps, codeId);
      if (typeof found === 'string') return found;
      const answer = await deps.mailer.send({ to: found.email, ...letter(found.code) });
      await recordMail(deps, codeId, answer === 'accepted');
      return answer === 'accepted' ? 'mailed' : 'refused by the mail server';
    },
  };
}

/** The only six digits in it are the code: people and programs find it at a glance. */
function letter(code: string): { subject: string; text: string } {
  return {
    subject: `${code} is your sign-in code`,
    text: [
      'Hello,',
      '',
      `your sign-in code is ${code}`,
      '',
      `It works once, for ${CODE_MINUTES} minutes from when you asked for it. Please keep it to yourself: we never ask for it.`,
      '',
      'You did not want to sign in? Then just ignore this mail; without the code nobody gets in.',
      '',
    ].join('\n'),
  };
}
