import { Pool } from 'undici';

import type { Combination, CommandKind, FiredAnswer } from './combinations.ts';

/** How many commands meet at one object. */
export const AT_ONCE = 100;
const TOTAL = 1000;
const CART = { items: [{ product_id: 'tea', display_name: 'Tea', unit_price: TOTAL, qty: 1, cashback_rate: 500 }], total: TOTAL };

/** Who gives the commands: a merchant's key, and a shopper's session with enough funds. */
export interface FireCallers {
  readonly key: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
}

/** The answers of one round, judged. */
export interface Round {
  readonly combination: string;
  readonly answers: readonly FiredAnswer[];
  readonly untruths: readonly string[];
}

/** The API's callers on kept-alive connections, one process after the other. */
export interface Battery {
  fire(combination: Combination, atOnce?: number): Promise<Round>;
  close(): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

/** Aims at the API processes at these addresses, which serve one database. */
export function createBattery(apiUrls: readonly string[], { key, session }: FireCallers): Battery {
  const pools = apiUrls.map((url) => new Pool(url, { connections: Math.ceil(AT_ONCE / apiUrls.length) }));
  let next = 0;
  const post = async (path: string, headers: Headers, body: object) => {
    const pool = pools[next++ % pools.length] as Pool;
    const sent = { method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) } as const;
    const { statusCode: status, body: answer } = await pool.request(sent);
    return { status, body: (await answer.json()) as Record<string, unknown> };
  };
  const done = async (path: string, headers: Headers, body: object): Promise<Record<string, unknown>> => {
    const answer = await post(path, headers, body);
    if (answer.status !== 200) throw new Error(`POST ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  /** A checkout in the wanted state. The charge is null until there is one. */
  const prepare = async (from: Combination['from']) => {
    const { id } = await done('/checkouts', key, CART);
    if (from === 'PENDING') return { checkoutId: id, authId: null };
    const { auth_id: authId } = await done(`/checkouts/${String(id)}/authorize`, session, {});
    if (from === 'CAPTURED') await done(`/charges/${String(authId)}/capture`, key, {});
    return { checkoutId: id, authId };
  };

  return {
    async fire(combination, atOnce = AT_ONCE) {
      const { checkoutId, authId } = await prepare(combination.from);
      const shots: Record<CommandKind, () => ReturnType<typeof post>> = {
        authorize: () => post(`/checkouts/${String(checkoutId)}/authorize`, session, {}),
        capture: () => post(`/charges/${String(authId)}/capture`, key, {}),
        void: () => post(`/charges/${String(authId)}/void`, key, {}),
        return: () => post(`/charges/${String(authId)}/return`, key, {}),
      };
      const answers = await Promise.all(
        Array.from({ length: atOnce }, async (_, index): Promise<FiredAnswer> => {
          const kind = combination.kinds[index % combination.kinds.length] as CommandKind;
          const began = performance.now();
          const { status, body } = await shots[kind]();
          return { kind, status, body, ms: performance.now() - began };
        }),
      );
      return { combination: combination.name, answers, untruths: [...faultsOf(answers), ...combination.judge(answers)] };
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

/** Answers that no load excuses: 500, 503, and 429 within the promised number of places. */
function faultsOf(answers: readonly FiredAnswer[]): string[] {
  return [429, 500, 503].flatMap((status) => {
    const count = answers.filter((answer) => answer.status === status).length;
    return count === 0 ? [] : [`${count} answers were ${status}`];
  });
}
