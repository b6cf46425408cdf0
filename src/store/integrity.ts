import type { Pool } from 'pg';
import { BOOKS } from './integrity-books.ts';
import { CASHBACK } from './integrity-cashback.ts';
import type { Check } from './integrity-cashback.ts';
import { IDENTITY } from './integrity-identity.ts';
import { MONITORING } from './integrity-monitoring.ts';
import { PAYOUTS } from './integrity-payouts.ts';
import { SUSPENSE } from './integrity-suspense.ts';
import { VERIFICATION } from './integrity-verification.ts';
import { EVENTS_LAST } from './retention-sweep.ts';
import { WEBHOOKS } from './integrity-webhooks.ts';

export interface CheckResult {
  readonly name: string;
  readonly violations: number;
}

/** The longest delay of ending a hold or a checkout. A later one counts as forgotten. */
const SLACK = `interval '60 seconds'`;

const LEDGER: readonly Check[] = [
  {
    scope: 'journals',
    name: 'entries sum to zero per environment and currency',
    query: 'select 1 from entries group by env, currency having sum(amount) <> 0',
  },
  {
    scope: 'journals',
    name: 'every journal balances and has the entries it declared',
    query: `select 1 from journals j left join entries e on e.journal_id = j.id
            group by j.id, j.entry_count having coalesce(sum(e.amount), 0) <> 0
              or count(e.id) <> j.entry_count`,
  },
  {
    scope: 'wallets',
    name: "a wallet's balance is the sum of its entries",
    query: `select 1 from accounts a left join entries e on e.account_id = a.id where a.kind = 'wallet'
            group by a.id, a.balance having a.balance <> coalesce(sum(e.amount), 0)`,
  },
  {
    scope: 'journals',
    name: 'an entry agrees with its journal and account on environment and currency',
    query: `select 1 from entries e join journals j on j.id = e.journal_id join accounts a
            on a.id = e.account_id
            where (e.env, e.currency) is distinct from (j.env, j.currency) or (e.env, e.currency)
              is distinct from (a.env, a.currency)`,
  },
  {
    scope: 'wallets',
    name: 'no wallet holds more than it has',
    query: `select 1 from accounts where kind = 'wallet' and (held < 0 or balance < held)`,
  },
  {
    scope: 'charges',
    name: 'every capture journal belongs to one capture, and the reverse',
    query: `select 1 from (select id from journals where kind = 'capture') j full join captures c
            on c.journal_id = j.id
            where j.id is null or c.journal_id is null`,
  },
  {
    scope: 'bank_events',
    name: 'every deposit that the bank reported is one journal from funding to a live wallet or to suspense, and the reverse',
    query: `select 1 from (select * from partner_events where partner = 'bank'
            and type = 'deposit.received') v
              full join (
                select j.*, coalesce(c.event_id, substr(j.op_key, length('deposit:') + 1)) as event_id
                from journals j left join suspense_cases c on c.journal_id = j.id
                where j.kind = 'deposit' or c.event_id is not null) j using (event_id)
              left join lateral (
                select coalesce(sum(e.amount) filter (where a.kind = 'suspense' or (a.kind = 'wallet'
                  and a.owner_id::text = v.reference)), 0) as credited,
                       coalesce(sum(e.amount) filter (where a.kind = 'funding'), 0) as funded,
                         count(*) as entries
                from entries e join accounts a on a.id = e.account_id where e.journal_id = j.id) p on true
            where v.reference is null or j.id is null or j.env <> 'live' or p.entries <> 2 or p.credited <= 0
              or p.funded <> -p.credited`,
  },
];

