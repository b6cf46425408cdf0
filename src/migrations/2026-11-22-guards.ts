import { Migration } from '@mikro-orm/migrations';

/** What the database itself holds against: a wrong clock of Temporal, a clock move in the way of live money, a transfer or a request used twice. */
export class Guards extends Migration {
  override up(): void {
    for (const part of [FIRINGS, LOCKS, TOTALS, TRANSFERS, RECOMMENDATIONS]) this.addSql(part);
  }
}

/**
 * When something happened by itself, in real time. Business times are the due times: without this column, a hold that a wrong clock
 * had lapsed days early would look like any other. Rows from before the column keep null.
 */
const FIRINGS = `
create function real_now() returns timestamptz language sql volatile as
$$ select to_timestamp(real_ms() / 1000.0)::timestamptz(3) $$;

alter table checkouts add column fired_recorded_at timestamptz(3),
  add constraint checkouts_live_in_time check (env <> 'live' or fired_recorded_at >= expires_at);
alter table charges add column fired_recorded_at timestamptz(3),
  add constraint charges_live_in_time check (env <> 'live' or fired_recorded_at >= hold_expires_at);
alter table awards add column fired_recorded_at timestamptz(3),
  add constraint awards_live_in_time check (env <> 'live' or fired_recorded_at >= pending_until);

create function record_firing() returns trigger language plpgsql as $$
begin
  new.fired_recorded_at := real_now();
  return new;
end $$;
create trigger record_firing before update of status on checkouts for each row
  when (old.status = 'PENDING' and new.status = 'EXPIRED') execute function record_firing();
create trigger record_firing before update of status on charges for each row
  when (old.status <> new.status and new.status = 'EXPIRED') execute function record_firing();
create trigger record_firing before update of status on awards for each row
  when (old.status <> new.status and new.status = 'LANDED') execute function record_firing();
`;

/**
 * Only the sandbox has a clock that moves: what is live takes none of its locks, and none that a move could wait behind. What both
 * environments share is locked for each of them alone: a shopper's recommendations of a merchant, and a terminal.
 */
const LOCKS = `
create function lock_sandbox_clock(org uuid, in_env text) returns void language plpgsql as $$
begin
  if in_env = 'sandbox' then
    perform pg_advisory_xact_lock_shared(7701, hashtext(org::text));
  end if;
end $$;

create function lock_recommendations(merchant uuid, in_env text, shopper uuid, exclusively boolean) returns void language plpgsql as $$
begin
  if exclusively then
    perform pg_advisory_xact_lock(7702, hashtext(merchant::text || in_env || shopper::text));
  else
    perform pg_advisory_xact_lock_shared(7702, hashtext(merchant::text || in_env || shopper::text));
  end if;
end $$;

create or replace function lock_checkout(org uuid, checkout uuid) returns void language plpgsql as $$
declare charge record;
begin
  perform lock_sandbox_clock(org, env) from checkouts where id = checkout;
  perform 1 from checkouts where id = checkout for no key update;
  select id, consumer_id, env into charge from charges where checkout_id = checkout for no key update;
  if found then
    perform lock_recommendations(org, charge.env, charge.consumer_id, false);
    perform 1 from awards where charge_id = charge.id order by id for no key update;
  end if;
end $$;

-- Its row is shared by openings of both environments, and keeps whoever would change the terminal waiting.
create function lock_terminal(org uuid, in_env text, terminal uuid) returns void language plpgsql as $$
begin
  perform lock_sandbox_clock(org, in_env);
  perform pg_advisory_xact_lock(7704, hashtext(terminal::text || in_env));
  perform 1 from terminals where id = terminal for share;
end $$;

create or replace function lock_award(org uuid, award uuid) returns void language plpgsql as $$
begin
  perform lock_sandbox_clock(org, env) from awards where id = award;
  perform 1 from awards where id = award for no key update;
end $$;

create function lock_recommendation(merchant uuid, in_env text, shopper uuid) returns void language plpgsql as $$
begin
  perform lock_sandbox_clock(merchant, in_env);
  perform lock_recommendations(merchant, in_env, shopper, true);
end $$;

-- For workers of the version before, which do not say in which environment: both.
create or replace function lock_recommendation(merchant uuid, shopper uuid) returns void language plpgsql as $$
begin
  perform lock_recommendation(merchant, 'sandbox', shopper);
  perform lock_recommendation(merchant, 'live', shopper);
end $$;

create or replace function lock_payouts(org uuid, in_env text, in_currency text) returns void language plpgsql as $$
begin
  perform lock_sandbox_clock(org, in_env);
  perform pg_advisory_xact_lock(7703, hashtext(org::text || in_env));
  perform 1 from merchant_totals where org_id = org and env = in_env and currency = in_currency order by slot for no key update;
end $$;

create or replace function lock_payout(org uuid, payout uuid) returns void language plpgsql as $$
begin
  perform lock_sandbox_clock(org, env) from payouts where id = payout;
  perform 1 from payouts where id = payout for no key update;
end $$;
`;

/** Both write rows of several currencies in one statement: in the order of the whole key, so that two of them never wait for each other. */
const TOTALS = `
-- A total is no amount: it may pass 2^53 - 1, and a capture must not fail for it.
alter table merchant_totals drop constraint merchant_totals_balance_check;

create or replace function count_buyer_awards() returns trigger language plpgsql as $$
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

create or replace function recount_buyer_awards() returns trigger language plpgsql as $$
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
`;

const TRANSFERS = `
create unique index payouts_one_a_transfer on payouts (provider, bank_id) where bank_id is not null;
`;

const RECOMMENDATIONS = `
-- What became of a request: the entry that it put on the list, or found there. A request that has this row was carried out.
create table recommendations (
  id uuid primary key references recommendation_requests,
  entry_id uuid not null references buy_list_entries,
  recorded_at timestamptz(3) not null default clock_timestamp()
);
create trigger append_only before update or delete on recommendations for each row execute function refuse_change();
create trigger never_truncated before truncate on recommendations execute function refuse_change();

-- Those from before, but for what may be under way.
insert into recommendations (id, entry_id)
select r.id, e.id
from recommendation_requests r
  join buy_list_entries e on (e.env, e.merchant_id, e.product_id, e.user_id) = (r.env, r.merchant_id, r.product_id, r.user_id)
where r.recorded_at < clock_timestamp() - interval '1 minute';
`;
