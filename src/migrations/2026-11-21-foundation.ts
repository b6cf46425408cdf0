import { Migration } from '@mikro-orm/migrations';

/**
 * The book: people, businesses, terminals, carts and checkouts, charges, the ledger, awards, webhooks.
 *
 * Whatever a constraint can hold is one. Times are whole milliseconds, as JavaScript has them.
 */
export class Foundation extends Migration {
  override up(): void {
    for (const part of [TYPES, PEOPLE, CLOCK, CHECKOUTS, LEDGER, CHARGES, CASHBACK, WEBHOOKS, LOCKS, GUARDS]) this.addSql(part);
  }
}

const TYPES = `
create domain environment as text check (value in ('sandbox', 'live'));
create domain minor as bigint check (value between 0 and 9007199254740991);
create domain bps as integer check (value between 0 and 10000);
create domain currency_code as text check (value ~ '^[A-Z]{3}$');
create domain country_code as text check (value ~ '^[A-Z]{2}$');
create domain verification_status as text
  check (value in ('NOT_STARTED', 'PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'));
`;

const PEOPLE = `
create table countries (
  country_code country_code primary key,
  min_share_bps bps not null default 0,
  max_share_bps bps not null default 10000 check (min_share_bps <= max_share_bps),
  live_partner boolean not null default false
);

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(btrim(email))),
  first_name text not null default '',
  last_name text not null default '',
  country_code country_code not null default 'US',
  kyc_status verification_status not null default 'NOT_STARTED',
  created_at timestamptz(3) not null default clock_timestamp()
);

create table orgs (
  id uuid primary key,
  name text not null check (length(btrim(name)) > 0),
  country_code country_code not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE')),
  mdr_bps bps not null default 200,
  recommender_share_bps bps not null default 5000,
  kyb_status verification_status not null default 'NOT_STARTED',
  created_at timestamptz(3) not null default clock_timestamp()
);

create table members (
  org_id uuid not null references orgs,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'admin', 'finance', 'support', 'developer')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE')),
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (org_id, user_id)
);
create index members_by_user on members (user_id);

create table sign_in_codes (
  id uuid primary key,
  email text not null,
  digest bytea not null,
  sealed_code text,
  wrong_tries integer not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  mailed_at timestamptz(3),
  used_at timestamptz(3)
);
create index sign_in_codes_by_email on sign_in_codes (email, created_at desc);

create table sessions (
  id uuid primary key,
  token_digest bytea not null unique,
  user_id uuid not null references users,
  env environment not null,
  active_org_id uuid references orgs,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);

create table api_keys (
  id uuid primary key,
  org_id uuid not null references orgs,
  env environment not null,
  name text not null,
  prefix text not null check (prefix ~ '^fl_(test|live)_' and (prefix like 'fl_live_%') = (env = 'live')),
  digest bytea not null unique,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'REVOKED')),
  created_by uuid not null references users,
  created_at timestamptz(3) not null default clock_timestamp(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3) check ((revoked_at is null) = (status = 'ACTIVE'))
);
create index api_keys_by_org on api_keys (org_id, created_at desc, id desc);
`;

/**
 * Org time is database time plus the org's offset, which only the sandbox has. `real_ms` is a function of its own
 * so that tests which skip time can say what the database's clock reads.
 */
const CLOCK = `
create table org_clocks (
  org_id uuid primary key references orgs,
  offset_ms bigint not null default 0 check (offset_ms between 0 and 3155760000000)
);

create function real_ms() returns bigint language sql volatile as
$$ select floor(extract(epoch from clock_timestamp()) * 1000)::bigint $$;

create function org_offset_ms(org uuid, env text) returns bigint language sql stable as
$$ select coalesce((select offset_ms from org_clocks where org_id = org and env = 'sandbox'), 0) $$;

create function org_now(org uuid, env text) returns timestamptz language sql volatile as
$$ select to_timestamp((real_ms() + org_offset_ms(org, env)) / 1000.0)::timestamptz(3) $$;
`;

