import { Migration } from '@mikro-orm/migrations';

/**
 * Cases at the verification provider, and the events that partners sent. Organizations and users keep their
 * status.
 */
export class Verification extends Migration {
  override up(): void {
    for (const part of [CASES, EVENTS]) this.addSql(part);
  }
}

const CASES = `
create table verification_cases (
  id uuid primary key,
  kind text not null check (kind in ('kyb', 'kyc')),
  org_id uuid references orgs check ((org_id is not null) = (kind = 'kyb')),
  user_id uuid references users check ((user_id is not null) = (kind = 'kyc')),
  subject_id uuid not null generated always as (coalesce(org_id, user_id)) stored,
  country_code country_code not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  provider_case_id text,
  -- A secret: its holder may act for the applicant.
  url text check ((url is null) = (provider_case_id is null)),
  started_by actor not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  -- When the case got its present status, in our time, and from whom.
  decided_at timestamptz(3) check ((decided_at is null) = (status = 'PENDING')),
  decided_by text check (decided_by in ('provider', 'operator', 'expiry'))
    check ((decided_by is null) = (status = 'PENDING')),
  -- When the last verdict was given, by the clock of its giver: an older verdict is ignored.
  verdict_at timestamptz(3),
  -- When the operator decided about the organization or user while this was the newest case.
  overruled_at timestamptz(3) check (overruled_at is null or status <> 'PENDING'),
  -- Insertion order, under the lock of the organization's or user's row.
  seq bigint generated always as identity
);
create unique index verification_cases_one_open on verification_cases (subject_id) where status = 'PENDING';
create index verification_cases_newest on verification_cases (subject_id, seq desc);
create index verification_cases_open on verification_cases (id) where status = 'PENDING';

create trigger legal_moves before update of status on verification_cases
  for each row execute function check_move(
  'PENDING>APPROVED', 'PENDING>REJECTED', 'PENDING>WITHDRAWN', 'APPROVED>REJECTED', 'APPROVED>WITHDRAWN');
`;

const EVENTS = `
-- A partner repeats an event until it is accepted: the second copy finds its row here and changes nothing.
create table partner_events (
  partner text not null check (partner in ('verification', 'bank')),
  event_id text not null check (length(event_id) between 1 and 200),
  type text not null,
  -- Our id of the event's subject.
  reference text not null,
  occurred_at timestamptz(3) not null,
  received_at timestamptz(3) not null default clock_timestamp(),
  primary key (partner, event_id)
);
create index partner_events_by_reference on partner_events (reference, received_at);
call make_append_only('partner_events');
`;
