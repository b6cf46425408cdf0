import { Migration } from '@mikro-orm/migrations';

/** Returns, landed cashback, running totals per merchant, the sandbox clock's due things, who did what, the operator's audit. */
export class MoneyOverTime extends Migration {
  override up(): void {
    for (const part of [ACTORS, RETURNS, TOTALS, DUE, OPERATOR, GUARDS]) this.addSql(part);
  }
}

/** Who gave a command: `api_key:<id>` or `user:<id>`. */
const ACTORS = `
create domain actor as text check (value ~ '^(api_key|user):[0-9a-f-]{36}$');
alter table carts add column created_by actor;
alter table charges add column captured_by actor, add column voided_by actor;
`;

const RETURNS = `
-- What the merchant asked for. It never changes; a return is what became of it.
create table return_requests (
  id uuid primary key,
  charge_id uuid not null references charges,
  reason text,
  -- Null asks for all that is left: [{productId, qty}] otherwise.
  items json,
  created_by actor not null,
  recorded_at timestamptz(3) not null default clock_timestamp(),
  unique (id, charge_id)
);

alter table journals drop constraint journals_kind_check;
alter table journals add constraint journals_kind_check check (kind in ('topup', 'capture', 'return', 'landing'));
alter table journals drop constraint journals_check;
alter table journals add constraint journals_belong check ((kind = 'topup') = (charge_id is null) and (kind = 'topup') = (org_id is null));

create table returns (
  id uuid primary key,
  charge_id uuid not null,
  org_id uuid not null,
  env environment not null,
  journal_id uuid not null unique references journals,
  goods minor not null,
  shipping_part minor not null,
  tax_part minor not null,
  refund minor not null,
  buyer_cut minor not null,
  recommender_cut minor not null,
  award_adjusted boolean not null check (award_adjusted = (buyer_cut > 0 or recommender_cut > 0)),
  at timestamptz(3) not null,
  foreign key (id, charge_id) references return_requests (id, charge_id),
  foreign key (charge_id, org_id, env) references charges (id, org_id, env),
  check (refund = goods::numeric + shipping_part + tax_part)
);
create index returns_by_charge on returns (charge_id);

create table return_lines (
  return_id uuid not null references returns,
  line integer not null,
  qty minor not null check (qty > 0),
  goods minor not null,
  buyer_cut minor not null,
  recommender_cut minor not null,
  primary key (return_id, line)
);

-- A delivery body may now belong to a return.
alter table events add column return_id uuid references returns;
create unique index events_once_a_return on events (return_id) where return_id is not null;
alter table events add check ((event = 'charge.returned' and not test) = (return_id is not null));
`;

/**
 * A merchant's running totals, so that summary and balance cost the same after any number of sales. A charge always
 * counts in the same of 16 slots, so that a busy merchant is not one hot row; the answer is the sum of the slots.
 */
const TOTALS = `
create table merchant_totals (
  org_id uuid not null references orgs,
  env environment not null,
  currency currency_code not null,
  slot integer not null check (slot between 0 and 15),
  -- May be below 0: returns are paid even after the money was paid out.
  -- A total is no amount: it may pass 2^53 - 1, and a capture must not fail for it.
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

create function count_capture() returns trigger language plpgsql as $$
begin
  insert into merchant_totals as t (org_id, env, currency, slot, balance, captured_count, captured, funded, social_count, to_recommenders)
  select h.org_id, h.env, h.currency, totals_slot(h.id), h.total - new.mdr_fee - new.total_cashback, 1, h.total, new.total_cashback,
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

create function count_return() returns trigger language plpgsql as $$
begin
  update merchant_totals t set
    balance = t.balance - (new.refund - new.buyer_cut - new.recommender_cut),
    funded = t.funded - new.buyer_cut - new.recommender_cut,
    to_recommenders = t.to_recommenders - new.recommender_cut
  from charges h
  where h.id = new.charge_id and t.org_id = h.org_id and t.env = h.env and t.currency = h.currency and t.slot = totals_slot(h.id);
  return null;
end $$;
create trigger count_return after insert on returns for each row execute function count_return();

-- What buyers have earned: their awards that are pending or landed. Deferred ones are not theirs yet.
create function count_buyer_awards() returns trigger language plpgsql as $$
begin
  insert into merchant_totals as t (org_id, env, currency, slot, to_buyers)
  select org_id, env, currency, slot, sum(earned) from (
    select org_id, env, currency, totals_slot(charge_id) as slot,
           case when status in ('PENDING', 'LANDED') then amount else 0 end as earned
    from new_awards where kind = 'buyer') earned
  group by org_id, env, currency, slot having sum(earned) <> 0 order by slot
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
  order by 4
  on conflict (org_id, env, currency, slot) do update set to_buyers = t.to_buyers + excluded.to_buyers;
  return null;
end $$;
create trigger recount_buyer_awards after update on awards
  referencing old table as old_awards new table as new_awards for each statement execute function recount_buyer_awards();
`;

