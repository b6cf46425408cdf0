import { Migration } from '@mikro-orm/migrations';

/** Terminals, carts and checkouts. */
export class Checkouts extends Migration {
  override up(): void {
    for (const part of [TERMINALS, CARTS, CHECKOUTS]) this.addSql(part);
  }
}

const TERMINALS = `
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
`;

const CARTS = `
-- The merchant's request, which never changes. The checkout of the same id has its state.
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
  created_by actor,
  unique (id, org_id, env)
);
create index carts_by_order on carts (org_id, env, order_id) where order_id is not null;

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
call make_append_only('carts');
call make_append_only('cart_lines');
`;

const CHECKOUTS = `
create table checkouts (
  id uuid primary key,
  org_id uuid not null,
  env environment not null,
  terminal_id uuid not null,
  status text not null
    check (status in ('PENDING', 'AUTHORIZED', 'CAPTURED', 'VOIDED', 'EXPIRED', 'SUPERSEDED')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  -- The checkout that replaced this one on its terminal: written before that one is, in the same transaction.
  superseded_by uuid check (superseded_by is null or status in ('SUPERSEDED', 'EXPIRED')),
  fired_recorded_at timestamptz(3),
  foreign key (id, org_id, env) references carts (id, org_id, env),
  foreign key (terminal_id, org_id) references terminals (id, org_id),
  unique (id, org_id, env),
  foreign key (superseded_by, org_id, env) references checkouts (id, org_id, env)
    deferrable initially deferred,
  constraint checkouts_live_in_time check (env <> 'live' or fired_recorded_at >= expires_at)
);
create unique index checkouts_one_pending_a_terminal on checkouts (terminal_id, env) where status = 'PENDING';
create unique index checkouts_superseded_by on checkouts (superseded_by) where superseded_by is not null;
create index checkouts_by_org on checkouts (org_id, env, created_at desc, id desc);
create index checkouts_by_status on checkouts (org_id, env, status, created_at desc, id desc);
create index checkouts_due on checkouts (org_id, expires_at) where status = 'PENDING' and env = 'sandbox';
create index checkouts_open on checkouts (id) where status in ('PENDING', 'AUTHORIZED');
create index checkouts_expired on checkouts (org_id, expires_at) where status = 'EXPIRED' and env = 'sandbox';

create trigger legal_moves before update of status on checkouts for each row execute function check_move(
  'PENDING>AUTHORIZED', 'PENDING>EXPIRED', 'PENDING>SUPERSEDED',
  'AUTHORIZED>CAPTURED', 'AUTHORIZED>VOIDED', 'AUTHORIZED>EXPIRED');
`;
