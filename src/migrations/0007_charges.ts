import { Migration } from '@mikro-orm/migrations';

/** Accounts of the ledger, and charges with their holds on a wallet. */
export class Charges extends Migration {
  override up(): void {
    for (const part of [ACCOUNTS, CHARGES]) this.addSql(part);
  }
}

/**
 * Only shopper wallets keep a balance, because authorize must compare it. Every other balance is the sum of
 * its entries. Money on its way to a bank belongs to 'payouts'. Deposits and settled payouts pass through
 * 'funding'.
 */
const ACCOUNTS = `
create table accounts (
  id uuid primary key,
  env environment not null,
  currency currency_code not null,
  kind text not null check (kind in ('wallet', 'merchant', 'fees', 'cashback', 'funding', 'payouts')),
  owner_id uuid,
  balance bigint check (balance between 0 and 9007199254740991),
  held bigint check (held between 0 and balance),
  constraint accounts_owner check ((owner_id is null) = (kind in ('fees', 'cashback', 'funding', 'payouts'))),
  check ((kind = 'wallet') = (balance is not null and held is not null)),
  check (kind = 'wallet' or (balance is null and held is null)),
  unique nulls not distinct (env, currency, kind, owner_id),
  unique (id, env, currency)
);

-- Returns the id of an account, which is made when it is missing.
create function account_of(in_env text, in_currency text, in_kind text, in_owner uuid) returns uuid
language plpgsql as $$
declare found_id uuid;
begin
  loop
    select id into found_id from accounts
    where env = in_env and currency = in_currency and kind = in_kind
      and owner_id is not distinct from in_owner;
    if found_id is not null then return found_id; end if;
    insert into accounts (id, env, currency, kind, owner_id, balance, held)
    values (gen_random_uuid(), in_env, in_currency, in_kind, in_owner,
            case when in_kind = 'wallet' then 0 end, case when in_kind = 'wallet' then 0 end)
    on conflict do nothing;
  end loop;
end $$;
`;

const CHARGES = `
create table charges (
  id uuid primary key,
  checkout_id uuid not null unique,
  org_id uuid not null,
  env environment not null,
  consumer_id uuid not null references users,
  wallet_id uuid not null,
  currency currency_code not null,
  total minor not null,
  status text not null check (status in ('AUTHORIZED', 'CAPTURED', 'VOIDED', 'EXPIRED')),
  -- The recommender of each product, named at authorize: {product id: user id}.
  attribution json not null default '{}',
  authorized_at timestamptz(3) not null,
  hold_expires_at timestamptz(3) not null check (hold_expires_at > authorized_at),
  captured_at timestamptz(3) check (captured_at < hold_expires_at),
  voided_at timestamptz(3) check (voided_at < hold_expires_at),
  lapsed_at timestamptz(3) check (lapsed_at >= hold_expires_at),
  -- In real time: what a shopper authorizes within an hour is counted across organizations whose clocks
  -- differ.
  recorded_at timestamptz(3) not null default clock_timestamp(),
  captured_by actor,
  voided_by actor,
  void_command_id uuid check (void_command_id is null or status = 'VOIDED'),
  fired_recorded_at timestamptz(3),
  foreign key (checkout_id, org_id, env) references checkouts (id, org_id, env),
  foreign key (wallet_id, env, currency) references accounts (id, env, currency),
  unique (id, org_id, env),
  check ((captured_at is not null) = (status = 'CAPTURED')),
  check ((voided_at is not null) = (status = 'VOIDED')),
  check ((lapsed_at is not null) = (status = 'EXPIRED')),
  constraint charges_live_in_time check (env <> 'live' or fired_recorded_at >= hold_expires_at)
);
create index charges_by_consumer on charges (consumer_id, env, recorded_at);
create index charges_open_by_wallet on charges (wallet_id) where status = 'AUTHORIZED';
create index charges_due on charges (org_id, hold_expires_at) where status = 'AUTHORIZED' and env = 'sandbox';
create index charges_lapsed on charges (org_id, lapsed_at) where status = 'EXPIRED' and env = 'sandbox';
create index charges_voided_by on charges (void_command_id) where void_command_id is not null;

create trigger legal_moves before update of status on charges for each row execute function check_move(
  'AUTHORIZED>CAPTURED', 'AUTHORIZED>VOIDED', 'AUTHORIZED>EXPIRED');
`;
