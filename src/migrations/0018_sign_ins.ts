import { Migration } from '@mikro-orm/migrations';

/** Sign-ins with the tokens made from them, challenges of codes, and codes that confirm a sign-in. */
export class SignIns extends Migration {
  override up(): void {
    for (const part of [SIGN_INS, SESSIONS, CODES, CHALLENGES, LIMITS]) this.addSql(part);
  }
}

const SIGN_INS = `
-- One row for each sign-in by a mailed code. Its tokens are the rows of sessions.
create table sign_ins (
  id uuid primary key,
  user_id uuid not null references users,
  -- The only organization of the user at the sign-in.
  org_id uuid references orgs,
  -- Null for sign-ins from before this table.
  address text,
  user_agent text check (length(user_agent) <= 500),
  -- A keyed digest of the network of the address.
  block text,
  created_at timestamptz(3) not null default clock_timestamp(),
  last_used_at timestamptz(3) not null default clock_timestamp(),
  -- Null for sign-ins from before this table: their codes count as old.
  code_entered_at timestamptz(3),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  unique (id, user_id)
);
create index sign_ins_by_user on sign_ins (user_id, created_at desc, id desc);
create index sign_ins_by_end on sign_ins (least(ended_at, expires_at));

create function keep_ended_sign_in() returns trigger language plpgsql as $$
begin
  raise exception 'sign-in % has ended', old.id using errcode = 'restrict_violation';
end $$;
create trigger keep_ended before update on sign_ins for each row
  when (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
  execute function keep_ended_sign_in();
`;

/**
 * Tokens of one sign-in expire at the same millisecond: until now only this tells which tokens belong together.
 * The trigger is for the previous release, which runs beside this one during a rollout and writes no sign-ins.
 */
const SESSIONS = `
alter table sessions add column sign_in_id uuid;
update sessions s set sign_in_id = first.id
from (select distinct on (user_id, expires_at) id, user_id, expires_at from sessions
      order by user_id, expires_at, created_at, id) first
where first.user_id = s.user_id and first.expires_at = s.expires_at;
insert into sign_ins (id, user_id, org_id, created_at, last_used_at, expires_at, ended_at)
select f.id, f.user_id, f.active_org_id, f.created_at, f.created_at, f.expires_at, a.ended_at
from sessions f
join (select sign_in_id, case when bool_and(ended_at is not null) then max(ended_at) end as ended_at
      from sessions group by sign_in_id) a on a.sign_in_id = f.id;
alter table sessions
  alter column sign_in_id set not null,
  add foreign key (sign_in_id, user_id) references sign_ins (id, user_id) on delete cascade;
create index sessions_by_sign_in on sessions (sign_in_id);

create function open_missing_sign_in() returns trigger language plpgsql as $$
begin
  insert into sign_ins (id, user_id, expires_at) values (new.id, new.user_id, new.expires_at);
  new.sign_in_id := new.id;
  return new;
end $$;
create trigger open_missing_sign_in before insert on sessions for each row
  when (new.sign_in_id is null) execute function open_missing_sign_in();
`;

const CODES = `
alter table sign_in_codes
  -- The sign-in that the code confirms. Null for a code that signs in.
  add column sign_in_id uuid references sign_ins on delete cascade,
  -- The network of the caller who asked for the code, as in sign_ins.
  add column block text;
create index sign_in_codes_by_sign_in on sign_in_codes (sign_in_id);
`;

const CHALLENGES = `
create table sign_in_challenges (
  digest bytea primary key,
  -- The newest code when the challenge was made. The challenge is also good for a newer one.
  code_id uuid not null references sign_in_codes on delete cascade,
  block text not null,
  -- The user had signed in from this network before.
  is_familiar boolean not null,
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 5),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index sign_in_challenges_by_code on sign_in_challenges (code_id, block);
`;

/** The previous release still counts the wrong tries of the whole service. */
const LIMITS = `
alter table sign_in_limits drop constraint sign_in_limits_scope_check;
alter table sign_in_limits add constraint sign_in_limits_scope_check check (scope in (
  'requests_by_address', 'mails', 'wrong_tries_by_address', 'wrong_tries_by_block', 'wrong_tries'));
`;
