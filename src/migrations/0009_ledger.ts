import { Migration } from '@mikro-orm/migrations';

/** Journals and entries: append-only, and balanced at every commit. */
export class Ledger extends Migration {
  override up(): void {
    for (const part of [JOURNALS, ENTRIES, WALLETS, BALANCE]) this.addSql(part);
  }
}

const JOURNALS = `
create table journals (
  id uuid primary key,
  env environment not null,
  currency currency_code not null,
  kind text not null check (kind in ('topup', 'deposit', 'capture', 'return', 'landing',
    'payout', 'payout_settlement', 'payout_failure', 'payout_return')),
  -- The business key of the effect: a second run finds its journal here.
  op_key text not null unique,
  org_id uuid references orgs,
  charge_id uuid,
  payout_id uuid,
  entry_count integer not null check (entry_count = 0 or entry_count >= 2),
  at timestamptz(3) not null,
  command_id uuid,
  unique (id, env, currency),
  unique (id, charge_id, org_id, env),
  foreign key (charge_id, org_id, env) references charges (id, org_id, env),
  foreign key (payout_id, org_id, env, currency) references payouts (id, org_id, env, currency),
  constraint journals_belong check (
    case when kind in ('topup', 'deposit') then charge_id is null and org_id is null and payout_id is null
         when kind like 'payout%' then charge_id is null and org_id is not null and payout_id is not null
         else charge_id is not null and org_id is not null and payout_id is null end),
  -- Test funds are topped up, real ones come from the bank.
  constraint journals_money_of check (
    case kind when 'topup' then env = 'sandbox' when 'deposit' then env = 'live' else true end)
);
create unique index journals_one_capture_a_charge on journals (charge_id) where kind = 'capture';
create unique index journals_one_a_payout_step on journals (payout_id, kind) where payout_id is not null;
call make_append_only('journals');
`;

const ENTRIES = `
create table entries (
  id bigint generated always as identity primary key,
  journal_id uuid not null,
  account_id uuid not null,
  env environment not null,
  currency currency_code not null,
  amount bigint not null check (amount <> 0 and amount between -9007199254740991 and 9007199254740991),
  foreign key (journal_id, env, currency) references journals (id, env, currency),
  foreign key (account_id, env, currency) references accounts (id, env, currency)
);
create index entries_by_journal on entries (journal_id);
create index entries_by_account on entries (account_id, id);
call make_append_only('entries');
`;

/** A wallet's balance is the sum of its entries. The database itself keeps the sum. */
const WALLETS = `
create function post_to_wallets() returns trigger language plpgsql as $$
begin
  update accounts a set balance = a.balance + posted.amount
  from (select account_id, sum(amount) as amount from posted_entries group by account_id) posted
  where a.id = posted.account_id and a.kind = 'wallet';
  return null;
end $$;
create trigger post_to_wallets after insert on entries
  referencing new table as posted_entries for each statement execute function post_to_wallets();
`;

const BALANCE = `
create function check_journal_balances() returns trigger language plpgsql as $$
declare
  journal uuid := case tg_table_name when 'journals' then (to_jsonb(new)->>'id')::uuid
    else (to_jsonb(new)->>'journal_id')::uuid end;
  total numeric;
  counted integer;
  declared integer;
begin
  select coalesce(sum(amount), 0), count(*) into total, counted from entries where journal_id = journal;
  select entry_count into declared from journals where id = journal;
  if total <> 0 or counted <> declared then
    raise exception 'journal % has % entries of % that sum to %', journal, counted, declared, total
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger journal_balances after insert on journals
  deferrable initially deferred for each row execute function check_journal_balances();
create constraint trigger journal_balances after insert on entries
  deferrable initially deferred for each row execute function check_journal_balances();
`;
