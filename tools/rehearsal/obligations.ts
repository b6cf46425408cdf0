import type { Pool } from 'pg';
import { createApi } from '../../bench/people.ts';
import type { Api, Merchant } from '../../bench/people.ts';

const AT_ONCE = 8;
const PAYOUTS = 20;
const PAYOUT_MINOR = 100;

export interface Seeded {
  readonly api: Api;
  readonly shop: Merchant;
}

/**
 * Makes at least `count` open rows by the public API: holds, pending awards, payouts, and checkouts for the
 * rest.
 */
export async function seedObligations(
  addresses: { readonly apiUrl: string; readonly inboxUrl: string },
  pool: Pool,
  count: number,
): Promise<Seeded> {
  const api = createApi({ ...addresses, atEnd: () => undefined });
  const [shop, buyer, recommender] = await Promise.all([api.merchant(), api.shopper(), api.shopper()]);
  // Without it a capture has no one to award.
  await api.recommend(recommender, shop);
  const hold = async () => api.authorize(await api.createCheckout(shop), buyer);
  const quarter = Math.floor(count / 4);
  await repeat(quarter, async () => void (await hold()));
  await repeat(quarter, async () => api.capture(await hold(), shop));
  await requestPayouts(addresses.apiUrl, shop);
  const open = sum(await countOpen(pool));
  await repeat(Math.max(0, count - open), async () => void (await api.createCheckout(shop)));
  return { api, shop };
}

async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  let left = times;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function requestPayouts(apiUrl: string, shop: Merchant): Promise<void> {
  const post = async (path: string, credential: Readonly<Record<string, string>>, body: object) => {
    const headers = { 'content-type': 'application/json', ...credential };
    const answer = await fetch(`${apiUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status} ${await answer.text()}`);
  };
  await post('/bank/payout-ach', shop.session, {
    routing_number: '021000021',
    account_number: '123456789',
    name: 'Bench',
    org_id: shop.orgId,
  });
  for (let made = 0; made < PAYOUTS; made++)
    await post('/payouts', shop.key, { amount_minor: PAYOUT_MINOR, currency: 'USD', country_code: 'US' });
}

/** The open rows by kind. */
export async function countOpen(pool: Pool): Promise<Record<string, number>> {
  return counts(
    pool,
    `select 'checkouts' as kind, count(*)::int from checkouts where status = 'PENDING'
     union all select 'holds', count(*)::int from checkouts where status = 'AUTHORIZED'
     union all select 'awards', count(*)::int from awards where status = 'PENDING'
     union all select 'payouts', count(*)::int from payouts where status = 'PENDING'`,
  );
}

/** All rows by kind and status. */
export async function countStatuses(pool: Pool): Promise<Record<string, number>> {
  return counts(
    pool,
    `select 'checkouts ' || status as kind, count(*)::int from checkouts group by 1
     union all select 'charges ' || status, count(*)::int from charges group by 1
     union all select 'awards ' || status, count(*)::int from awards group by 1
     union all select 'payouts ' || status, count(*)::int from payouts group by 1
     union all select 'journals', count(*)::int from journals
     order by 1`,
  );
}

/** The rows that must be in their final status when each open one has finished once. */
export const endsOf = (open: Readonly<Record<string, number>>): Record<string, number> => {
  const { checkouts = 0, holds = 0, awards = 0, payouts = 0 } = open;
  return {
    'checkouts EXPIRED': checkouts + holds,
    'charges EXPIRED': holds,
    'awards LANDED': awards,
    'payouts SETTLED': payouts,
  };
};

async function counts(pool: Pool, sql: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ kind: string; count: number }>(sql);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

export const sum = (of: Readonly<Record<string, number>>): number =>
  Object.values(of).reduce((total, one) => total + one, 0);
