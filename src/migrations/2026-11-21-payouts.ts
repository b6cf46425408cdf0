import { Migration } from '@mikro-orm/migrations';

/** Money out: bank destinations, payouts, and what monitoring and screening decided about them. */
export class Payouts extends Migration {
  override up(): void {
    for (const part of [COMPLIANCE, DESTINATIONS, PAYOUTS, LEDGER, TOTALS, LOCKS, DUE, GUARDS]) this.addSql(part);
  }
}

/** Movements that monitoring judged carry who moved how much: they are what its limits count. */
const COMPLIANCE = `
alter table compliance_records drop constraint compliance_records_decision_check;
alter table compliance_records add constraint compliance_records_decision_check check (decision in ('BLOCKED', 'PASSED', 'FORCED', 'CLEARED'));
alter table compliance_records
  add column movement text check (movement in ('authorization', 'payout')),
  add column party_id uuid,
  add column amount bigint,
  add column currency currency_code,
  -- In real time: limits count across orgs whose clocks differ.
  add column recorded_at timestamptz(3) not null default clock_timestamp(),
  add constraint compliance_records_movement check (num_nulls(movement, party_id, amount, currency) in (0, 4));
create index compliance_records_by_party on compliance_records (party_id, env, movement, recorded_at) where movement is not null;
create index compliance_records_by_subject on compliance_records (subject);
`;

const DESTINATIONS = `
create table counterparties (
  id uuid primary key,
  org_id uuid not null references orgs,
  env environment not null,
  country_code country_code not null,
  currency currency_code not null,
  rail text not null check (rail in ('iban', 'ach')),
  name text not null,
  -- The account as its bank knows it, sealed under this row's id.
  sealed_account text not null,
  account_masked text not null check (account_masked ~ '^[*]{4}[0-9A-Z]{1,4}$'),
  -- CHECKING until the register of names has answered.
  status text not null default 'CHECKING' check (status in ('CHECKING', 'ACTIVE', 'REJECTED')),
  name_match text check (name_match in ('match', 'forced')),
  -- What the register answered, and the name that it has, sealed: why a registration was rejected or had to be forced.
  check_answer text check (check_answer in ('match', 'close', 'none', 'unavailable')),
  sealed_registered_name text,
  force_reason text check (length(btrim(force_reason)) > 0),
  created_by actor not null,
  created_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null default clock_timestamp(),
  unique (id, org_id, env, currency),
  check ((status = 'CHECKING') = (check_answer is null)),
  check ((status = 'ACTIVE') = (name_match is not null)),
  check (name_match <> 'match' or check_answer = 'match'),
  check (name_match <> 'forced' or force_reason is not null)
);
create index counterparties_by_org on counterparties (org_id, env, created_at desc, id desc) where status = 'ACTIVE';
create index counterparties_destination on counterparties (org_id, env, country_code, currency, created_at desc, id desc) where status = 'ACTIVE';
create trigger legal_moves before update of status on counterparties for each row execute function check_move(
  'CHECKING>ACTIVE', 'CHECKING>REJECTED');

-- A name on a list that a payee's name is like. An operator clears the pair once and for all.
create table screening_cases (
  id uuid primary key,
  org_id uuid not null references orgs,
  env environment not null,
  counterparty_id uuid not null references counterparties,
  list text not null,
  entity_id text not null,
  score double precision not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'CLEARED')),
  opened_at timestamptz(3) not null default clock_timestamp(),
  cleared_at timestamptz(3) check ((cleared_at is null) = (status = 'OPEN')),
  reason text check ((reason is null) = (status = 'OPEN')),
  unique (counterparty_id, list, entity_id)
);
create index screening_cases_newest on screening_cases (opened_at desc, id desc);
create trigger legal_moves before update of status on screening_cases for each row execute function check_move('OPEN>CLEARED');
`;

