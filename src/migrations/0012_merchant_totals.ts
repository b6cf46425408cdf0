import { Migration } from '@mikro-orm/migrations';

/**
 * A merchant's running totals, so that summary and balance cost the same after any number of sales. A charge
 * always counts in the same of 16 slots, so that a busy merchant is not one hot row; a total is the sum of
 * its slots.
 *
 * Statements that write several rows do so in the order of the whole key: two of them never wait for each
 * other.
 */
export class MerchantTotals extends Migration {
  override up(): void {
    for (const part of [TOTALS, CAPTURES, RETURNS, AWARDS, PAYOUTS]) this.addSql(part);
  }
}

const TOTALS = `
create table merchant_totals (
  org_id uuid not null references orgs,
  env environment not null,
  currency currency_code not null,
  slot integer not null check (slot between 0 and 15),
  -- May be below 0: returns are paid even after the money was paid out. May pass 2^53 - 1: a total is no
  -- amount.
  balance bigint not null default 0,
  captured_count minor not null default 0,
  captured bigint not null default 0,
  funded bigint not null default 0,
  social_count minor not null default 0,
  to_buyers bigint not null default 0,
  to_recommenders bigint not null default 0,
  primary key (org_id, env, currency, slot)
);

create function totals_slot(charge uuid) returns integer language sql immutable as
$$ select hashtext(charge::text) & 15 $$;
`;

const CAPTURES = `
create function count_capture() returns trigger language plpgsql as $$
begin
  insert into merchant_totals as t
    (org_id, env, currency, slot, balance, captured_count, captured, funded, social_count, to_recommenders)
  select h.org_id, h.env, h.currency, totals_slot(h.id), h.total - new.mdr_fee - new.total_cashback, 1,
         h.total, new.total_cashback,
         (json_array_length(new.recommenders) > 0)::int, new.recommender_amount
  from charges h where h.id = new.charge_id
  on conflict (org_id, env, currency, slot) do update set
    balance = t.balance + excluded.balance,
    captured_count = t.captured_count + 1,
    captured = t.captured + excluded.captured,
    funded = t.funded + excluded.funded,
    social_count = t.social_count + excluded.social_count,
    to_recommenders = t.to_recommenders + excluded.to_recommenders;
  return null;
end $$;
create trigger count_capture after insert on captures for each row execute function count_capture();
`;

const RETURNS = `
create function count_return() returns trigger language plpgsql as $$
begin
  update merchant_totals t set
    balance = t.balance - (new.refund - new.buyer_cut - new.recommender_cut),
    funded = t.funded - new.buyer_cut - new.recommender_cut,
    to_recommenders = t.to_recommenders - new.recommender_cut
  from charges h
  where h.id = new.charge_id and t.org_id = h.org_id and t.env = h.env and t.currency = h.currency
    and t.slot = totals_slot(h.id);
  return null;
end $$;
create trigger count_return after insert on returns for each row execute function count_return();
`;

/** Buyers have earned their awards that are pending or landed, not those that are deferred. */
const AWARDS = `
create function count_buyer_awards() returns trigger language plpgsql as $$
begin
  insert into merchant_totals as t (org_id, env, currency, slot, to_buyers)
  select org_id, env, currency, slot, sum(earned) from (
    select org_id, env, currency, totals_slot(charge_id) as slot,
           case when status in ('PENDING', 'LANDED') then amount else 0 end as earned
    from new_awards where kind = 'buyer') earned
  group by org_id, env, currency, slot having sum(earned) <> 0 order by org_id, env, currency, slot
  on conflict (org_id, env, currency, slot) do update set to_buyers = t.to_buyers + excluded.to_buyers;
  return null;
end $$;
create trigger count_buyer_awards after insert on awards
  referencing new table as new_awards for each statement execute function count_buyer_awards();

create function recount_buyer_awards() returns trigger language plpgsql as $$
begin
  insert into merchant_totals as t (org_id, env, currency, slot, to_buyers)
  select n.org_id, n.env, n.currency, totals_slot(n.charge_id),
         sum(case when n.status in ('PENDING', 'LANDED') then n.amount else 0 end
             - case when o.status in ('PENDING', 'LANDED') then o.amount else 0 end)
  from new_awards n join old_awards o on o.id = n.id
  where n.kind = 'buyer'
  group by 1, 2, 3, 4
  having sum(case when n.status in ('PENDING', 'LANDED') then n.amount else 0 end
             - case when o.status in ('PENDING', 'LANDED') then o.amount else 0 end) <> 0
  order by 1, 2, 3, 4
  on conflict (org_id, env, currency, slot) do update set to_buyers = t.to_buyers + excluded.to_buyers;
  return null;
end $$;
create trigger recount_buyer_awards after update on awards
  referencing old table as old_awards new table as new_awards
  for each statement execute function recount_buyer_awards();
`;

const PAYOUTS = `
create function count_payout() returns trigger language plpgsql as $$
begin
  insert into merchant_totals as t (org_id, env, currency, slot, balance)
  values (new.org_id, new.env, new.currency, totals_slot(new.id), -new.amount)
  on conflict (org_id, env, currency, slot) do update set balance = t.balance - new.amount;
  return null;
end $$;
create trigger count_payout after insert on payouts for each row execute function count_payout();

create function recount_payout() returns trigger language plpgsql as $$
begin
  update merchant_totals t set balance = t.balance + new.amount
  where t.org_id = new.org_id and t.env = new.env and t.currency = new.currency
    and t.slot = totals_slot(new.id);
  return null;
end $$;
create trigger recount_payout after update of status on payouts for each row
  when (new.status in ('FAILED', 'RETURNED') and old.status <> new.status) execute function recount_payout();
`;
