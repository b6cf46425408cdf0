import { Migration } from '@mikro-orm/migrations';

/** Invites, and what an org may never be without: an owner. */
export class People extends Migration {
  override up(): void {
    for (const part of [INVITES, OWNERS]) this.addSql(part);
  }
}

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
-- By address first: every sign-in asks for the invites of one.
create unique index invites_one_pending_an_address on invites (email, org_id) where status = 'PENDING';
create index invites_by_org on invites (org_id, created_at desc, id desc);
create index members_by_org on members (org_id, created_at desc, user_id desc);

create trigger legal_moves before update of status on invites for each row execute function check_move(
  'PENDING>CLAIMED', 'PENDING>REVOKED');

-- What has ended tells which role was granted or withheld: it is not rewritten.
create function keep_ended_invite() returns trigger language plpgsql as $$
begin
  if old.status <> 'PENDING' then
    raise exception 'invite % has ended as %', old.id, old.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_ended before update on invites for each row execute function keep_ended_invite();
`;

/**
 * Judged at the commit, so that a transaction may hand an org over in any order of statements. The org's row is locked
 * first and read after: two transactions that each take another owner away see one another.
 */
const OWNERS = `
create function check_owner_remains() returns trigger language plpgsql as $$
begin
  perform 1 from orgs where id = old.org_id for no key update;
  if found and not exists (select from members where org_id = old.org_id and role = 'owner' and status = 'ACTIVE') then
    raise exception 'org % would be without an owner', old.org_id
      using errcode = 'check_violation', constraint = 'members_keep_an_owner';
  end if;
  return null;
end $$;
create constraint trigger members_keep_an_owner after update or delete on members
  deferrable initially deferred for each row when (old.role = 'owner') execute function check_owner_remains();
`;