/** Everything in the sandbox that happens by itself, with the workflow that does it. Each branch has a partial index. */
const DUE = `
create view due_things as
  select org_id, 'checkout_expiry' as kind, id, 'checkout' as workflow, id as workflow_key, expires_at as due_at
  from checkouts where env = 'sandbox' and status = 'PENDING'
  union all
  select org_id, 'hold_lapse', id, 'checkout', checkout_id, hold_expires_at
  from charges where env = 'sandbox' and status = 'AUTHORIZED'
  union all
  select org_id, 'award_landing', id, 'award', id, pending_until
  from awards where env = 'sandbox' and status = 'PENDING'
  union all
  select org_id, 'webhook_retry', id, 'webhookDelivery', id, coalesce(next_attempt_at, created_at)
  from deliveries where env = 'sandbox' and status = 'PENDING';

drop index deliveries_due;
create index deliveries_due on deliveries (org_id, coalesce(next_attempt_at, created_at)) where status = 'PENDING' and env = 'sandbox';

-- What owes an end, for the reconciliation.
create index awards_open on awards (id) where status = 'PENDING';
create index checkouts_open on checkouts (id) where status in ('PENDING', 'AUTHORIZED');
create index deliveries_open on deliveries (id) where status = 'PENDING';
-- What fired while a clock was moved.
create index checkouts_expired on checkouts (org_id, expires_at) where status = 'EXPIRED' and env = 'sandbox';
create index charges_lapsed on charges (org_id, lapsed_at) where status = 'EXPIRED' and env = 'sandbox';
create index awards_landed on awards (org_id, landed_at) where status = 'LANDED' and env = 'sandbox';
create index delivery_attempts_retried on delivery_attempts (at) where number > 1;
create index awards_by_status on awards (beneficiary_id, env, status, seq desc);
create index awards_by_charge on awards (charge_id, id);
`;

const OPERATOR = `
create table operator_actions (
  id uuid primary key,
  action text not null,
  target text not null,
  before json,
  after json,
  reason text not null default '',
  at timestamptz(3) not null default clock_timestamp()
);
create index operator_actions_newest on operator_actions (at desc, id desc);
`;

const GUARDS = `
-- Recommending a product and buying it decide together whether the buyer's award is deferred: shared for buyers, exclusive for the recommendation.
create function lock_recommendations(merchant uuid, shopper uuid, exclusively boolean) returns void language plpgsql as $$
begin
  if exclusively then
    perform pg_advisory_xact_lock(7702, hashtext(merchant::text || shopper::text));
  else
    perform pg_advisory_xact_lock_shared(7702, hashtext(merchant::text || shopper::text));
  end if;
end $$;

-- Takes the org's clock (shared), checkout, charge, the charge's awards and then, for captures, the buyer's recommendations.
create or replace function lock_checkout(org uuid, checkout uuid) returns void language plpgsql as $$
declare charge record;
begin
  perform pg_advisory_xact_lock_shared(7701, hashtext(org::text));
  perform 1 from checkouts where id = checkout for no key update;
  select id, consumer_id into charge from charges where checkout_id = checkout for no key update;
  if found then
    perform lock_recommendations(org, charge.consumer_id, false);
    perform 1 from awards where charge_id = charge.id order by id for no key update;
  end if;
end $$;

create function lock_award(org uuid, award uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7701, hashtext(org::text));
  perform 1 from awards where id = award for no key update;
end $$;

create function lock_recommendation(merchant uuid, shopper uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7701, hashtext(merchant::text));
  perform lock_recommendations(merchant, shopper, true);
end $$;

do $$
declare target text;
begin
  foreach target in array array['return_requests', 'returns', 'return_lines', 'operator_actions'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', target);
    execute format('create trigger never_truncated before truncate on %I execute function refuse_change()', target);
  end loop;
end $$;

-- What has landed is never touched again.
create function keep_landed() returns trigger language plpgsql as $$
begin
  if old.status in ('LANDED', 'VOIDED') then
    raise exception 'award % has ended as %', old.id, old.status using errcode = 'restrict_violation';
  end if;
  if new.amount > old.amount then
    raise exception 'award % may not grow', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_landed before update on awards for each row execute function keep_landed();
`;
