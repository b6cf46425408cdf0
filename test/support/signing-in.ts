import type { Pool } from 'pg';
import { api, call, until } from './people.ts';
import type { Answer } from './people.ts';

/**
 * A code mailed to this address now, also to one that signed in a moment ago: the mails before are made a
 * minute older.
 */
export async function freshCode(books: Pool, email: string): Promise<string> {
  await books.query(
    `update sign_in_codes set created_at = created_at - interval '61 seconds' where email = $1`,
    [email],
  );
  const before = (await codeMails(email)).length;
  await call('POST', '/auth/otp/request', { body: { email } });
  const now = await until(
    () => codeMails(email),
    (arrived) => arrived.length > before,
  );
  return /\b\d{6}\b/.exec(now[0]?.text ?? '')?.[0] ?? 'none';
}

/** The mails with codes: owners get others too, about what happens in their organization. */
const codeMails = async (email: string) =>
  (await mails(email)).filter(({ subject }) => subject.includes('code'));

/** Sends the code. */
export const verify = (email: string, code: string): Promise<Answer> =>
  api('POST', '/auth/otp/verify', { body: { email, code } });

/** Signs in (again) by a mailed code. Answers the Session. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function signIn(books: Pool, email: string): Promise<any> {
  const { status, body } = await verify(email, await freshCode(books, email));
  if (status !== 200) throw new Error(`the sign-in of ${email} answered ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Has a code mailed that confirms the sign-in of this session. */
export async function confirmationCode({
  email,
  session,
}: {
  email: string;
  session: string;
}): Promise<string> {
  const codes = async () =>
    (await mails(email))
      .filter(({ subject }) => subject === 'Your confirmation code')
      .map(({ text }) => text);
  const before = (await codes()).length;
  await call('POST', '/auth/fresh/request', { session });
  const [newest = ''] = await until(codes, (arrived) => arrived.length > before);
  return /\b\d{6}\b/.exec(newest)?.[0] ?? 'none';
}

async function mails(email: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${process.env['TEST_INBOX_URL']}/messages?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { messages: { subject: string; text: string }[] }).messages;
}
