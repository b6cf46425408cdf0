import { Migration } from '@mikro-orm/migrations';

/** Countries, users, organizations with their members and invites, and the operator's actions. */
export class People extends Migration {
  override up(): void {
    for (const part of [COUNTRIES, USERS, ORGS, OWNERS, INVITES, OPERATOR]) this.addSql(part);
  }
}

const COUNTRIES = `
create table countries (
  country_code country_code primary key,
  min_share_bps bps not null default 0,
  max_share_bps bps not null default 10000 check (min_share_bps <= max_share_bps),
  -- Null until the operator or the configuration says whether a banking partner serves the country.
  live_partner boolean
);
`;

const USERS = `
create table users (
  id uuid primary key,
  email text not null unique check (email = lower(btrim(email))),
  first_name text not null default '',
  last_name text not null default '',
  country_code country_code not null default 'US',
  kyc_status verification_status not null default 'NOT_STARTED',
  created_at timestamptz(3) not null default clock_timestamp()
);
`;

const ORGS = `
create table orgs (
  id uuid primary key,
  name text not null check (length(btrim(name)) > 0),
  country_code country_code not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE')),
  mdr_bps bps not null default 200,
  recommender_share_bps bps not null default 5000,
  kyb_status verification_status not null default 'NOT_STARTED',
  created_at timestamptz(3) not null default clock_timestamp()
);

create table members (
  org_id uuid not null references orgs,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'admin', 'finance', 'support', 'developer')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE')),
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (org_id, user_id)
);
create index members_by_user on members (user_id);
create index members_by_org on members (org_id, created_at desc, user_id desc);
`;

/**
 * Checked at the commit, so that a transaction may hand an organization over in any order of statements. The
 * organization's row is locked first and read after: two transactions that each remove another owner see one
 * another.
 */
const OWNERS = `
create function check_owner_remains() returns trigger language plpgsql as $$
begin
  perform 1 from orgs where id = old.org_id for no key update;
  if found
    and not exists (select from members where org_id = old.org_id and role = 'owner' and status = 'ACTIVE')
  then
    raise exception 'org % would be without an owner', old.org_id
      using errcode = 'check_violation', constraint = 'members_keep_an_owner';
  end if;
  return null;
end $$;
create constraint trigger members_keep_an_owner after update or delete on members
  deferrable initially deferred for each row when (old.role = 'owner') execute function check_owner_remains();
`;

const INVITES = `
create table invites (
  id uuid primary key,
  org_id uuid not null references orgs,
  email text not null check (email = lower(btrim(email))),
  role text not null check (role in ('owner', 'admin', 'finance', 'support', 'developer')),
  status text not null default 'PENDING' check (status in ('PENDING', 'CLAIMED', 'REVOKED')),
  created_by uuid not null references users,
  created_at timestamptz(3) not null default clock_timestamp(),
  ended_at timestamptz(3) check ((ended_at is null) = (status = 'PENDING'))
);
-- By address first: every sign-in reads the invites of one address.
create unique index invites_one_pending_an_address on invites (email, org_id) where status = 'PENDING';
create index invites_by_org on invites (org_id, created_at desc, id desc);

create trigger legal_moves before update of status on invites for each row execute function check_move(
  'PENDING>CLAIMED', 'PENDING>REVOKED');

-- An ended invite records which role was granted or withheld, so it never changes.
create function keep_ended_invite() returns trigger language plpgsql as $$
begin
  if old.status <> 'PENDING' then
    raise exception 'invite % has ended as %', old.id, old.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_ended before update on invites for each row execute function keep_ended_invite();
`;

const OPERATOR = `
create table operator_actions (
  id uuid primary key,
  action text not null,
  target text not null,
  before json,
  after json,
  reason text not null default '',
  at timestamptz(3) not null default clock_timestamp()
);
create index operator_actions_newest on operator_actions (at desc, id desc);
call make_append_only('operator_actions');
`;
