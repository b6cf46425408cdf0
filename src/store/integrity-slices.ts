import type { Scope } from './integrity-cashback.ts';
import { CHECKS } from './integrity.ts';
import type { CheckResult } from './integrity.ts';
import { statement } from './statement.ts';
import type { Queryable } from './statement.ts';

/** The scopes whose checks run on a slice of the books. */
export type SliceScope = Exclude<Scope, 'whole'>;

const ENTRIES = `
  entries as (select * from entries where journal_id = any (array(select id from journals))),
  accounts as (select * from accounts where id = any (array(select account_id from entries)))`;

/** The rows of organizations: merchants, and the rows that their totals sum up. */
const OF_ORGS = `merchant_totals as (select * from merchant_totals where org_id = any (:keys::uuid[]))`;
const UUID = `'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

/**
 * The part of the books that belongs to some keys, by scope: each table that a check reads, restricted to
 * these rows. A common table expression hides the table of its name, so that the queries of the checks run
 * unchanged on a slice. Every restriction has an index.
 *
 * Keys go through arrays: with a join, the planner may read a whole table to find a few rows.
 *
 * A slice is closed: it has all rows that the checks of its scope join. Tables that it does not name are read
 * whole, by their keys.
 */
const SLICES: Readonly<Record<SliceScope, string>> = {
  // By checkout. An expired checkout has no charge, and a terminal's pending checkouts belong together.
  charges: `
    carts as (select * from carts where id = any (:keys::uuid[])),
    cart_lines as (select * from cart_lines where cart_id = any (:keys::uuid[])),
    checkouts as (
      select * from checkouts where id = any (:keys::uuid[])
      union
      select p.* from checkouts c join checkouts p on p.terminal_id = c.terminal_id and p.env = c.env
      where c.id = any (:keys::uuid[]) and c.status = 'PENDING' and p.status = 'PENDING'),
    charges as (select * from charges where checkout_id = any (:keys::uuid[])),
    captures as (select * from captures where charge_id = any (array(select id from charges))),
    capture_lines as (select * from capture_lines where charge_id = any (array(select id from charges))),
    awards as (select * from awards where charge_id = any (array(select id from charges))),
    returns as (select * from returns where charge_id = any (array(select id from charges))),
    return_lines as (select * from return_lines where return_id = any (array(select id from returns))),
    journals as (
      select * from journals where charge_id = any (array(select id from charges)) and kind = 'capture'
      union all
      select * from journals where charge_id = any (array(select id from charges)) and kind in ('return', 'landing')),
    ${ENTRIES},
    events as (
      select * from events where charge_id = any (array(select id from charges)) and event <> 'charge.returned'
      union all
      select * from events where return_id = any (array(select id from returns))),
    deliveries as (select * from deliveries where event_id = any (array(select id from events))),
    delivery_attempts as (select * from delivery_attempts where delivery_id = any (array(select id from deliveries)))`,
  journals: `
    journals as (select * from journals where id = any (:keys::uuid[])), ${ENTRIES}`,
  wallets: `
    accounts as (select * from accounts where id = any (:keys::uuid[])),
    entries as (select * from entries where account_id = any (:keys::uuid[])),
    charges as (select * from charges where wallet_id = any (:keys::uuid[]) and status = 'AUTHORIZED')`,
  // With the payouts that name the same transfer of the bank.
  payouts: `
    payouts as (
      select * from payouts where id = any (:keys::uuid[])
      union
      select o.* from payouts p join payouts o on o.provider = p.provider and o.bank_id = p.bank_id
      where p.id = any (:keys::uuid[])),
    journals as (select * from journals where payout_id = any (array(select id from payouts))), ${ENTRIES},
    compliance_records as (
      select * from compliance_records where subject = any (array(select 'payout:' || id from payouts))),
    counterparties as (select * from counterparties where id = any (array(select counterparty_id from payouts))),
    adjustments as (
      select * from adjustments where payout_id = any (array(select id from payouts)) and status <> 'WITHDRAWN')`,
  // By organization, environment, currency and day, as in \`2026-01-31\`.
  days: `
    picked as (
      select split_part(key, '/', 1)::uuid as org_id, split_part(key, '/', 2) as env,
             split_part(key, '/', 3) as currency, split_part(key, '/', 4)::date as day
      from unnest(:keys::text[]) key),
    merchant_days as (
      select d.* from picked p join merchant_days d
        on d.org_id = p.org_id and d.env = p.env and d.currency = p.currency and d.day = p.day),
    journals as (
      select j.* from picked p join journals j
        on j.org_id = p.org_id and j.env = p.env and j.currency = p.currency
          and j.at >= p.day::timestamp at time zone 'UTC' and j.at < (p.day + 1)::timestamp at time zone 'UTC'
      where j.org_id is not null and j.kind not in ('landing', 'payout_settlement')), ${ENTRIES}`,
  merchants: `
    ${OF_ORGS},
    merchant_days as (select * from merchant_days where org_id = any (:keys::uuid[]))`,
  // All sales of an organization: as long as its history.
  histories: `
    ${OF_ORGS},
    accounts as (
      select a.* from (select distinct org_id, env, currency from merchant_totals) t join accounts a
        on a.env = t.env and a.currency = t.currency and a.kind = 'merchant' and a.owner_id = t.org_id),
    entries as (select * from entries where account_id = any (array(select id from accounts))),
    journals as (select * from journals where id = any (array(select journal_id from entries))),
    charges as (
      select h.* from checkouts c join charges h on h.checkout_id = c.id where c.org_id = any (:keys::uuid[])),
    captures as (select * from captures where charge_id = any (array(select id from charges))),
    returns as (select * from returns where org_id = any (:keys::uuid[])),
    awards as (select * from awards where charge_id = any (array(select id from charges)))`,
  // By the bank's id of the event.
  bank_events: `
    partner_events as (
      select * from partner_events where partner = 'bank' and event_id = any (:keys::text[])),
    suspense_cases as (select * from suspense_cases where event_id = any (:keys::text[])),
    journals as (
      select * from journals where op_key = any (array(select 'deposit:' || key from unnest(:keys::text[]) key))
      union
      select * from journals where id = any (array(select journal_id from suspense_cases))), ${ENTRIES},
    payouts as (
      select * from payouts where id = any (array(select reference::uuid from partner_events where reference ~ ${UUID} and type like 'transfer.%')))`,
};

type RunChecks = (on: Queryable, params: { keys: readonly string[] }) => Promise<{ counts: number[] }[]>;

const checksOf = (scope: SliceScope) => CHECKS.filter((check) => check.scope === scope);

/** The checks of a scope on the rows of some keys, in one statement. */
function runOf(name: string, scope: SliceScope): RunChecks {
  const counts = checksOf(scope).map(({ query }) => `(select count(*) from (${query}) broken)`);
  return statement<{ keys: readonly string[] }, { counts: number[] }>(
    name,
    `with ${SLICES[scope]} select array[${counts.join(',\n')}]::integer[] as counts`,
  );
}

const RUNS: Readonly<Record<SliceScope, RunChecks>> = {
  charges: runOf('check_charges', 'charges'),
  journals: runOf('check_journals', 'journals'),
  wallets: runOf('check_wallets', 'wallets'),
  payouts: runOf('check_payouts', 'payouts'),
  days: runOf('check_days', 'days'),
  merchants: runOf('check_merchants', 'merchants'),
  histories: runOf('check_histories', 'histories'),
  bank_events: runOf('check_bank_events', 'bank_events'),
};

/** Runs the checks of a scope on a slice. Returns how many rows break each. */
export async function checkSlice(
  on: Queryable,
  scope: SliceScope,
  keys: readonly string[],
): Promise<CheckResult[]> {
  const counts = (await RUNS[scope](on, { keys }))[0]?.counts;
  if (counts === undefined) throw new Error(`no checks of ${scope} were made`);
  return checksOf(scope).map(({ name }, at) => ({ name, violations: counts[at] ?? 0 }));
}

/** The checks that read their tables whole, each a statement of its own. */
export const WHOLE_CHECKS = CHECKS.filter(({ scope }) => scope === 'whole').map(({ name, query }, at) => ({
  name,
  run: statement<Record<string, never>, { violations: number }>(
    `check_whole_${at}`,
    `select count(*)::integer as violations from (${query}) broken`,
  ),
}));
