import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, Credential } from './caller.ts';

const MAIL_MS = 15_000;
const LOOK_MS = 50;
const SIGN_IN_TRIES = 10;

export interface Shopper {
  readonly id: string;
  readonly session: Credential;
}

export interface Merchant {
  readonly id: string;
  readonly key: Credential;
}

/** Signs up the shoppers and merchants of the load, also during faults. */
export interface SignUp {
  /** The user that owns all the organizations. */
  readonly owner: Shopper;
  shopper(): Promise<Shopper>;
  /** Creates an organization with a sandbox key and a bank account for payouts. */
  merchant(): Promise<Merchant>;
}

/** Signs in the one owner of all the organizations. */
export async function createSignUp(caller: Caller, inboxUrl: string): Promise<SignUp> {
  const owner = await signIn(caller, inboxUrl);
  const asOwner = (path: string, body: object) =>
    caller.insist({ method: 'POST', path, credential: owner.session, body });
  return {
    owner,
    shopper: () => signIn(caller, inboxUrl),
    async merchant() {
      const { org_id: orgId } = await asOwner('/orgs', { name: 'Corner shop', country_code: 'US' });
      const { key } = await asOwner('/apikeys', { org_id: orgId, env: 'sandbox', name: 'till' });
      // Forced: the name check may be down, and would then refuse the account.
      const account = {
        routing_number: '021000021',
        account_number: '123456789',
        force: true,
        force_reason: 'checked by hand',
      };
      await asOwner('/bank/payout-ach', { ...account, name: 'Corner Shop LLC', org_id: orgId });
      return { id: String(orgId), key: { 'x-api-key': String(key) } };
    },
  };
}

/** Signs a new person in with the mailed code. It retries when a fault lost the mail or the code. */
async function signIn(caller: Caller, inboxUrl: string): Promise<Shopper> {
  for (let attempt = 1; ; attempt++) {
    const email = `${randomUUID()}@example.com`;
    const request = { method: 'POST', path: '/auth/otp/request', credential: {}, body: { email } } as const;
    const { challenge } = await caller.insist(request);
    const code = await mailedCode(inboxUrl, email);
    const signedIn = code === null ? null : await redeem(caller, { email, code, challenge });
    if (signedIn !== null) return signedIn;
    if (attempt === SIGN_IN_TRIES) throw new Error(`signing in failed ${attempt} times`);
  }
}

async function redeem(caller: Caller, body: Readonly<Record<string, unknown>>): Promise<Shopper | null> {
  const { user_id: id, session_token: token } = await caller
    .insist({ method: 'POST', path: '/auth/otp/verify', credential: {}, body })
    // The code works once. After a call without an answer it may be used up.
    .catch(() => ({}) as Record<string, unknown>);
  return token === undefined
    ? null
    : { id: String(id), session: { authorization: `Bearer ${String(token)}` } };
}

async function mailedCode(inboxUrl: string, email: string): Promise<string | null> {
  for (const end = Date.now() + MAIL_MS; Date.now() < end; await sleep(LOOK_MS)) {
    const answer = await fetch(`${inboxUrl}/messages?to=${encodeURIComponent(email)}`);
    const { messages } = (await answer.json()) as { messages: { text: string }[] };
    const code = /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0];
    if (code !== undefined) return code;
  }
  return null;
}
