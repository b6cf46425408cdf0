import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payments } from '../client.ts';
import { NotReadyError } from './command.ts';

/** Within 60 s of another request no new mail is sent. The code of the earlier mail is then still valid. */
const MAIL_MS = 5000;
const LOOK_MS = 100;

interface MailedCode {
  readonly inboxUrl: string;
  readonly email: string;
  /** The longest wait for the mail, in milliseconds. */
  readonly waitMs?: number;
}

/** Requests a code for this address and reads it in the inbox of a development stack. Returns the session. */
export async function signInByInbox(api: Payments, { inboxUrl, email, waitMs = MAIL_MS }: MailedCode) {
  const before = (await mails(inboxUrl, email)).length;
  const { challenge } = await api.signIn.requestCode({ email });
  let arrived = await mails(inboxUrl, email);
  for (const end = Date.now() + waitMs; arrived.length <= before && Date.now() < end; await sleep(LOOK_MS))
    arrived = await mails(inboxUrl, email);
  const code = /\b\d{6}\b/.exec(arrived[0]?.text ?? '')?.[0];
  if (code === undefined)
    throw new NotReadyError(
      `no code for ${email} came to ${inboxUrl}`,
      'see whether the worker runs, and which inbox it mails to',
    );
  return api.signIn.verifyCode({ email, code, challenge });
}

/** Requests a code for this address and reads it from the terminal. Returns the session. */
export async function signInByHand(api: Payments, email: string, signal: AbortSignal) {
  const { challenge } = await api.signIn.requestCode({ email });
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<null>((resolve) => terminal.once('close', () => resolve(null)));
    const code = await Promise.race([terminal.question(`The code mailed to ${email}: `, { signal }), ended]);
    if (code === null)
      throw new NotReadyError(
        'nobody typed a code',
        `payments login --email ${email} --code <the mailed code>`,
      );
    return await api.signIn.verifyCode({ email, code: code.trim(), challenge });
  } finally {
    terminal.close();
  }
}

async function mails(inboxUrl: string, email: string): Promise<{ readonly text: string }[]> {
  const url = `${inboxUrl.replace(/\/+$/, '')}/messages?to=${encodeURIComponent(email)}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(MAIL_MS) }).catch(() => null);
  if (answer?.ok !== true)
    throw new NotReadyError(
      `there is no inbox at ${inboxUrl}`,
      '--inbox takes the address that `npm start` prints',
    );
  return ((await answer.json()) as { messages: { text: string }[] }).messages;
}