const PAYOUTS = `
-- What was asked for. It never changes; a payout is what became of it.
create table payout_requests (
  id uuid primary key,
  org_id uuid not null,
  env environment not null,
  counterparty_id uuid not null,
  amount minor not null check (amount > 0),
  currency currency_code not null,
  created_by actor not null,
  recorded_at timestamptz(3) not null default clock_timestamp(),
  foreign key (counterparty_id, org_id, env, currency) references counterparties (id, org_id, env, currency),
  unique (id, org_id, env, currency, counterparty_id, amount)
);

create table payouts (
  id uuid primary key,
  org_id uuid not null references orgs,
  env environment not null,
  counterparty_id uuid not null,
  provider text not null,
  amount minor not null,
  currency currency_code not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'SETTLED', 'FAILED', 'RETURNED')),
  -- What the merchant had when it was reserved: a payout never takes more.
  available_before minor not null check (available_before >= amount),
  created_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null default clock_timestamp(),
  -- Only the sandbox settles by the clock; in live the bank says when.
  due_at timestamptz(3) check ((due_at is not null) = (env = 'sandbox')),
  -- In real time: when we began to send it, and when the bank was first known to have it. In live only.
  sending_at timestamptz(3) check (sending_at is null or env = 'live'),
  taken_at timestamptz(3) check (taken_at is null or sending_at is not null),
  bank_id text check ((bank_id is null) = (taken_at is null)),
  settled_at timestamptz(3) check ((settled_at is not null) = (status in ('SETTLED', 'RETURNED'))),
  failed_at timestamptz(3) check ((failed_at is not null) = (status = 'FAILED')),
  returned_at timestamptz(3) check ((returned_at is not null) = (status = 'RETURNED')),
  failure_reason text check ((failure_reason is not null) = (status in ('FAILED', 'RETURNED'))),
  foreign key (id, org_id, env, currency, counterparty_id, amount)
    references payout_requests (id, org_id, env, currency, counterparty_id, amount),
  unique (id, org_id, env, currency),
  -- The sandbox never meets a real bank, nor live the sandbox's.
  check ((provider = 'sandbox') = (env = 'sandbox')),
  check (env = 'sandbox' or status not in ('SETTLED', 'RETURNED') or taken_at is not null)
);
create index payouts_by_org on payouts (org_id, env, created_at desc, id desc);
create index payouts_open on payouts (id) where status = 'PENDING';
create index payouts_open_by_org on payouts (org_id, env, currency) where status = 'PENDING';
create index payouts_due on payouts (org_id, due_at) where status = 'PENDING' and env = 'sandbox';
create index payouts_settled on payouts (org_id, settled_at) where env = 'sandbox' and settled_at is not null;
create trigger legal_moves before update of status on payouts for each row execute function check_move(
  'PENDING>SETTLED', 'PENDING>FAILED', 'SETTLED>RETURNED');
`;

/** On its way money is nobody's: account 'payouts'. What the bank has paid out leaves by 'funding', where deposits came in. */
const LEDGER = `
alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check check (kind in ('wallet', 'merchant', 'fees', 'cashback', 'funding', 'payouts'));
alter table accounts drop constraint accounts_check;
alter table accounts add constraint accounts_owner check ((owner_id is null) = (kind in ('fees', 'cashback', 'funding', 'payouts')));

alter table journals add column payout_id uuid;
alter table journals add foreign key (payout_id, org_id, env, currency) references payouts (id, org_id, env, currency);
alter table journals drop constraint journals_kind_check;
alter table journals add constraint journals_kind_check check (kind in ('topup', 'capture', 'return', 'landing', 'deposit',
  'payout', 'payout_settlement', 'payout_failure', 'payout_return'));
alter table journals drop constraint journals_belong;
alter table journals add constraint journals_belong check (
  case when kind in ('topup', 'deposit') then charge_id is null and org_id is null and payout_id is null
       when kind like 'payout%' then charge_id is null and org_id is not null and payout_id is not null
       else charge_id is not null and org_id is not null and payout_id is null end);
create unique index journals_one_a_payout_step on journals (payout_id, kind) where payout_id is not null;
`;

const TOTALS = `
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
  where t.org_id = new.org_id and t.env = new.env and t.currency = new.currency and t.slot = totals_slot(new.id);
  return null;
end $$;
create trigger recount_payout after update of status on payouts for each row
  when (new.status in ('FAILED', 'RETURNED') and old.status <> new.status) execute function recount_payout();
`;

/**
 * A payout is judged alone among those of its org and environment, and against a balance that nobody else is about to
 * lower: monitoring's counts, the balance and the reservation are of one moment.
 */
const LOCKS = `
create function lock_payouts(org uuid, in_env text, in_currency text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7701, hashtext(org::text));
  perform pg_advisory_xact_lock(7703, hashtext(org::text || in_env));
  perform 1 from merchant_totals where org_id = org and env = in_env and currency = in_currency order by slot for no key update;
end $$;

create function lock_payout(org uuid, payout uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7701, hashtext(org::text));
  perform 1 from payouts where id = payout for no key update;
end $$;
`;

const DUE = `
create or replace view due_things as
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
  from deliveries where env = 'sandbox' and status = 'PENDING'
  union all
  select org_id, 'payout_settlement', id, 'payout', id, due_at
  from payouts where env = 'sandbox' and status = 'PENDING';
`;

const GUARDS = `
create trigger append_only before update or delete on payout_requests for each row execute function refuse_change();
create trigger never_truncated before truncate on payout_requests execute function refuse_change();
`;
