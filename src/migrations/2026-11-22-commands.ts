import { Migration } from '@mikro-orm/migrations';

/** Command ids beside what commands made, deadlines that writes test, and the moves of sandbox clocks. */
export class Commands extends Migration {
  override up(): void {
    for (const part of [IDS, DEADLINES, CLOCK_MOVES]) this.addSql(part);
  }
}

/**
 * The id of a command is the id of the charge, return, payout or checkout that it makes, and of the compliance record of an
 * authorization. A void and the journals keep it in a column.
 */
const IDS = `
alter table charges add column void_command_id uuid check (void_command_id is null or status = 'VOIDED');
create index charges_voided_by on charges (void_command_id) where void_command_id is not null;
alter table journals add column command_id uuid;
create index webhooks_rotated_by on webhooks (rotation_id) where rotation_id is not null;
-- The checkout that took this one's place on its terminal: written before that one is, in the same transaction.
alter table checkouts
  add column superseded_by uuid check (superseded_by is null or status in ('SUPERSEDED', 'EXPIRED')),
  add foreign key (superseded_by, org_id, env) references checkouts (id, org_id, env) deferrable initially deferred;
create unique index checkouts_superseded_by on checkouts (superseded_by) where superseded_by is not null;
`;

/** Raises MPT01 when the command's deadline has passed: the transaction writes nothing. A null deadline never passes. */
const DEADLINES = `
create function require_in_time(deadline timestamptz) returns boolean language plpgsql volatile as $$
begin
  if clock_timestamp() >= deadline then
    raise exception 'the deadline of the command has passed' using errcode = 'MPT01';
  end if;
  return true;
end $$;
`;

/** A move of an organization's sandbox clock, written before anything falls due. A repeat of the command finds its span. */
const CLOCK_MOVES = `
create table clock_moves (
  id uuid primary key,
  org_id uuid not null references orgs,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null check (to_at >= from_at),
  recorded_at timestamptz(3) not null default clock_timestamp()
);
create index clock_moves_by_org on clock_moves (org_id, to_at);
create trigger append_only before update or delete on clock_moves for each row execute function refuse_change();
create trigger never_truncated before truncate on clock_moves execute function refuse_change();
`;
