import { Migration } from '@mikro-orm/migrations';

/** The trail of each organization, pending members, invites that expire, suspension, and named operators. */
export class OrgEvents extends Migration {
  override up(): void {
    for (const part of [EVENTS, MEMBERS, INVITES, SUSPENSION, OPERATORS]) this.addSql(part);
  }
}

/**
 * The row of the user who acted has the e-mail address, and so has the row of the invite. Neither is repeated
 * here: an append-only table keeps no personal data that must be deleted one day.
 */
const EVENTS = `
create table org_events (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references orgs,
  at timestamptz(3) not null default clock_timestamp(),
  env environment,
  actor_kind text not null check (actor_kind in ('user', 'key', 'operator', 'system')),
  -- The id of the user or key, or the name of the operator.
  actor_id text check ((actor_id is null) = (actor_kind = 'system')),
  action text not null check (action ~ '^[a-z]+[.][a-z_]+$'),
  target_kind text not null,
  target_id text not null,
  before json,
  after json,
  address text,
  request_id text
);
create index org_events_newest on org_events (org_id, at desc, id desc);
create index org_events_by_action on org_events (org_id, action, at desc, id desc);
call make_append_only('org_events');

-- The acts that people get a mail about. The row goes when the mails have been started.
create table org_notices (
  event_id uuid primary key references org_events
);
`;

const MEMBERS = `
alter table members drop constraint members_status_check;
alter table members add constraint members_status_check check (status in ('PENDING', 'ACTIVE'));
-- The first call of the user that named the organization.
alter table members add column used_at timestamptz(3);
update members set used_at = created_at;
alter table members add constraint a_pending_member_has_not_used_it check (status = 'ACTIVE' or used_at is null);
create trigger legal_moves before update of status on members for each row execute function check_move(
  'PENDING>ACTIVE');
`;

const INVITES = `
alter table invites drop constraint invites_status_check;
alter table invites add constraint invites_status_check
  check (status in ('PENDING', 'CLAIMED', 'REVOKED', 'EXPIRED'));
alter table invites add column expires_at timestamptz(3);
drop trigger keep_ended on invites;
update invites set expires_at = created_at + interval '7 days';
create trigger keep_ended before update on invites for each row execute function keep_ended_invite();
alter table invites alter column expires_at set not null;
-- The release before this one names no end, and may run beside this one.
alter table invites alter column expires_at set default clock_timestamp() + interval '7 days';
drop trigger legal_moves on invites;
create trigger legal_moves before update of status on invites for each row execute function check_move(
  'PENDING>CLAIMED', 'PENDING>REVOKED', 'PENDING>EXPIRED');
create index invites_due on invites (expires_at) where status = 'PENDING';
`;

const SUSPENSION = `
alter table orgs drop constraint orgs_status_check;
alter table orgs add constraint orgs_status_check check (status in ('ACTIVE', 'SUSPENDED'));
create trigger legal_moves before update of status on orgs for each row execute function check_move(
  'ACTIVE>SUSPENDED', 'SUSPENDED>ACTIVE');
`;

const OPERATORS = `
alter table operator_actions add column operator text not null default 'operator';
alter table operator_actions alter column operator drop default;

-- Every call of an operator, reads and refused calls too.
create table operator_calls (
  id uuid primary key default gen_random_uuid(),
  at timestamptz(3) not null default clock_timestamp(),
  operator text not null,
  role text not null check (role in ('viewer', 'operator')),
  method text not null,
  path text not null,
  address text not null,
  request_id text not null
);
create index operator_calls_newest on operator_calls (at desc, id desc);
call make_append_only('operator_calls');
`;
