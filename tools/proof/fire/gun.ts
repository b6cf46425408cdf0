import { Pool } from 'undici';

/** More connections than commands at once, so that none waits in the client. */
const CONNECTIONS = 128;
const PRICE = 1000;

/** A merchant's key, and a shopper's session with enough funds, as headers. */
export interface FireCallers {
  readonly key: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
}

/** An answer of the API. */
export interface GunAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A checkout, and its charge; empty until there is one. */
export interface Target {
  readonly checkoutId: string;
  readonly authId: string;
}

/** A client that calls the API processes in turn, on persistent connections. */
export interface Gun {
  post(path: string, by: keyof FireCallers, body: object): Promise<GunAnswer>;
  /** Creates a checkout with `qty` pieces of 10.00, in this state. */
  prepare(from: 'PENDING' | 'AUTHORIZED' | 'CAPTURED', qty?: number): Promise<Target>;
  close(): Promise<void>;
}

/** Creates a client of the API processes at these addresses, which share one database. */
export function createGun(apiUrls: readonly string[], callers: FireCallers): Gun {
  const pools = apiUrls.map((url) => new Pool(url, { connections: CONNECTIONS }));
  let next = 0;
  const post: Gun['post'] = async (path, by, body) => {
    const pool = pools[next++ % pools.length] as Pool;
    const headers = { 'content-type': 'application/json', ...callers[by] };
    const { statusCode: status, body: answer } = await pool.request({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(body),
    });
    return { status, body: (await answer.json()) as Record<string, unknown> };
  };
  const done = async (...call: Parameters<typeof post>): Promise<GunAnswer['body']> => {
    const { status, body } = await post(...call);
    if (status !== 200) throw new Error(`POST ${call[0]} answered ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    post,
    async prepare(from, qty = 1) {
      const line = { product_id: 'tea', display_name: 'Tea', unit_price: PRICE, qty, cashback_rate: 500 };
      const checkoutId = String(
        (await done('/checkouts', 'key', { items: [line], total: PRICE * qty }))['id'],
      );
      if (from === 'PENDING') return { checkoutId, authId: '' };
      const authId = String((await done(`/checkouts/${checkoutId}/authorize`, 'session', {}))['auth_id']);
      if (from === 'CAPTURED') await done(`/charges/${authId}/capture`, 'key', {});
      return { checkoutId, authId };
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}
