import { Migration } from '@mikro-orm/migrations';

/**
 * Money that cannot be booked to a party, and corrections of the books. A case holds such money in the account
 * `suspense`. An adjustment moves money to or from a party, and takes effect when a second operator approves it.
 */
export class Suspense extends Migration {
  override up(): void {
    for (const part of [ACCOUNTS, JOURNALS, CASES, ADJUSTMENTS, TOTALS]) this.addSql(part);
  }
}

const ACCOUNTS = `
alter table accounts
  drop constraint accounts_kind_check,
  add constraint accounts_kind_check check (kind in ('wallet', 'merchant', 'fees', 'cashback', 'funding',
    'payouts', 'suspense', 'adjustments')),
  drop constraint accounts_owner,
  add constraint accounts_owner check ((owner_id is not null) = (kind in ('wallet', 'merchant')));
`;

/**
 * The row that the journal is about has its details: the case of a `suspense`, or the adjustment whose id is in
 * the business key.
 */
const JOURNALS = `
alter table journals
  drop constraint journals_kind_check,
  add constraint journals_kind_check check (kind in ('topup', 'deposit', 'capture', 'return', 'landing',
    'payout', 'payout_settlement', 'payout_failure', 'payout_return', 'suspense', 'adjustment')),
  drop constraint journals_belong,
  add constraint journals_belong check (
    case when kind in ('topup', 'deposit', 'suspense')
           then charge_id is null and org_id is null and payout_id is null
         -- Of an organization's balance, or of a shopper's wallet without an organization.
         when kind = 'adjustment' then charge_id is null and payout_id is null
         when kind like 'payout%' then charge_id is null and org_id is not null and payout_id is not null
         else charge_id is not null and org_id is not null and payout_id is null end),
  drop constraint journals_money_of,
  add constraint journals_money_of check (
    case when kind = 'topup' then env = 'sandbox' when kind in ('deposit', 'suspense') then env = 'live'
         else true end);
`;

const CASES = `
alter table payouts add unique (id, env);

create table suspense_cases (
  id uuid primary key,
  kind text not null check (kind in ('unknown_user', 'unknown_currency', 'past_bound', 'contradiction')),
  env environment not null check (env = 'live'),
  -- Above 0: the bank received it, and no party has it. Below 0: the bank paid it, and no party was charged.
  amount bigint not null check (amount <> 0 and amount between -9007199254740991 and 9007199254740991),
  currency currency_code not null,
  facts json not null,
  -- The bank's id of the event that reported the deposit.
  event_id text unique,
  -- The payout whose transfer contradicts our books.
  payout_id uuid,
  journal_id uuid not null unique,
  status text not null default 'OPEN' check (status in ('OPEN', 'ASSIGNED')),
  created_at timestamptz(3) not null default clock_timestamp(),
  assigned_at timestamptz(3) check ((assigned_at is not null) = (status = 'ASSIGNED')),
  foreign key (journal_id, env, currency) references journals (id, env, currency),
  foreign key (payout_id, env) references payouts (id, env),
  unique (id, env, currency, amount),
  constraint suspense_cases_source check (
    case when kind = 'contradiction' then payout_id is not null and event_id is null
         else payout_id is null and event_id is not null and amount > 0 end)
);
create index suspense_cases_newest on suspense_cases (created_at desc, id desc);
create index suspense_cases_by_payout on suspense_cases (payout_id) where payout_id is not null;
create trigger legal_moves before update of status on suspense_cases
  for each row execute function check_move('OPEN>ASSIGNED');

create function keep_suspense_case() returns trigger language plpgsql as $$
begin
  if (old.kind, old.env, old.amount, old.currency, old.facts::text, old.event_id, old.payout_id, old.journal_id,
      old.created_at)
     is distinct from (new.kind, new.env, new.amount, new.currency, new.facts::text, new.event_id,
       new.payout_id, new.journal_id, new.created_at) then
    raise exception 'suspense case % may only be assigned', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_facts before update on suspense_cases for each row execute function keep_suspense_case();
`;

const ADJUSTMENTS = `
create table adjustments (
  id uuid primary key,
  org_id uuid references orgs,
  user_id uuid references users,
  env environment not null,
  currency currency_code not null,
  -- The change of the party's balance.
  amount bigint not null check (amount <> 0 and amount between -9007199254740991 and 9007199254740991),
  -- The case whose money the party gets. Null: the money comes from the account 'adjustments'.
  case_id uuid,
  -- The payout that the bank never got. Approving it fails the payout, whose own journal returns the amount.
  payout_id uuid,
  reason text not null check (length(btrim(reason)) > 0),
  status text not null default 'PROPOSED' check (status in ('PROPOSED', 'APPROVED')),
  proposed_by text not null,
  proposed_at timestamptz(3) not null default clock_timestamp(),
  approved_by text check ((approved_by is not null) = (status = 'APPROVED')),
  approved_at timestamptz(3) check ((approved_at is not null) = (status = 'APPROVED')),
  foreign key (case_id, env, currency, amount) references suspense_cases (id, env, currency, amount),
  foreign key (payout_id, org_id, env, currency) references payouts (id, org_id, env, currency),
  constraint adjustments_one_party check (num_nonnulls(org_id, user_id) = 1),
  constraint adjustments_one_source check (num_nonnulls(case_id, payout_id) <= 1),
  constraint adjustments_of_payouts check (payout_id is null or org_id is not null and amount > 0),
  constraint adjustments_four_eyes check (approved_by <> proposed_by)
);
create index adjustments_newest on adjustments (proposed_at desc, id desc);
create unique index adjustments_one_a_case on adjustments (case_id) where status = 'APPROVED';
create unique index adjustments_one_a_payout on adjustments (payout_id);
create trigger legal_moves before update of status on adjustments
  for each row execute function check_move('PROPOSED>APPROVED');

create function keep_adjustment() returns trigger language plpgsql as $$
begin
  if old.status <> 'PROPOSED' or (old.org_id, old.user_id, old.env, old.currency, old.amount, old.case_id,
      old.payout_id, old.reason, old.proposed_by, old.proposed_at)
     is distinct from (new.org_id, new.user_id, new.env, new.currency, new.amount, new.case_id,
       new.payout_id, new.reason, new.proposed_by, new.proposed_at) then
    raise exception 'adjustment % may only be approved, once', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_proposal before update on adjustments for each row execute function keep_adjustment();
`;

/** The journal of a payout that failed is counted with the payout. */
const TOTALS = `
create function count_adjustment() returns trigger language plpgsql as $$
begin
  insert into merchant_totals as t (org_id, env, currency, slot, balance)
  values (new.org_id, new.env, new.currency, totals_slot(new.id), new.amount)
  on conflict (org_id, env, currency, slot) do update set balance = t.balance + new.amount;
  return null;
end $$;
create trigger count_adjustment after update of status on adjustments for each row
  when (new.status = 'APPROVED' and new.org_id is not null and new.payout_id is null)
  execute function count_adjustment();
`;
