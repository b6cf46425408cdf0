import { Client } from 'pg';

/**
 * The number of sales with the rare status, regardless of the total. They are spread over the whole history.
 */
export const RARE = 60;

/** The ids of a seeded history. */
export interface History {
  readonly orgId: string;
  readonly shopperId: string;
  readonly saleId: string;
  readonly chargeId: string;
}

/**
 * Fills an empty, migrated database with one merchant's sales, a second apart, as the service would have left
 * them: eight of ten captured, with their ledger, awards and events. It skips triggers and foreign keys,
 * which would take an hour, and counts the running totals from the captures at the end.
 */
export async function seedHistory(databaseUrl: string, sales: number): Promise<History> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query(SALES, [sales, Math.max(1, Math.floor(sales / RARE))]);
    for (const statement of STATEMENTS) await client.query(statement);
    await client.query('commit');
    await client.query('vacuum analyze');
    const { rows } = await client.query<History>(
      `select o.id as "orgId", u.id as "shopperId", s.id as "saleId", s.charge_id as "chargeId"
       from orgs o, users u, seed s where s.status = 'CAPTURED' order by s.n limit 1`,
    );
    return rows[0] as History;
  } finally {
    await client.end();
  }
}

/** One sale per number, oldest first, with all ids that the other rows refer to. */
const SALES = `
create temporary table seed as
  select n, uuidv7() as id, uuidv7() as terminal_id, uuidv7() as charge_id, uuidv7() as journal_id, uuidv7() as event_id,
         case when n % $2::int = 0 then 'VOIDED' when n % 10 = 1 then 'EXPIRED' when n % 10 = 2 then 'SUPERSEDED' else 'CAPTURED' end as status,
         date_trunc('second', now()) - ($1::int - n) * interval '1 second' as at
  from generate_series(1, $1::int) as n`;

const STATEMENTS = [
  `insert into users (id, email) values (uuidv7(), 'shopper@example.com')`,
  `insert into orgs (id, name, country_code) values (uuidv7(), 'Bench', 'US')`,
  `select account_of('sandbox', 'USD', 'wallet', id) from users`,
  `select account_of('sandbox', 'USD', 'merchant', id), account_of('sandbox', 'USD', 'fees', null), account_of('sandbox', 'USD', 'cashback', null) from orgs`,
  `insert into terminals (id, org_id, title, terminal_type) select terminal_id, o.id, '', 'USE_ONCE' from seed, orgs o`,
  `insert into carts (id, org_id, env, currency, shipping_amount, tax_amount, total, total_cashback, order_id, store)
   select s.id, o.id, 'sandbox', 'USD', 0, 0, 1000, 100, 'order-' || n, '{"city": "Berlin"}' from seed s, orgs o`,
  `insert into cart_lines (cart_id, line, product_id, display_name, unit_price, qty, cashback_rate, pot)
   select id, 0, 'tea', 'Tea', 1000, 1, 1000, 100 from seed`,
  `insert into checkouts (id, org_id, env, terminal_id, status, created_at, expires_at)
   select s.id, o.id, 'sandbox', terminal_id, s.status, at, at + interval '1 day' from seed s, orgs o`,
  `insert into charges (id, checkout_id, org_id, env, consumer_id, wallet_id, currency, total, status, authorized_at, hold_expires_at, captured_at, voided_at)
   select charge_id, s.id, o.id, 'sandbox', u.id, w.id, 'USD', 1000, s.status, at, at + interval '7 days',
          case when s.status = 'CAPTURED' then at end, case when s.status = 'VOIDED' then at end
   from seed s, orgs o, users u, accounts w where s.status in ('CAPTURED', 'VOIDED') and w.kind = 'wallet'`,
  `insert into journals (id, env, currency, kind, op_key, org_id, charge_id, entry_count, at)
   select journal_id, 'sandbox', 'USD', 'capture', 'capture:' || charge_id, o.id, charge_id, 4, at from seed s, orgs o where s.status = 'CAPTURED'`,
  `insert into entries (journal_id, account_id, env, currency, amount)
   select journal_id, a.id, 'sandbox', 'USD', case a.kind when 'wallet' then -1000 when 'fees' then 18 when 'cashback' then 100 else 882 end
   from seed s, accounts a where s.status = 'CAPTURED'`,
  `insert into captures (charge_id, journal_id, mdr_bps, recommender_share_bps, mdr_fee, total_cashback, recommender_amount, deferred_buyer_amount, recommenders)
   select charge_id, journal_id, 200, 5000, 18, 100, 0, 100, '[]' from seed where status = 'CAPTURED'`,
  `insert into capture_lines (charge_id, line, pot, recommender_amount, buyer_amount) select charge_id, 0, 100, 0, 100 from seed where status = 'CAPTURED'`,
  `insert into awards (id, charge_id, org_id, env, line, product_id, kind, beneficiary_id, currency, original_amount, amount, status, created_at,
                       pending_from, pending_until, landed_at)
   select uuidv7(), charge_id, o.id, 'sandbox', 0, 'tea', 'buyer', u.id, 'USD', 100, 100, case when rare then 'LANDED' else 'DEFERRED' end, at,
          case when rare then at end, case when rare then at + interval '30 days' end, case when rare then at + interval '30 days' end
   from (select *, n % greatest((select max(n) from seed) / ${RARE}, 1) = 4 as rare from seed where status = 'CAPTURED') s, orgs o, users u order by n`,
  `insert into events (id, org_id, env, event, charge_id, body, created_at)
   select event_id, o.id, 'sandbox', 'charge.captured', charge_id, '{}', at from seed s, orgs o where s.status = 'CAPTURED'`,
  `insert into merchant_totals (org_id, env, currency, slot, balance, captured_count, captured, funded)
   select o.id, 'sandbox', 'USD', totals_slot(charge_id), count(*) * 882, count(*), count(*) * 1000, count(*) * 100
   from seed s, orgs o where s.status = 'CAPTURED' group by 1, 4`,
  `insert into merchant_days (org_id, env, currency, day, slot, captured_count, captured, fees, cashback)
   select o.id, 'sandbox', 'USD', (at at time zone 'UTC')::date, totals_slot(charge_id), count(*),
          count(*) * 1000, count(*) * 18, count(*) * 100
   from seed s, orgs o where s.status = 'CAPTURED' group by 1, 4, 5`,
];