const CHARGES: readonly Check[] = [
  {
    scope: 'charges',
    name: 'a charge is captured exactly when it has one capture journal',
    query: `select 1 from charges c left join journals j on j.charge_id = c.id and j.kind = 'capture'
            group by c.id, c.status having count(j.id) <> (c.status = 'CAPTURED')::int`,
  },
  {
    scope: 'wallets',
    name: 'what a wallet holds is the sum of its open authorizations',
    query: `select 1 from accounts a left join charges c on c.wallet_id = a.id and c.status = 'AUTHORIZED'
            where a.kind = 'wallet' group by a.id, a.held having a.held <> coalesce(sum(c.total), 0)`,
  },
  {
    scope: 'charges',
    name: 'no hold outlives its seven days',
    query: `select 1 from charges where status = 'AUTHORIZED'
            and hold_expires_at < org_now(org_id, env) - ${SLACK}`,
  },
  {
    scope: 'charges',
    name: 'no unpaid checkout outlives its expiry',
    query: `select 1 from checkouts where status = 'PENDING'
            and expires_at < org_now(org_id, env) - ${SLACK}`,
  },
  {
    scope: 'charges',
    name: 'nothing live expired, lapsed or landed before its time by the clock of the database',
    query: `select 1 from checkouts where env = 'live' and fired_recorded_at < expires_at
            union all select 1 from charges where env = 'live' and fired_recorded_at < hold_expires_at
            union all select 1 from awards where env = 'live' and fired_recorded_at < pending_until`,
  },
  {
    scope: 'charges',
    name: 'checkout and charge show the same state',
    query: `select 1 from checkouts c full join charges h on h.checkout_id = c.id
            where (h.id is null and c.status not in ('PENDING', 'EXPIRED', 'SUPERSEDED'))
              or h.status <> c.status`,
  },
  {
    scope: 'charges',
    name: 'one pending checkout a terminal and environment',
    query: `select 1 from checkouts where status = 'PENDING' group by terminal_id, env having count(*) > 1`,
  },
  {
    scope: 'charges',
    name: "a cart's total is its goods, shipping and tax, and its cashback the sum of its pots",
    query: `select 1 from carts k join cart_lines l on l.cart_id = k.id
            group by k.id, k.shipping_amount, k.tax_amount, k.total, k.total_cashback
            having sum(l.unit_price::numeric * l.qty) + k.shipping_amount + k.tax_amount <> k.total
                or sum(l.pot) <> k.total_cashback
                or bool_or(l.pot <> floor(l.unit_price::numeric * l.qty * l.cashback_rate / 10000))`,
  },
  {
    scope: 'charges',
    name: 'a charge is over the total and currency of its cart',
    query: `select 1 from charges h join carts k on k.id = h.checkout_id
            where (h.total, h.currency, h.org_id, h.env)
              is distinct from (k.total, k.currency, k.org_id, k.env)`,
  },
  {
    scope: 'charges',
    name: 'fee and split of a capture follow from the rates stored with it',
    query: `select 1 from captures p join charges h on h.id = p.charge_id join carts k on k.id = h.checkout_id
              join lateral (select sum(pot) as pots, sum(recommender_amount) as recommenders,
                sum(buyer_amount) as buyers,
                                   bool_or(recommender_amount <> case when recommender_id is null then 0
                                     else floor(pot::numeric * p.recommender_share_bps / 10000) end) as
                                       missplit
                            from capture_lines where charge_id = p.charge_id) l on true
            where p.mdr_fee <> floor((k.total - k.tax_amount - k.total_cashback)::numeric * p.mdr_bps / 10000)
               or p.total_cashback <> k.total_cashback or l.pots <> k.total_cashback or l.missplit
               or l.recommenders <> p.recommender_amount or l.buyers <> p.deferred_buyer_amount`,
  },
  {
    scope: 'charges',
    name: 'a capture posts total, fee, cashback and the rest to the right accounts',
    query: `select 1 from captures p join charges h on h.id = p.charge_id
              left join entries e on e.journal_id = p.journal_id left join accounts a on a.id = e.account_id
            group by p.charge_id, h.id, h.total, p.mdr_fee, p.total_cashback
            having coalesce(sum(e.amount) filter (where a.kind = 'wallet' and a.id = h.wallet_id),
              0) <> -h.total
                or coalesce(sum(e.amount) filter (where a.kind = 'fees'), 0) <> p.mdr_fee
                or coalesce(sum(e.amount) filter (where a.kind = 'cashback'), 0) <> p.total_cashback
                or coalesce(sum(e.amount) filter (where a.kind = 'merchant' and a.owner_id = h.org_id), 0)
                   <> h.total - p.mdr_fee - p.total_cashback`,
  },
  {
    scope: 'charges',
    name: 'one event for every authorize, capture and void',
    query: `select 1 from charges h join lateral (
              select count(*) filter (where event = 'checkout.authorized') as authorized,
                     count(*) filter (where event = 'charge.captured') as captured,
                     count(*) filter (where event = 'charge.voided') as voided
              from events where charge_id = h.id) e on true
              join lateral (
                select 1 as authorized, (h.status = 'CAPTURED')::int as captured,
                  (h.status = 'VOIDED')::int as voided) due on true
            where greatest(e.authorized - due.authorized, e.captured - due.captured, e.voided - due.voided) > 0
              or (e.authorized, e.captured, e.voided) <> (due.authorized, due.captured, due.voided)
                and h.recorded_at > now() - ${EVENTS_LAST}`,
  },
];

export const CHECKS: readonly Check[] = [
  ...LEDGER,
  ...CHARGES,
  ...BOOKS,
  ...CASHBACK,
  ...IDENTITY,
  ...VERIFICATION,
  ...MONITORING,
  ...PAYOUTS,
  ...SUSPENSE,
  ...WEBHOOKS,
];

/** Runs every check; each answers how many rows break it, and all must be 0. Reads only. */
export async function checkIntegrity(pool: Pick<Pool, 'query'>): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, query } of CHECKS) {
    const { rows } = await pool.query<{ violations: number }>(
      `select count(*)::int as violations from (${query}) broken`,
    );
    results.push({ name, violations: rows[0]?.violations ?? 0 });
  }
  return results;
}
