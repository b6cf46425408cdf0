import { setTimeout as sleep } from 'node:timers/promises';
import { signInByMail } from './people.ts';
import type { Call, Credential, Merchant } from './people.ts';
import type { BenchStack } from './stack.ts';

/** A country with a simulated banking partner, and its currency. */
export const LIVE_COUNTRY = 'IE';
const CURRENCY = 'EUR';
/** A cart of the live shop. */
export const LIVE_CART = {
  currency: CURRENCY,
  items: [{ product_id: 'A', display_name: 'Coffee beans', unit_price: 199, qty: 3, cashback_rate: 750 }],
  total: 597,
} as const;
const FUNDS = 1_000_000;
const DEPOSIT_MS = 20_000;

/** The sign-ups of live, over the operators' routes and the simulated bank. */
export interface LivePeople {
  /** Signs up a business that is verified. Its key is of live. */
  merchant(): Promise<Merchant>;
  /** Signs up a verified consumer, for whom the bank receives money. Returns their session of live. */
  shopper(): Promise<Credential>;
}

export function createLivePeople(stack: BenchStack, call: Call): LivePeople {
  const operator = { 'x-operator-token': stack.operatorToken };
  const approve = (path: string) => call('POST', path, { status: 'APPROVED', reason: 'bench' }, operator);
  return {
    async merchant() {
      const session = await signInByMail(call, stack.inboxUrl);
      const company = { name: 'Bench', country_code: LIVE_COUNTRY };
      const { org_id: orgId } = await call<{ org_id: string }>('POST', '/orgs', company, session);
      await approve(`/operator/orgs/${orgId}/kyb`);
      const asked = { org_id: orgId, env: 'live', name: 'bench' };
      const { key } = await call<{ key: string }>('POST', '/apikeys', asked, session);
      return { orgId, key: { 'x-api-key': key }, session };
    },
    async shopper() {
      const session = await signInByMail(call, stack.inboxUrl);
      const { user_id: userId } = await call<{ user_id: string }>(
        'PATCH',
        '/me',
        { country_code: LIVE_COUNTRY },
        session,
      );
      await approve(`/operator/users/${userId}/kyc`);
      const live = await enterLive(call, session);
      await receive(stack, userId);
      await untilFunded(stack, live);
      return live;
    },
  };
}

async function enterLive(call: Call, session: Credential): Promise<Credential> {
  const { session_token: token } = await call<{ session_token: string }>(
    'POST',
    '/auth/mode',
    { env: 'live' },
    session,
  );
  return { authorization: `Bearer ${token}` };
}

/** The bank receives money for the consumer, and tells the service. */
async function receive({ simulatorUrl, apiUrl }: BenchStack, userId: string): Promise<void> {
  const answer = await fetch(`${simulatorUrl}/bank/deposits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user_id: userId,
      amount_minor: FUNDS,
      currency: CURRENCY,
      callback_url: `${apiUrl}/partners/bank/events`,
    }),
  });
  if (!answer.ok) throw new Error(`the simulated bank answered ${answer.status} ${await answer.text()}`);
}

async function untilFunded({ apiUrl }: BenchStack, headers: Credential): Promise<void> {
  for (const deadline = Date.now() + DEPOSIT_MS; Date.now() < deadline; await sleep(50)) {
    const answer = await fetch(`${apiUrl}/wallet`, { headers });
    const { wallets } = (await answer.json()) as { wallets: { balance_minor: number }[] };
    if (wallets.some(({ balance_minor: balance }) => balance >= FUNDS)) return;
  }
  throw new Error('the deposit did not reach the wallet');
}
