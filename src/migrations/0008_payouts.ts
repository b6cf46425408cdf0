import { Migration } from '@mikro-orm/migrations';

/** Bank destinations, payouts, and the decisions of monitoring and screening. */
export class Payouts extends Migration {
  override up(): void {
    for (const part of [COMPLIANCE, DESTINATIONS, SCREENING, PAYOUTS]) this.addSql(part);
  }
}

/** Movements that monitoring judged carry their party and amount: its limits count them. */
const COMPLIANCE = `
create table compliance_records (
  id uuid primary key,
  org_id uuid references orgs,
  env environment not null,
  subject text not null,
  rule text not null,
  decision text not null check (decision in ('BLOCKED', 'PASSED', 'FORCED', 'CLEARED')),
  facts json not null,
  reason text not null default '',
  at timestamptz(3) not null,
  movement text check (movement in ('authorization', 'payout')),
  party_id uuid,
  amount bigint,
  currency currency_code,
  -- In real time: limits count across organizations whose clocks differ.
  recorded_at timestamptz(3) not null default clock_timestamp(),
  constraint compliance_records_movement check (num_nulls(movement, party_id, amount, currency) in (0, 4))
);
create index compliance_records_newest on compliance_records (at desc, id desc);
create index compliance_records_by_party on compliance_records (party_id, env, movement, recorded_at)
  where movement is not null;
create index compliance_records_by_subject on compliance_records (subject);
call make_append_only('compliance_records');
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
  -- The account number, sealed under this row's id.
  sealed_account text not null,
  account_masked text not null check (account_masked ~ '^[*]{4}[0-9A-Z]{1,4}$'),
  -- CHECKING until the register of names has answered.
  status text not null default 'CHECKING' check (status in ('CHECKING', 'ACTIVE', 'REJECTED')),
  name_match text check (name_match in ('match', 'forced')),
  -- The register's answer and, sealed, its name: the reason of a rejection or a forced registration.
  check_answer text check (check_answer in ('match', 'close', 'none', 'unavailable')),
  sealed_registered_name text,
  force_reason text check (length(btrim(force_reason)) > 0),
  created_by actor not null,
  created_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null default clock_timestamp(),
  unique (id, org_id, env, currency),
  unique (id, org_id, env),
  check ((status = 'CHECKING') = (check_answer is null)),
  check ((status = 'ACTIVE') = (name_match is not null)),
  check (name_match <> 'match' or check_answer = 'match'),
  check (name_match <> 'forced' or force_reason is not null)
);
create index counterparties_by_org on counterparties (org_id, env, created_at desc, id desc)
  where status = 'ACTIVE';
create index counterparties_destination
  on counterparties (org_id, env, country_code, currency, created_at desc, id desc)
  where status = 'ACTIVE';
create trigger legal_moves before update of status on counterparties for each row execute function check_move(
  'CHECKING>ACTIVE', 'CHECKING>REJECTED');
`;

const SCREENING = `
-- A sanctions list has a name like the payee's. An operator clears the pair once and for all.
create table screening_cases (
  id uuid primary key,
  org_id uuid not null references orgs,
  env environment not null,
  counterparty_id uuid not null,
  list text not null,
  entity_id text not null,
  score double precision not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'CLEARED')),
  opened_at timestamptz(3) not null default clock_timestamp(),
  cleared_at timestamptz(3) check ((cleared_at is null) = (status = 'OPEN')),
  reason text check ((reason is null) = (status = 'OPEN')),
  foreign key (counterparty_id, org_id, env) references counterparties (id, org_id, env),
  unique (counterparty_id, list, entity_id)
);
create index screening_cases_newest on screening_cases (opened_at desc, id desc);
create trigger legal_moves before update of status on screening_cases
  for each row execute function check_move('OPEN>CLEARED');
`;

const PAYOUTS = `
-- The merchant's request, which never changes. The payout of the same id has its state.
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
call make_append_only('payout_requests');

create table payouts (
  id uuid primary key,
  org_id uuid not null references orgs,
  env environment not null,
  counterparty_id uuid not null,
  provider text not null,
  amount minor not null,
  currency currency_code not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'SETTLED', 'FAILED', 'RETURNED')),
  -- The merchant's balance when the amount was reserved: a payout never takes more.
  available_before minor not null check (available_before >= amount),
  created_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null default clock_timestamp(),
  -- Only the sandbox settles by the clock; in live the bank says when.
  due_at timestamptz(3) check ((due_at is not null) = (env = 'sandbox')),
  -- In real time, live only: the first attempt to send, and the first proof that the bank has the transfer.
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
  -- The sandbox never reaches a real bank, and live never reaches the sandbox's.
  check ((provider = 'sandbox') = (env = 'sandbox')),
  check (env = 'sandbox' or status not in ('SETTLED', 'RETURNED') or taken_at is not null)
);
create unique index payouts_one_a_transfer on payouts (provider, bank_id) where bank_id is not null;
create index payouts_by_org on payouts (org_id, env, created_at desc, id desc);
create index payouts_open on payouts (id) where status = 'PENDING';
create index payouts_open_by_org on payouts (org_id, env, currency) where status = 'PENDING';
create index payouts_due on payouts (org_id, due_at) where status = 'PENDING' and env = 'sandbox';
create index payouts_settled on payouts (org_id, settled_at) where env = 'sandbox' and settled_at is not null;
create trigger legal_moves before update of status on payouts for each row execute function check_move(
  'PENDING>SETTLED', 'PENDING>FAILED', 'SETTLED>RETURNED');
`;
