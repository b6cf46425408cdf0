import { Migration } from '@mikro-orm/migrations';

/** Buy-lists, recommendations and awards. */
export class Cashback extends Migration {
  override up(): void {
    for (const part of [BUY_LIST, RECOMMENDATIONS, AWARDS]) this.addSql(part);
  }
}

const BUY_LIST = `
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
  -- Insertion order, which does not depend on clocks that differ between organizations.
  seq bigint generated always as identity,
  unique (env, merchant_id, product_id, user_id)
);
create index buy_list_entries_by_user on buy_list_entries (user_id, env, seq desc);
create index buy_list_entries_by_product
  on buy_list_entries (env, merchant_id, product_id, activated_at desc, id)
  where status = 'ACTIVE';
`;

const RECOMMENDATIONS = `
-- The shopper's request, which never changes.
create table recommendation_requests (
  id uuid primary key,
  user_id uuid not null references users,
  env environment not null,
  merchant_id uuid not null references orgs,
  product_id text not null,
  display_name text,
  recorded_at timestamptz(3) not null default clock_timestamp()
);
call make_append_only('recommendation_requests');

-- The result of a request: the entry that it put on the list, or found there.
create table recommendations (
  id uuid primary key references recommendation_requests,
  entry_id uuid not null references buy_list_entries,
  recorded_at timestamptz(3) not null default clock_timestamp()
);
call make_append_only('recommendations');
`;

const AWARDS = `
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
  -- Insertion order, which does not depend on clocks that differ between organizations.
  seq bigint generated always as identity,
  fired_recorded_at timestamptz(3),
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
  check (status <> 'VOIDED' or amount = 0),
  constraint awards_live_in_time check (env <> 'live' or fired_recorded_at >= pending_until)
);
create index awards_by_beneficiary on awards (beneficiary_id, env, seq desc);
create index awards_by_status on awards (beneficiary_id, env, status, seq desc);
create index awards_by_charge on awards (charge_id, id);
create index awards_deferred on awards (env, org_id, product_id, beneficiary_id) where status = 'DEFERRED';
create index awards_due on awards (org_id, pending_until) where status = 'PENDING' and env = 'sandbox';
create index awards_open on awards (id) where status = 'PENDING';
create index awards_landed on awards (org_id, landed_at) where status = 'LANDED' and env = 'sandbox';

create trigger legal_moves before update of status on awards for each row execute function check_move(
  'DEFERRED>PENDING', 'DEFERRED>VOIDED', 'PENDING>LANDED', 'PENDING>VOIDED');

-- An award that has ended never changes, and no award grows.
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