const CHECKOUTS = `
create table terminals (
  id uuid primary key,
  org_id uuid not null references orgs,
  title text not null,
  terminal_type text not null check (terminal_type in ('REUSABLE', 'USE_ONCE')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (id, org_id)
);
create index terminals_by_org on terminals (org_id, created_at desc, id desc);
create index terminals_by_type on terminals (org_id, terminal_type, created_at desc, id desc);

-- What the merchant sent. It never changes; a checkout is what becomes of it.
create table carts (
  id uuid primary key,
  org_id uuid not null references orgs,
  env environment not null,
  currency currency_code not null,
  shipping_amount minor not null,
  tax_amount minor not null,
  total minor not null check (shipping_amount::numeric + tax_amount <= total),
  total_cashback minor not null check (total_cashback::numeric + tax_amount + shipping_amount <= total),
  order_id text,
  store json,
  shipping json,
  user_confirmation_url text,
  user_cancel_url text,
  recorded_at timestamptz(3) not null default clock_timestamp(),
  unique (id, org_id, env)
);

create table cart_lines (
  cart_id uuid not null references carts,
  line integer not null check (line between 0 and 499),
  product_id text not null,
  display_name text not null,
  unit_price minor not null,
  qty minor not null check (qty > 0),
  cashback_rate bps not null,
  pot minor not null check (pot = trunc(unit_price::numeric * qty * cashback_rate / 10000)),
  item_image_url text,
  item_url text,
  primary key (cart_id, line)
);

create table checkouts (
  id uuid primary key,
  org_id uuid not null,
  env environment not null,
  terminal_id uuid not null,
  status text not null check (status in ('PENDING', 'AUTHORIZED', 'CAPTURED', 'VOIDED', 'EXPIRED', 'SUPERSEDED')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  foreign key (id, org_id, env) references carts (id, org_id, env),
  foreign key (terminal_id, org_id) references terminals (id, org_id),
  unique (id, org_id, env)
);
create unique index checkouts_one_pending_a_terminal on checkouts (terminal_id, env) where status = 'PENDING';
create index checkouts_by_org on checkouts (org_id, env, created_at desc, id desc);
create index checkouts_by_status on checkouts (org_id, env, status, created_at desc, id desc);
create index checkouts_due on checkouts (org_id, expires_at) where status = 'PENDING' and env = 'sandbox';
`;

/** Only shopper wallets keep a balance: authorizing must compare it. Every other balance is the sum of its entries. */
const LEDGER = `
create table accounts (
  id uuid primary key,
  env environment not null,
  currency currency_code not null,
  kind text not null check (kind in ('wallet', 'merchant', 'fees', 'cashback', 'funding')),
  owner_id uuid check ((owner_id is null) = (kind in ('fees', 'cashback', 'funding'))),
  balance bigint check (balance between 0 and 9007199254740991),
  held bigint check (held between 0 and balance),
  check ((kind = 'wallet') = (balance is not null and held is not null)),
  check (kind = 'wallet' or (balance is null and held is null)),
  unique nulls not distinct (env, currency, kind, owner_id),
  unique (id, env, currency)
);

create table journals (
  id uuid primary key,
  env environment not null,
  currency currency_code not null,
  kind text not null check (kind in ('topup', 'capture')),
  -- The business key of the effect: whatever is run twice finds its journal here.
  op_key text not null unique,
  org_id uuid references orgs,
  charge_id uuid,
  entry_count integer not null check (entry_count = 0 or entry_count >= 2),
  at timestamptz(3) not null,
  unique (id, env, currency),
  check ((kind = 'capture') = (charge_id is not null and org_id is not null))
);
create unique index journals_one_capture_a_charge on journals (charge_id) where kind = 'capture';

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
  -- Whose list was followed, by product: {product id: user id}.
  attribution json not null default '{}',
  authorized_at timestamptz(3) not null,
  hold_expires_at timestamptz(3) not null check (hold_expires_at > authorized_at),
  captured_at timestamptz(3) check (captured_at < hold_expires_at),
  voided_at timestamptz(3) check (voided_at < hold_expires_at),
  lapsed_at timestamptz(3) check (lapsed_at >= hold_expires_at),
  -- In real time: what a shopper authorizes within an hour is counted across orgs whose clocks differ.
  recorded_at timestamptz(3) not null default clock_timestamp(),
  foreign key (checkout_id, org_id, env) references checkouts (id, org_id, env),
  foreign key (wallet_id, env, currency) references accounts (id, env, currency),
  unique (id, org_id, env),
  check ((captured_at is not null) = (status = 'CAPTURED')),
  check ((voided_at is not null) = (status = 'VOIDED')),
  check ((lapsed_at is not null) = (status = 'EXPIRED'))
);
create index charges_by_consumer on charges (consumer_id, env, recorded_at);
create index charges_open_by_wallet on charges (wallet_id) where status = 'AUTHORIZED';
create index charges_due on charges (org_id, hold_expires_at) where status = 'AUTHORIZED' and env = 'sandbox';

alter table journals add foreign key (charge_id, org_id, env) references charges (id, org_id, env);

create table captures (
  charge_id uuid primary key references charges,
  journal_id uuid not null unique references journals,
  mdr_bps bps not null,
  recommender_share_bps bps not null,
  mdr_fee minor not null,
  total_cashback minor not null,
  recommender_amount minor not null,
  deferred_buyer_amount minor not null,
  recommenders json not null,
  recommender_id uuid references users,
  check (recommender_amount::numeric + deferred_buyer_amount = total_cashback)
);

create table capture_lines (
  charge_id uuid not null references captures,
  line integer not null,
  pot minor not null,
  recommender_id uuid references users,
  recommender_amount minor not null check (recommender_amount = 0 or recommender_id is not null),
  buyer_amount minor not null check (recommender_amount::numeric + buyer_amount = pot),
  primary key (charge_id, line)
);

-- What monitoring decided against, and why.
create table compliance_records (
  id uuid primary key,
  org_id uuid references orgs,
  env environment not null,
  subject text not null,
  rule text not null,
  decision text not null check (decision in ('BLOCKED', 'PASSED')),
  facts json not null,
  reason text not null default '',
  at timestamptz(3) not null
);
create index compliance_records_newest on compliance_records (at desc, id desc);
`;

