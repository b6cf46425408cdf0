import { codeToMail, recordMail } from '../src/commands/one-time-code.ts';
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
      const answer = await deps.mailer.send({ to: found.email, ...letter(found) });
      await recordMail(deps, codeId, answer === 'accepted');
      return answer === 'accepted' ? 'mailed' : 'refused by the mail server';
    },
  };
}

/**
 * The only six digits in it are the code: people and programs find it at a glance. The subject has none: it
 * shows on locked screens.
 */
function letter({ code, isFresh }: { readonly code: string; readonly isFresh: boolean }): {
  subject: string;
  text: string;
} {
  return isFresh
    ? {
        subject: 'Your confirmation code',
        text: [
          'Hello,',
          '',
          `your confirmation code is ${code}`,
          '',
          `It works once, for ${CODE_MINUTES} minutes from when you asked for it. It permits changes with live effect: keys, bank destinations, webhooks and members.`,
          '',
          'You did not ask for it? Then somebody else uses one of your sessions: sign in, and end all sessions.',
          '',
        ].join('\n'),
      }
    : {
        subject: 'Your sign-in code',
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
