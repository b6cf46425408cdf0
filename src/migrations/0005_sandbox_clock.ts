import { Migration } from '@mikro-orm/migrations';

/** The movable clock of each organization's sandbox. */
export class SandboxClock extends Migration {
  override up(): void {
    for (const part of [CLOCKS, MOVES, LOCK]) this.addSql(part);
  }
}

/** An organization's time is the database's time plus its offset. Only the sandbox has an offset. */
const CLOCKS = `
create table org_clocks (
  org_id uuid primary key references orgs,
  offset_ms bigint not null default 0 check (offset_ms between 0 and 3155760000000)
);

create function org_offset_ms(org uuid, env text) returns bigint language sql stable as
$$ select coalesce((select offset_ms from org_clocks where org_id = org and env = 'sandbox'), 0) $$;

create function org_now(org uuid, env text) returns timestamptz language sql volatile as
$$ select to_timestamp((real_ms() + org_offset_ms(org, env)) / 1000.0)::timestamptz(3) $$;
`;

/** A move is written before anything falls due, so that a repeat of its command finds the span. */
const MOVES = `
create table clock_moves (
  id uuid primary key,
  org_id uuid not null references orgs,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null check (to_at >= from_at),
  recorded_at timestamptz(3) not null default clock_timestamp()
);
create index clock_moves_by_org on clock_moves (org_id, to_at);
call make_append_only('clock_moves');
`;

/** Only the sandbox has a clock that moves: live steps take no lock that a move could hold. */
const LOCK = `
create function lock_sandbox_clock(org uuid, in_env text) returns void language plpgsql as $$
begin
  if in_env = 'sandbox' then
    perform pg_advisory_xact_lock_shared(7701, hashtext(org::text));
  end if;
end $$;
`;
