import { Migration } from '@mikro-orm/migrations';

/**
 * Rows that never change, and are deleted when their time is over. The database keeps each until its least
 * age, whoever asks: the period that an operator sets is that long or longer.
 */
export class Retention extends Migration {
  override up(): void {
    for (const part of [GUARDS, AGES, PARENTS, INDEXES, PLACES]) this.addSql(part);
  }
}

/**
 * The name of the parent's table is written with its schema: a caller's temporary table of that name would
 * otherwise be read in its place.
 */
const GUARDS = `
create function keep_recent() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % is kept: it is %', tg_table_name, tg_argv[0] using errcode = 'restrict_violation';
end $$;

-- Refuses to delete a row whose parent stays. Arguments: the parent's table, and the column with its id.
create function go_with_parent() returns trigger language plpgsql as $$
declare is_left boolean;
begin
  execute format('select exists (select from gone g join %I.%I p on p.id = g.%I)',
    tg_table_schema, tg_argv[0], tg_argv[1]) into is_left;
  if is_left then
    raise exception 'a row of % is deleted with its row of % only', tg_table_name, tg_argv[0]
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
`;

/** A check of the database's clock in the trigger's condition costs no call of a function. */
const AGES = `
drop trigger append_only on events;
create trigger never_updated before update on events for each row execute function refuse_change();
create trigger keep_recent before delete on events for each row
  when (old.recorded_at is null or old.recorded_at > now() - interval '30 days')
  execute function keep_recent('younger than 30 days');

drop trigger append_only on carts;
create trigger never_updated before update on carts for each row execute function refuse_change();
create trigger keep_recent before delete on carts for each row
  when (old.recorded_at > now() - interval '30 days')
  execute function keep_recent('younger than 30 days');

-- One for each sale. All other decisions stay.
drop trigger append_only on compliance_records;
create trigger never_updated before update on compliance_records for each row execute function refuse_change();
create trigger keep_recent before delete on compliance_records for each row
  when (old.movement is distinct from 'authorization' or old.decision <> 'PASSED'
    or old.recorded_at > now() - interval '5 years')
  execute function keep_recent('younger than five years, or no authorization that monitoring passed');
`;

/**
 * Events have an age; their deliveries and attempts go with them. So do checkouts and lines with their cart.
 * No row gets another parent: a recent one could otherwise go with an old parent.
 */
const PARENTS = `
drop trigger append_only on cart_lines;
create trigger never_updated before update on cart_lines for each row execute function refuse_change();
create trigger go_with_parent after delete on cart_lines referencing old table as gone
  for each statement execute function go_with_parent('carts', 'cart_id');
create trigger keep_parent before update of id on checkouts for each row execute function refuse_change();
create trigger go_with_parent after delete on checkouts referencing old table as gone
  for each statement execute function go_with_parent('carts', 'id');
create trigger keep_parent before update of id, event_id on deliveries
  for each row execute function refuse_change();
create trigger go_with_parent after delete on deliveries referencing old table as gone
  for each statement execute function go_with_parent('events', 'event_id');
create trigger keep_parent before update of delivery_id on delivery_attempts
  for each row execute function refuse_change();
create trigger go_with_parent after delete on delivery_attempts referencing old table as gone
  for each statement execute function go_with_parent('deliveries', 'delivery_id');
`;

/**
 * B-trees in place of BRIN: new rows take the space of deleted ones, and a block range with rows of all ages
 * says nothing.
 */
const INDEXES = `
drop index carts_by_age, events_by_age;
create index carts_by_age on carts (recorded_at);
create index events_by_age on events (recorded_at);
`;

/** The place that the sweep has read to in tables of which most rows stay: it reads each row once. */
const PLACES = `
create table sweep_places (
  name text primary key check (name in ('carts', 'passed_authorizations')),
  -- By carts.recorded_at, and by compliance_records.at.
  until timestamptz(3) not null
);
`;