const CASHBACK = `
create table buy_list_entries (
  id uuid primary key,
  user_id uuid not null references users,
  env environment not null,
  merchant_id uuid not null references orgs,
  product_id text not null,
  display_name text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz(3) not null,
  activated_at timestamptz(3) not null,
  -- Insertion order, which survives clocks that differ between orgs.
  seq bigint generated always as identity,
  unique (env, merchant_id, product_id, user_id)
);
create index buy_list_entries_by_user on buy_list_entries (user_id, env, seq desc);
create index buy_list_entries_by_product on buy_list_entries (env, merchant_id, product_id, activated_at desc, id)
  where status = 'ACTIVE';

create table awards (
  id uuid primary key,
  charge_id uuid not null,
  org_id uuid not null,
  env environment not null,
  line integer not null,
  product_id text not null,
  kind text not null check (kind in ('recommender', 'buyer')),
  beneficiary_id uuid not null references users,
  currency currency_code not null,
  original_amount minor not null check (original_amount > 0),
  amount minor not null check (amount <= original_amount),
  status text not null check (status in ('DEFERRED', 'PENDING', 'LANDED', 'VOIDED')),
  created_at timestamptz(3) not null,
  pending_from timestamptz(3),
  pending_until timestamptz(3),
  landed_at timestamptz(3),
  -- Insertion order, which survives clocks that differ between orgs.
  seq bigint generated always as identity,
  foreign key (charge_id, org_id, env) references charges (id, org_id, env),
  foreign key (charge_id, line) references capture_lines (charge_id, line),
  unique (charge_id, line, kind),
  check (kind = 'buyer' or status <> 'DEFERRED'),
  check (status <> 'DEFERRED' or pending_from is null),
  check (status not in ('PENDING', 'LANDED') or pending_from is not null),
  check ((pending_from is null) = (pending_until is null)),
  check (pending_until > pending_from),
  check ((landed_at is not null) = (status = 'LANDED')),
  check (landed_at >= pending_until),
  check (status <> 'VOIDED' or amount = 0)
);
create index awards_by_beneficiary on awards (beneficiary_id, env, seq desc);
create index awards_deferred on awards (env, org_id, product_id, beneficiary_id) where status = 'DEFERRED';
create index awards_due on awards (org_id, pending_until) where status = 'PENDING' and env = 'sandbox';
`;

const WEBHOOKS = `
create table webhooks (
  org_id uuid primary key references orgs,
  url text not null,
  sealed_secret text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);

-- What happened, with the exact text that receivers get. Written in the transaction that changed the state.
create table events (
  id uuid primary key,
  org_id uuid not null references orgs,
  env environment not null,
  event text not null
    check (event in ('checkout.authorized', 'charge.captured', 'charge.voided', 'charge.returned')),
  charge_id uuid,
  body text not null,
  test boolean not null default false,
  created_at timestamptz(3) not null,
  unique (id, org_id, env, event),
  foreign key (charge_id, org_id, env) references charges (id, org_id, env),
  check (test = (charge_id is null))
);
create unique index events_once_a_charge on events (charge_id, event) where event <> 'charge.returned';

create table deliveries (
  id uuid primary key,
  event_id uuid not null,
  org_id uuid not null,
  env environment not null,
  event text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED', 'CANCELED')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz(3) check (status = 'PENDING' or next_attempt_at is null),
  created_at timestamptz(3) not null,
  -- In real time: the dispatcher looks for deliveries that nobody has begun.
  recorded_at timestamptz(3) not null default clock_timestamp(),
  foreign key (event_id, org_id, env, event) references events (id, org_id, env, event),
  unique (event_id)
);
create index deliveries_by_org on deliveries (org_id, env, created_at desc, id desc);
create index deliveries_open_by_org on deliveries (org_id) where status = 'PENDING';
create index deliveries_not_begun on deliveries (recorded_at) where status = 'PENDING' and attempts = 0;
create index deliveries_due on deliveries (org_id, next_attempt_at)
  where status = 'PENDING' and attempts > 0 and env = 'sandbox';

-- A number is claimed before the request is sent, so that a crash in between never makes one POST too many.
create table delivery_attempts (
  delivery_id uuid not null references deliveries,
  number integer not null check (number >= 1),
  at timestamptz(3) not null,
  status_code integer,
  ms integer,
  response text,
  error text,
  done boolean not null default false,
  primary key (delivery_id, number)
);
`;

