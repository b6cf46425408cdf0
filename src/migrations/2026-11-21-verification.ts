import { Migration } from '@mikro-orm/migrations';

/** Cases at the verification provider. What the gates read stays on the org and the user. */
export class Verification extends Migration {
  override up(): void {
    this.addSql(CASES);
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
  -- Whoever has it may act for the applicant: it is shown to them alone.
  url text check ((url is null) = (provider_case_id is null)),
  started_by actor not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  -- When and by whom it got the status that it has, in our time.
  decided_at timestamptz(3) check ((decided_at is null) = (status = 'PENDING')),
  decided_by text check (decided_by in ('provider', 'operator', 'expiry')) check ((decided_by is null) = (status = 'PENDING')),
  -- When the last verdict was given, by the clock of whoever gave it: an older one comes too late.
  verdict_at timestamptz(3),
  -- The operator has decided about the org or user while this was the newest case.
  overruled_at timestamptz(3) check (overruled_at is null or status <> 'PENDING'),
  -- Insertion order, under the lock of the org's or user's row.
  seq bigint generated always as identity
);
create unique index verification_cases_one_open on verification_cases (subject_id) where status = 'PENDING';
create index verification_cases_newest on verification_cases (subject_id, seq desc);
create index verification_cases_open on verification_cases (id) where status = 'PENDING';

create trigger legal_moves before update of status on verification_cases for each row execute function check_move(
  'PENDING>APPROVED', 'PENDING>REJECTED', 'PENDING>WITHDRAWN', 'APPROVED>REJECTED', 'APPROVED>WITHDRAWN');
`;
