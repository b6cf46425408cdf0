import { Migration } from '@mikro-orm/migrations';

/** Webhooks, events with the exact bytes that receivers get, deliveries and their attempts. */
export class Webhooks extends Migration {
  override up(): void {
    for (const part of [EVENTS, DELIVERIES, ATTEMPTS, WEBHOOKS, PERIODS]) this.addSql(part);
  }
}

const EVENTS = `
-- Written in the transaction that changed the state.
create table events (
  id uuid primary key,
  org_id uuid not null references orgs,
  env environment not null,
  event text not null
    check (event in ('checkout.authorized', 'charge.captured', 'charge.voided', 'charge.returned')),
  charge_id uuid,
  return_id uuid,
  body text not null,
  test boolean not null default false,
  created_at timestamptz(3) not null,
  -- An event and its delivery are written by one transaction.
  written_by xid8 default pg_current_xact_id(),
  recorded_at timestamptz(3) default clock_timestamp(),
  unique (id, org_id, env, event),
  foreign key (charge_id, org_id, env) references charges (id, org_id, env),
  foreign key (return_id, charge_id, org_id, env) references returns (id, charge_id, org_id, env),
  check (test = (charge_id is null)),
  check ((event = 'charge.returned' and not test) = (return_id is not null))
);
create unique index events_once_a_charge on events (charge_id, event) where event <> 'charge.returned';
create unique index events_once_a_return on events (return_id) where return_id is not null;
call make_append_only('events');
`;

const DELIVERIES = `
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
  -- In real time: the dispatcher looks for deliveries that have not begun.
  recorded_at timestamptz(3) not null default clock_timestamp(),
  written_by xid8 default pg_current_xact_id(),
  -- The attempts before the present series: a resend of an ended delivery begins a new series.
  ladder_start integer not null default 0 check (ladder_start between 0 and attempts),
  -- A person asked for the next attempt, which is due at once.
  asked boolean not null default false check (not asked or status = 'PENDING'),
  -- The workflow does not know of that yet.
  to_tell boolean not null default false,
  -- In real time.
  resent_at timestamptz(3),
  foreign key (event_id, org_id, env, event) references events (id, org_id, env, event),
  unique (event_id),
  unique (id, org_id)
);
-- One index for the log and all of its filters: a page is merged from one piece for each status and event.
create index deliveries_log on deliveries (org_id, env, status, event, created_at desc, id desc);
-- Deliveries are canceled in batches, in the order of their ids.
create index deliveries_open_by_org on deliveries (org_id, id) where status = 'PENDING';
create index deliveries_not_begun on deliveries (recorded_at)
  where status = 'PENDING' and attempts = 0 and next_attempt_at is null;
create index deliveries_due on deliveries (org_id, coalesce(next_attempt_at, created_at))
  where status = 'PENDING' and env = 'sandbox';
create index deliveries_open on deliveries (id) where status = 'PENDING';
create index deliveries_to_tell on deliveries (id) where to_tell;

create trigger legal_moves before update of status on deliveries for each row execute function check_move(
  'PENDING>DELIVERED', 'PENDING>FAILED', 'PENDING>CANCELED',
  'FAILED>PENDING', 'CANCELED>PENDING', 'DELIVERED>PENDING');
`;

const ATTEMPTS = `
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
  -- Its place in the series: there is no seventh.
  step integer not null check (step between 1 and 6),
  -- A person asked for it, so it did not wait for its time.
  manual boolean not null default false,
  -- Of the bytes that were sent.
  body_sha256 bytea check (length(body_sha256) = 32),
  recorded_at timestamptz(3) default clock_timestamp(),
  primary key (delivery_id, number)
);
create index delivery_attempts_retried on delivery_attempts (at) where number > 1;
`;

const WEBHOOKS = `
create table webhooks (
  org_id uuid primary key references orgs,
  url text not null,
  sealed_secret text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  -- The secret before the last rotation. Until this time it signs beside the new one; then it is erased.
  previous_sealed_secret text,
  previous_until timestamptz(3),
  -- The command of the last rotation: a repeat finds it done.
  rotation_id uuid,
  -- In real time: an endpoint fails in real time whatever a sandbox's clock reads. Successes to within ten
  -- seconds.
  last_success_at timestamptz(3),
  failing_since timestamptz(3),
  -- The first delivery that has failed since. The mail to owners and admins names it.
  failing_delivery_id uuid,
  -- The mail has not been sent yet.
  failing_to_tell boolean not null default false,
  foreign key (failing_delivery_id, org_id) references deliveries (id, org_id),
  check ((previous_sealed_secret is null) = (previous_until is null)),
  check ((failing_since is null) = (failing_delivery_id is null)),
  check (not failing_to_tell or failing_since is not null)
);
create index webhooks_failing_to_tell on webhooks (org_id) where failing_to_tell;
create index webhooks_with_two_secrets on webhooks (previous_until) where previous_until is not null;
create index webhooks_rotated_by on webhooks (rotation_id) where rotation_id is not null;
`;

/**
 * The integrity checks read these: an event of a period has a delivery, and nothing is sent outside of one.
 */
const PERIODS = `
create table webhook_periods (
  org_id uuid not null references orgs,
  set_at timestamptz(3) not null,
  removed_at timestamptz(3) check (removed_at >= set_at),
  primary key (org_id, set_at)
);
create unique index webhook_periods_one_open on webhook_periods (org_id) where removed_at is null;

create function keep_webhook_period() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into webhook_periods (org_id, set_at) values (new.org_id, new.created_at)
    on conflict (org_id, set_at) do update set removed_at = null;
  else
    update webhook_periods set removed_at = greatest(set_at, clock_timestamp())
    where org_id = old.org_id and removed_at is null;
  end if;
  return null;
end $$;
create trigger keep_webhook_period after insert or delete on webhooks
  for each row execute function keep_webhook_period();
`;
