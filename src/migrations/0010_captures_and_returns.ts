import { Migration } from '@mikro-orm/migrations';

/** Captures and returns of a charge, line by line. */
export class CapturesAndReturns extends Migration {
  override up(): void {
    for (const part of [CAPTURES, RETURNS]) this.addSql(part);
  }
}

const CAPTURES = `
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
call make_append_only('captures');

create table capture_lines (
  charge_id uuid not null references captures,
  line integer not null,
  pot minor not null,
  recommender_id uuid references users,
  recommender_amount minor not null check (recommender_amount = 0 or recommender_id is not null),
  buyer_amount minor not null check (recommender_amount::numeric + buyer_amount = pot),
  primary key (charge_id, line)
);
call make_append_only('capture_lines');
`;

const RETURNS = `
-- The merchant's request, which never changes. The return of the same id has its effect.
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
call make_append_only('return_requests');

create table returns (
  id uuid primary key,
  charge_id uuid not null,
  org_id uuid not null,
  env environment not null,
  journal_id uuid not null unique,
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
  foreign key (journal_id, charge_id, org_id, env) references journals (id, charge_id, org_id, env),
  unique (id, charge_id, org_id, env),
  check (refund = goods::numeric + shipping_part + tax_part)
);
create index returns_by_charge on returns (charge_id);
call make_append_only('returns');

create table return_lines (
  return_id uuid not null references returns,
  line integer not null,
  qty minor not null check (qty > 0),
  goods minor not null,
  buyer_cut minor not null,
  recommender_cut minor not null,
  primary key (return_id, line)
);
call make_append_only('return_lines');
`;
