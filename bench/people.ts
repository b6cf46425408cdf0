import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { BenchStack } from './stack.ts';

const MAIL_MS = 20_000;
const MOST_AT_ONCE = 64;
/** More than any benchmark spends. */
const FUNDS = 10 ** 11;

/** The cart of the golden numbers: two lines with cashback, shipping and tax. Source: contract, section 6. */
export const CART = {
  currency: 'USD',
  items: [
    { product_id: 'A', display_name: 'Coffee beans', unit_price: 1999, qty: 3, cashback_rate: 750 },
    { product_id: 'B', display_name: 'Paper filters', unit_price: 501, qty: 1, cashback_rate: 333 },
  ],
  shipping_amount: 499,
  tax_amount: 612,
  total: 7609,
} as const;

/** A merchant's key or a shopper's session, as a header. */
export type Credential = Readonly<Record<string, string>>;

export interface Merchant {
  readonly orgId: string;
  readonly key: Credential;
  /** The session of the owner. */
  readonly session: Credential;
}

export interface Charge {
  readonly checkoutId: string;
  readonly authId: string;
}

/** The public API on persistent connections, for benchmarks. Every status except 200 throws. */
export interface Api {
  /** Signs up a shopper with the mailed code and a full sandbox wallet. Returns their session. */
  shopper(): Promise<Credential>;
  /** Creates a business with a sandbox key, and with a webhook if there is a URL. */
  merchant(webhookUrl?: string): Promise<Merchant>;
  /** Puts a product of the cart on this shopper's list. Captures then earn them cashback. */
  recommend(recommender: Credential, shop: Merchant): Promise<void>;
  /** The cart of the golden numbers by default. */
  createCheckout(shop: Merchant, cart?: object): Promise<string>;
  /** Returns the charge's id. */
  authorize(checkoutId: string, buyer: Credential): Promise<string>;
  capture(authId: string, shop: Merchant): Promise<void>;
  /** Moves the clock of the merchant's sandbox. Returns the number of things that fell due. */
  advance(shop: Merchant, seconds: number): Promise<number>;
}

export type Call = <Answer>(
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: object,
  credential?: Credential,
) => Promise<Answer>;

type Place = Pick<BenchStack, 'apiUrl' | 'inboxUrl' | 'atEnd'>;

/** Creates the caller of any route, on persistent connections. */
export function createCall(stack: Pick<Place, 'apiUrl' | 'atEnd'>): Call {
  const pool = new Pool(stack.apiUrl, { connections: MOST_AT_ONCE });
  stack.atEnd(() => pool.close());
  return async <Answer>(
    method: 'POST' | 'PUT' | 'PATCH',
    path: string,
    body: object,
    credential: Credential = {},
  ) => {
    const headers = { 'content-type': 'application/json', ...credential };
    const answer = await pool.request({ method, path, headers, body: JSON.stringify(body) });
    if (answer.statusCode !== 200)
      throw new Error(`${method} ${path} answered ${answer.statusCode} ${await answer.body.text()}`);
    return (await answer.body.json()) as Answer;
  };
}

/** The same caller, which waits where it is over a limit. */
export function waitingAtLimits(call: Call): Call {
  return async (...request) => {
    for (;;) {
      try {
        return await call(...request);
      } catch (error) {
        if (!String(error).includes(' answered 429 ')) throw error;
        await sleep(1000);
      }
    }
  };
}

/** Creates the callers of the stack's API. */
export function createApi(stack: Place, call: Call = createCall(stack)): Api {
  const signIn = () => signInByMail(call, stack.inboxUrl);

  return {
    async shopper() {
      const session = await signIn();
      await call('POST', '/sandbox/wallet/topup', { amount_minor: FUNDS, currency: CART.currency }, session);
      return session;
    },
    async merchant(webhookUrl) {
      const session = await signIn();
      const { org_id: orgId } = await call<{ org_id: string }>(
        'POST',
        '/orgs',
        { name: 'Bench', country_code: 'US' },
        session,
      );
      const { key } = await call<{ key: string }>(
        'POST',
        '/apikeys',
        { org_id: orgId, env: 'sandbox', name: 'bench' },
        session,
      );
      if (webhookUrl !== undefined) await call('PUT', `/orgs/${orgId}/webhook`, { url: webhookUrl }, session);
      return { orgId, key: { 'x-api-key': key }, session };
    },
    recommend: (recommender, { orgId }) =>
      call('POST', '/buy-list', { merchant_id: orgId, product_id: CART.items[0].product_id }, recommender),
    createCheckout: async ({ key }, cart = CART) =>
      (await call<{ id: string }>('POST', '/checkouts', cart, key)).id,
    authorize: async (checkoutId, buyer) =>
      (await call<{ auth_id: string }>('POST', `/checkouts/${checkoutId}/authorize`, {}, buyer)).auth_id,
    capture: (authId, { key }) => call('POST', `/charges/${authId}/capture`, {}, key),
    advance: async ({ key }, seconds) =>
      (await call<{ fired: unknown[] }>('POST', '/sandbox/clock/advance', { seconds }, key)).fired.length,
  };
}

/** Signs up a new user with the mailed code. */
export async function signInByMail(call: Call, inboxUrl: string): Promise<Credential> {
  const email = `${randomUUID()}@example.com`;
  const { challenge } = await call<{ challenge: string }>('POST', '/auth/otp/request', { email });
  const code = await mailedCode(inboxUrl, email);
  const { session_token: token } = await call<{ session_token: string }>('POST', '/auth/otp/verify', {
    email,
    code,
    challenge,
  });
  return { authorization: `Bearer ${token}` };
}

/** Waits for the newest code to sign in that was mailed to this address. */
export async function mailedCode(inboxUrl: string, email: string): Promise<string> {
  for (const deadline = Date.now() + MAIL_MS; Date.now() < deadline; await sleep(25)) {
    const answer = await fetch(`${inboxUrl}/messages?to=${encodeURIComponent(email)}`);
    const { messages } = (await answer.json()) as { messages: { text: string }[] };
    const code = /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0];
    if (code !== undefined) return code;
  }
  throw new Error(`no code was mailed to ${email}`);
}
