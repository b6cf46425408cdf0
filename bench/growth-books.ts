import type { Client } from 'pg';

/** The charges of one merchant, and of one wallet. */
const PER_MERCHANT = 1000;
const PER_WALLET = 100;

/** Rows get ids from their number, so that a second slice of the books goes on where the first ended. */
const FUNCTIONS = `
create or replace function seeded(kind integer, n bigint) returns uuid language sql immutable as
$$ select (lpad(to_hex(kind), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
`;

const SLICE = `from generate_series($1::bigint, $2::bigint) n`;
const WALLETS = `from generate_series($1::bigint / ${PER_WALLET}, $2::bigint / ${PER_WALLET}) n`;
const MERCHANTS = `from generate_series($1::bigint / ${PER_MERCHANT}, $2::bigint / ${PER_MERCHANT}) n`;
const ORG = `seeded(1, n / ${PER_MERCHANT})`;
const USER = `seeded(2, n / ${PER_WALLET})`;
const WALLET = `seeded(3, n / ${PER_WALLET})`;

/**
 * Captured charges of 1,000 with one line and a pending award of 50, which lands in a month. Triggers and
 * foreign keys are off: these rows are as the service writes them, and the checks of the books must find
 * nothing.
 */
const STEPS: readonly string[] = [
  `insert into orgs (id, country_code, name) select seeded(1, n), 'US', 'Shop ' || n ${MERCHANTS}`,
  `insert into users (id, email) select seeded(2, n), 'shopper' || n || '@example.test' ${WALLETS}`,
  `insert into members (org_id, user_id, role, status)
   select seeded(1, n), seeded(2, n * ${PER_MERCHANT / PER_WALLET}), 'owner', 'ACTIVE' ${MERCHANTS}`,
  `insert into accounts (id, env, currency, kind, owner_id)
   select seeded(4, n), 'sandbox', 'USD', 'merchant', seeded(1, n) ${MERCHANTS}`,
  `insert into accounts (id, env, currency, kind, owner_id, balance, held)
   select seeded(3, n), 'sandbox', 'USD', 'wallet', seeded(2, n), 0, 0 ${WALLETS}`,
  `insert into accounts (id, env, currency, kind)
   values (seeded(5, 1), 'sandbox', 'USD', 'cashback'), (seeded(5, 2), 'sandbox', 'USD', 'funding')
   on conflict do nothing`,
  `insert into terminals (id, org_id, title, terminal_type)
   select seeded(6, n), seeded(1, n), 'Till', 'REUSABLE' ${MERCHANTS}`,
  `insert into journals (id, env, currency, kind, op_key, entry_count, at)
   select seeded(7, n), 'sandbox', 'USD', 'topup', 'topup:' || seeded(7, n), 2, now() - interval '1 hour' ${WALLETS}`,
  `insert into entries (journal_id, account_id, env, currency, amount)
   select seeded(7, n), account, 'sandbox', 'USD', amount
   ${WALLETS}, lateral (values (seeded(3, n), ${1000 * PER_WALLET}), (seeded(5, 2), ${-1000 * PER_WALLET}))
     part (account, amount)`,
  `insert into carts (id, org_id, env, currency, shipping_amount, tax_amount, total, total_cashback, recorded_at)
   select seeded(8, n), ${ORG}, 'sandbox', 'USD', 0, 0, 1000, 50, now() ${SLICE}`,
  `insert into cart_lines (cart_id, line, product_id, display_name, unit_price, qty, cashback_rate, pot)
   select seeded(8, n), 0, 'tea', 'Tea', 1000, 1, 500, 50 ${SLICE}`,
  `insert into checkouts (id, org_id, env, terminal_id, status, created_at, expires_at)
   select seeded(8, n), ${ORG}, 'sandbox', seeded(6, n / ${PER_MERCHANT}), 'CAPTURED', now(),
          now() + interval '1 day' ${SLICE}`,
  `insert into charges (id, checkout_id, org_id, env, consumer_id, wallet_id, currency, total, status,
     authorized_at, hold_expires_at, captured_at)
   select seeded(9, n), seeded(8, n), ${ORG}, 'sandbox', ${USER}, ${WALLET}, 'USD', 1000, 'CAPTURED', now(),
          now() + interval '7 days', now() ${SLICE}`,
  `insert into journals (id, env, currency, kind, op_key, org_id, charge_id, entry_count, at)
   select seeded(10, n), 'sandbox', 'USD', 'capture', 'capture:' || seeded(9, n), ${ORG}, seeded(9, n), 3, now()
   ${SLICE}`,
  `insert into entries (journal_id, account_id, env, currency, amount)
   select seeded(10, n), account, 'sandbox', 'USD', amount
   ${SLICE}, lateral (values (${WALLET}, -1000), (seeded(5, 1), 50), (seeded(4, n / ${PER_MERCHANT}), 950))
     part (account, amount)`,
  `insert into captures (charge_id, journal_id, mdr_bps, recommender_share_bps, mdr_fee, total_cashback,
     recommender_amount, deferred_buyer_amount, recommenders)
   select seeded(9, n), seeded(10, n), 0, 5000, 0, 50, 0, 50, '[]' ${SLICE}`,
  `insert into capture_lines (charge_id, line, pot, recommender_amount, buyer_amount)
   select seeded(9, n), 0, 50, 0, 50 ${SLICE}`,
  `insert into awards (id, charge_id, org_id, env, line, product_id, kind, beneficiary_id, currency,
     original_amount, amount, status, created_at, pending_from, pending_until)
   select seeded(11, n), seeded(9, n), ${ORG}, 'sandbox', 0, 'tea', 'buyer', ${USER}, 'USD', 50, 50, 'PENDING',
          now(), now(), now() + interval '31 days' ${SLICE}`,
  `insert into events (id, org_id, env, event, charge_id, body, created_at, recorded_at)
   select seeded(kind, n), ${ORG}, 'sandbox', event, seeded(9, n), '{}', now(), now()
   ${SLICE}, lateral (values (12, 'checkout.authorized'), (13, 'charge.captured')) part (kind, event)`,
  `insert into merchant_totals (org_id, env, currency, slot, balance, captured_count, captured, funded, to_buyers)
   select org_id, env, currency, totals_slot(id), sum(950), count(*), sum(total), sum(50), sum(50) from charges
   where org_id in (select seeded(1, n) ${MERCHANTS}) group by 1, 2, 3, 4`,
  `insert into merchant_days (org_id, env, currency, day, slot, captured_count, captured, cashback)
   select org_id, env, currency, (captured_at at time zone 'UTC')::date, totals_slot(id), count(*), sum(total),
          sum(50) from charges
   where org_id in (select seeded(1, n) ${MERCHANTS}) group by 1, 2, 3, 4, 5`,
];

/** Writes the charges numbered from `first`, up to and without `end`. Both are multiples of 100. */
export async function seedCharges(
  database: Client,
  {
    first,
    end,
    minutesAgo = 0,
  }: { readonly first: number; readonly end: number; readonly minutesAgo?: number },
): Promise<void> {
  const then = `(now() - interval '${minutesAgo} minutes')`;
  await database.query(FUNCTIONS);
  await database.query('set session_replication_role = replica');
  await database.query('set synchronous_commit = off');
  const numbers = [first, end - 1];
  for (const step of STEPS)
    await database.query(step.replaceAll('now()', then), step.includes('$1') ? numbers : []);
  await database.query('set session_replication_role = default');
}

/** Makes the awards of these charges due so many minutes from now. */
export async function makeDue(database: Client, count: number, minutes: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `update awards set pending_from = now() + ($2 - 43200) * interval '1 minute',
       pending_until = now() + $2 * interval '1 minute'
     where id in (select seeded(11, n) from generate_series(0, $1::bigint - 1) n) returning id`,
    [count, minutes],
  );
  return rows.map(({ id }) => id);
}
