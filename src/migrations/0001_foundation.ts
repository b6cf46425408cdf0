import { Migration } from '@mikro-orm/migrations';

/** Value types, the database's clock, and the trigger functions that several tables share. */
export class Foundation extends Migration {
  override up(): void {
    for (const part of [TYPES, CLOCK, GUARDS, DEADLINES]) this.addSql(part);
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
-- The API key or user that gave a command.
create domain actor as text check (value ~ '^(api_key|user):[0-9a-f-]{36}$');
`;

/**
 * Times are whole milliseconds, as JavaScript has them. `real_ms` is a function of its own, so that tests
 * which skip time can replace the database's clock.
 */
const CLOCK = `
create function real_ms() returns bigint language sql volatile as
$$ select floor(extract(epoch from clock_timestamp()) * 1000)::bigint $$;

create function real_now() returns timestamptz language sql volatile as
$$ select to_timestamp(real_ms() / 1000.0)::timestamptz(3) $$;
`;

const GUARDS = `
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Makes a table append-only.
create procedure make_append_only(target text) language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %I
    for each row execute function refuse_change()', target);
  execute format('create trigger never_truncated before truncate on %I
    execute function refuse_change()', target);
end $$;

-- Refuses a change of status that is not among the trigger's arguments.
create function check_move() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and not (old.status || '>' || new.status = any (tg_argv)) then
    raise exception '% may not go from % to %', tg_table_name, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
`;

/**
 * Raises MPT01 when the command's deadline has passed: its transaction writes nothing. A null deadline never
 * passes.
 */
const DEADLINES = `
create function require_in_time(deadline timestamptz) returns boolean language plpgsql volatile as $$
begin
  if clock_timestamp() >= deadline then
    raise exception 'the deadline of the command has passed' using errcode = 'MPT01';
  end if;
  return true;
end $$;
`;
