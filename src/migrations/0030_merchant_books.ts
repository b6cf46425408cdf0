import { Migration } from '@mikro-orm/migrations';

/**
 * The books of a merchant: totals of each day, from which statements and daily series are read, and indexes
 * to list entries and returns by time.
 *
 * Only the ledger decides what a day holds: a trigger adds each journal that moves a merchant's money. Such a
 * journal carries its organization; one of a wallet carries none. A kind that the trigger does not know
 * counts as an adjustment.
 */
export class MerchantBooks extends Migration {
  override up(): void {
    for (const part of [DAYS, TRIGGER, EARLIER, INDEXES]) this.addSql(part);
  }
}

/** Each part is what the merchant gained (captured, reversed, adjusted) or gave (the others): see PARTS. */
const DAYS = `
create table merchant_days (
  org_id uuid not null references orgs,
  env environment not null,
  currency currency_code not null,
  -- The UTC day of the journal's time, in the sandbox by the organization's clock.
  day date not null,
  slot integer not null check (slot between 0 and 15),
  captured_count minor not null default 0,
  captured bigint not null default 0,
  fees bigint not null default 0,
  cashback bigint not null default 0,
  returned bigint not null default 0,
  cashback_cut bigint not null default 0,
  paid_out bigint not null default 0,
  reversed bigint not null default 0,
  adjusted bigint not null default 0,
  primary key (org_id, env, currency, day, slot)
);
`;

/** The parts of a journal \`j\` by its entries \`e\` on accounts \`a\`. They sum to the merchant's entry. */
const PARTS = `
  (j.kind = 'capture')::int as captured_count,
  coalesce(-sum(e.amount) filter (where j.kind = 'capture' and a.kind = 'wallet'), 0)::bigint as captured,
  coalesce(sum(e.amount) filter (where j.kind = 'capture' and a.kind = 'fees'), 0)::bigint as fees,
  coalesce(sum(e.amount) filter (where j.kind = 'capture' and a.kind = 'cashback'), 0)::bigint as cashback,
  coalesce(sum(e.amount) filter (where j.kind = 'return' and a.kind = 'wallet'), 0)::bigint as returned,
  coalesce(-sum(e.amount) filter (where j.kind = 'return' and a.kind = 'cashback'), 0)::bigint as cashback_cut,
  coalesce(-sum(e.amount) filter (where j.kind = 'payout' and a.kind = 'merchant'), 0)::bigint as paid_out,
  coalesce(sum(e.amount) filter (where j.kind in ('payout_failure', 'payout_return')
                                   and a.kind = 'merchant'), 0)::bigint as reversed,
  coalesce(sum(e.amount) filter (where j.kind not in ('capture', 'return', 'payout', 'payout_failure',
                                   'payout_return') and a.kind = 'merchant'), 0)::bigint as adjusted`;

const COLUMNS = `org_id, env, currency, day, slot, captured_count, captured, fees, cashback, returned,
  cashback_cut, paid_out, reversed, adjusted`;

/** The kinds of journals with an organization that move no merchant's money. */
const OTHERS = `('landing', 'payout_settlement')`;

/**
 * Deferred: it runs at the commit, after the statement has locked the rows of merchant_totals. Every
 * transaction so locks totals first and days second, and holds a day's row for the shortest time.
 */
const TRIGGER = `
create function count_day() returns trigger language plpgsql as $$
begin
  insert into merchant_days as d (${COLUMNS})
  select j.org_id, j.env, j.currency, (j.at at time zone 'UTC')::date,
         totals_slot(coalesce(j.charge_id, j.payout_id, j.id)), ${PARTS}
  from (select new.*) j left join (entries e join accounts a on a.id = e.account_id) on e.journal_id = j.id
  group by j.org_id, j.env, j.currency, j.at, j.charge_id, j.payout_id, j.id, j.kind
  on conflict (org_id, env, currency, day, slot) do update set
    captured_count = d.captured_count + excluded.captured_count,
    captured = d.captured + excluded.captured,
    fees = d.fees + excluded.fees,
    cashback = d.cashback + excluded.cashback,
    returned = d.returned + excluded.returned,
    cashback_cut = d.cashback_cut + excluded.cashback_cut,
    paid_out = d.paid_out + excluded.paid_out,
    reversed = d.reversed + excluded.reversed,
    adjusted = d.adjusted + excluded.adjusted;
  return null;
end $$;
create constraint trigger count_day after insert on journals deferrable initially deferred for each row
  when (new.org_id is not null and new.kind not in ${OTHERS}) execute function count_day();
`;

/** The days of the journals that are there already. */
const EARLIER = `
insert into merchant_days (${COLUMNS})
select org_id, env, currency, day, slot, sum(captured_count), sum(captured), sum(fees), sum(cashback),
       sum(returned), sum(cashback_cut), sum(paid_out), sum(reversed), sum(adjusted)
from (
  select j.org_id, j.env, j.currency, (j.at at time zone 'UTC')::date as day,
         totals_slot(coalesce(j.charge_id, j.payout_id, j.id)) as slot, ${PARTS}
  from journals j left join (entries e join accounts a on a.id = e.account_id) on e.journal_id = j.id
  where j.org_id is not null and j.kind not in ${OTHERS}
  group by j.org_id, j.env, j.currency, j.at, j.charge_id, j.payout_id, j.id, j.kind) parts
group by org_id, env, currency, day, slot;
`;

const INDEXES = `
create index journals_of_merchant on journals (org_id, env, currency, at, id)
  where org_id is not null and kind not in ${OTHERS};
create index returns_by_org on returns (org_id, env, at, id);
`;
