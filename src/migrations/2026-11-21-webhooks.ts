import { Migration } from '@mikro-orm/migrations';

/** What operators see and do about webhooks: the log, resending, rotation, health, and what the integrity checks compare. */
export class Webhooks extends Migration {
  override up(): void {
    for (const part of [WEBHOOKS, PERIODS, DELIVERIES, ATTEMPTS]) this.addSql(part);
  }
}

const WEBHOOKS = `
alter table webhooks
  -- The secret before the last rotation: it signs beside the new one until then, and is forgotten.
  add column previous_sealed_secret text,
  add column previous_until timestamptz(3),
  -- The command that rotated it last: given again, it has been done.
  add column rotation_id uuid,
  -- In real time, as an endpoint fails in real time whatever a sandbox's clock reads. Successes to within ten seconds.
  add column last_success_at timestamptz(3),
  add column failing_since timestamptz(3),
  -- The first of the deliveries that have failed since: owners and admins are told of that one.
  add column failing_delivery_id uuid references deliveries,
  -- They have yet to be told.
  add column failing_to_tell boolean not null default false,
  add check ((previous_sealed_secret is null) = (previous_until is null)),
  add check ((failing_since is null) = (failing_delivery_id is null)),
  add check (not failing_to_tell or failing_since is not null);
create index webhooks_failing_to_tell on webhooks (org_id) where failing_to_tell;
create index webhooks_with_two_secrets on webhooks (previous_until) where previous_until is not null;
`;

/** Kept for the checks alone: an event of that time has a delivery, and nothing is sent outside of it. */
const PERIODS = `
create table webhook_periods (
  org_id uuid not null references orgs,
  set_at timestamptz(3) not null,
  removed_at timestamptz(3) check (removed_at >= set_at),
  primary key (org_id, set_at)
);
create unique index webhook_periods_one_open on webhook_periods (org_id) where removed_at is null;
insert into webhook_periods (org_id, set_at) select org_id, created_at from webhooks;

create function keep_webhook_period() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into webhook_periods (org_id, set_at) values (new.org_id, new.created_at)
    on conflict (org_id, set_at) do update set removed_at = null;
  else
    update webhook_periods set removed_at = greatest(set_at, clock_timestamp()) where org_id = old.org_id and removed_at is null;
  end if;
  return null;
end $$;
create trigger keep_webhook_period after insert or delete on webhooks for each row execute function keep_webhook_period();
`;

const DELIVERIES = `
-- The transaction that wrote it: an event and its delivery are of one.
alter table events add column written_by xid8, add column recorded_at timestamptz(3);
alter table events alter column written_by set default pg_current_xact_id(), alter column recorded_at set default clock_timestamp();

alter table deliveries
  add column written_by xid8,
  -- How many attempts were made before the present ladder: a resend of what has ended begins a new one.
  add column ladder_start integer not null default 0 check (ladder_start between 0 and attempts),
  -- The next attempt was asked for by somebody and is due at once.
  add column asked boolean not null default false check (not asked or status = 'PENDING'),
  -- The workflow has yet to hear of that.
  add column to_tell boolean not null default false,
  -- In real time: when it was last resent.
  add column resent_at timestamptz(3);
alter table deliveries alter column written_by set default pg_current_xact_id();

-- One index for the log and all of its filters: a page is merged from one piece for each status and event.
drop index deliveries_by_org;
create index deliveries_log on deliveries (org_id, env, status, event, created_at desc, id desc);
-- Canceled in batches, in one order.
drop index deliveries_not_begun;
create index deliveries_not_begun on deliveries (recorded_at) where status = 'PENDING' and attempts = 0 and next_attempt_at is null;
drop index deliveries_open_by_org;
create index deliveries_open_by_org on deliveries (org_id, id) where status = 'PENDING';
create index deliveries_to_tell on deliveries (id) where to_tell;
`;

const ATTEMPTS = `
alter table delivery_attempts
  -- Its place in the ladder: there is no seventh.
  add column step integer check (step between 1 and 6),
  -- Asked for by somebody, and therefore not at its time.
  add column manual boolean not null default false,
  -- Of the bytes that were sent.
  add column body_sha256 bytea check (length(body_sha256) = 32),
  add column recorded_at timestamptz(3);
alter table delivery_attempts alter column recorded_at set default clock_timestamp();
update delivery_attempts set step = number;
alter table delivery_attempts alter column step set not null;
`;