/**
 * Locks come in one order: the org's clock (shared), terminal, checkout, charge, accounts. Each lock is a statement of
 * its own, so that whatever is read next is read after it: a snapshot taken together with a lock is older than the lock.
 */
const LOCKS = `
create function lock_checkout(org uuid, checkout uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7701, hashtext(org::text));
  perform 1 from checkouts where id = checkout for no key update;
  perform 1 from charges where checkout_id = checkout for no key update;
end $$;

create function lock_terminal(org uuid, terminal uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7701, hashtext(org::text));
  perform 1 from terminals where id = terminal for no key update;
end $$;

create function account_of(in_env text, in_currency text, in_kind text, in_owner uuid) returns uuid language plpgsql as $$
declare found_id uuid;
begin
  loop
    select id into found_id from accounts
    where env = in_env and currency = in_currency and kind = in_kind and owner_id is not distinct from in_owner;
    if found_id is not null then return found_id; end if;
    insert into accounts (id, env, currency, kind, owner_id, balance, held)
    values (gen_random_uuid(), in_env, in_currency, in_kind, in_owner,
            case when in_kind = 'wallet' then 0 end, case when in_kind = 'wallet' then 0 end)
    on conflict do nothing;
  end loop;
end $$;

create function lock_wallet(in_env text, in_currency text, in_owner uuid) returns uuid language plpgsql as $$
declare wallet uuid := account_of(in_env, in_currency, 'wallet', in_owner);
begin
  perform 1 from accounts where id = wallet for no key update;
  return wallet;
end $$;
`;

const GUARDS = `
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

do $$
declare target text;
begin
  foreach target in array array['carts', 'cart_lines', 'journals', 'entries', 'captures', 'capture_lines', 'events', 'compliance_records'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', target);
    execute format('create trigger never_truncated before truncate on %I execute function refuse_change()', target);
  end loop;
end $$;

-- A wallet's balance is its entries; it is kept beside them by the database itself.
create function post_to_wallets() returns trigger language plpgsql as $$
begin
  update accounts a set balance = a.balance + posted.amount
  from (select account_id, sum(amount) as amount from posted_entries group by account_id) posted
  where a.id = posted.account_id and a.kind = 'wallet';
  return null;
end $$;
create trigger post_to_wallets after insert on entries
  referencing new table as posted_entries for each statement execute function post_to_wallets();

create function check_journal_balances() returns trigger language plpgsql as $$
declare
  journal uuid := case tg_table_name when 'journals' then (to_jsonb(new)->>'id')::uuid else (to_jsonb(new)->>'journal_id')::uuid end;
  total numeric;
  counted integer;
  declared integer;
begin
  select coalesce(sum(amount), 0), count(*) into total, counted from entries where journal_id = journal;
  select entry_count into declared from journals where id = journal;
  if total <> 0 or counted <> declared then
    raise exception 'journal % has % entries of % that sum to %', journal, counted, declared, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger journal_balances after insert on journals
  deferrable initially deferred for each row execute function check_journal_balances();
create constraint trigger journal_balances after insert on entries
  deferrable initially deferred for each row execute function check_journal_balances();

create function check_move() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and not (old.status || '>' || new.status = any (tg_argv)) then
    raise exception '% may not go from % to %', tg_table_name, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger legal_moves before update of status on checkouts for each row execute function check_move(
  'PENDING>AUTHORIZED', 'PENDING>EXPIRED', 'PENDING>SUPERSEDED',
  'AUTHORIZED>CAPTURED', 'AUTHORIZED>VOIDED', 'AUTHORIZED>EXPIRED');
create trigger legal_moves before update of status on charges for each row execute function check_move(
  'AUTHORIZED>CAPTURED', 'AUTHORIZED>VOIDED', 'AUTHORIZED>EXPIRED');
create trigger legal_moves before update of status on awards for each row execute function check_move(
  'DEFERRED>PENDING', 'DEFERRED>VOIDED', 'PENDING>LANDED', 'PENDING>VOIDED');
create trigger legal_moves before update of status on deliveries for each row execute function check_move(
  'PENDING>DELIVERED', 'PENDING>FAILED', 'PENDING>CANCELED',
  'FAILED>PENDING', 'CANCELED>PENDING', 'DELIVERED>PENDING');
`;
