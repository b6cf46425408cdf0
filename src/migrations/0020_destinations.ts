import { Migration } from '@mikro-orm/migrations';

/**
 * Verified business names, destinations that are held or disabled, and lookups of approved verification
 * cases.
 */
export class Destinations extends Migration {
  override up(): void {
    for (const part of [VERIFIED_NAMES, ASKED_CASES, HELD_DESTINATIONS]) this.addSql(part);
  }
}

const VERIFIED_NAMES = `
-- The name of the business when KYB was approved. A later change of the organization's name leaves it.
alter table orgs add column verified_name text check (length(btrim(verified_name)) > 0);
update orgs set verified_name = name where kyb_status = 'APPROVED';
alter table orgs add constraint orgs_approved_by_name
  check (kyb_status <> 'APPROVED' or verified_name is not null);

-- The release before this one approves without a name, and may run beside this one.
create function keep_verified_name() returns trigger language plpgsql as $$
begin
  new.verified_name := coalesce(new.verified_name, new.name);
  return new;
end $$;
create trigger keep_verified_name before update of kyb_status on orgs
  for each row when (new.kyb_status = 'APPROVED') execute function keep_verified_name();
`;

const ASKED_CASES = `
alter table verification_cases
  -- The registered name of the business, as the provider reports it.
  add column legal_name text check (legal_name is null or kind = 'kyb'),
  -- When the provider answered the last daily lookup of the approved case.
  add column asked_at timestamptz(3);
create index verification_cases_approved on verification_cases (id) where status = 'APPROVED';
`;

const HELD_DESTINATIONS = `
alter table counterparties
  drop constraint counterparties_status_check,
  drop constraint counterparties_check1,
  add column held_until timestamptz(3),
  add column approved_at timestamptz(3),
  add column approved_by actor,
  add column disabled_at timestamptz(3),
  add column disabled_by actor,
  -- True until the workflow that mails the managers of the organization is started.
  add column mail_due boolean not null default false,
  add constraint counterparties_status
    check (status in ('CHECKING', 'REJECTED', 'ACTIVE', 'HELD', 'DISABLED')),
  add constraint counterparties_accepted
    check ((status in ('ACTIVE', 'HELD', 'DISABLED')) = (name_match is not null)),
  add constraint counterparties_held
    check ((status <> 'HELD' or held_until is not null) and (held_until is null or env = 'live')),
  -- The one who registered a destination never approves it.
  add constraint counterparties_approved
    check (num_nulls(approved_at, approved_by) in (0, 2) and approved_by <> created_by
           and (approved_at is null or (held_until is not null and status in ('ACTIVE', 'DISABLED')))),
  add constraint counterparties_disabled
    check ((status = 'DISABLED') = (disabled_at is not null)
           and num_nulls(disabled_at, disabled_by) in (0, 2));

drop index counterparties_by_org;
create index counterparties_by_org on counterparties (org_id, env, created_at desc, id desc)
  where name_match is not null;
drop index counterparties_destination;
create index counterparties_destination
  on counterparties (org_id, env, country_code, currency, created_at desc, id desc)
  where status in ('ACTIVE', 'HELD');
create index counterparties_mail_due on counterparties (id) where mail_due;

drop trigger legal_moves on counterparties;
create trigger legal_moves before update of status on counterparties for each row execute function check_move(
  'CHECKING>ACTIVE', 'CHECKING>HELD', 'CHECKING>REJECTED', 'HELD>ACTIVE', 'HELD>DISABLED',
  'ACTIVE>DISABLED');

-- The status of a destination now. A hold ends by the clock: nothing has to write it.
create function destination_status(destination counterparties) returns text language sql volatile as $$
  select case when destination.status = 'HELD'
                and destination.held_until <= org_now(destination.org_id, destination.env)
              then 'ACTIVE' else destination.status end
$$;
`;
