import { Migration } from '@mikro-orm/migrations';

/** One-time codes with their limits, sessions and API keys. */
export class Credentials extends Migration {
  override up(): void {
    for (const part of [CODES, LIMITS, SESSIONS, KEYS]) this.addSql(part);
  }
}

const CODES = `
create table sign_in_codes (
  id uuid primary key,
  email text not null,
  digest bytea not null,
  sealed_code text,
  wrong_tries integer not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  mailed_at timestamptz(3),
  used_at timestamptz(3)
);
create index sign_in_codes_by_email on sign_in_codes (email, created_at desc);
create index sign_in_codes_by_age on sign_in_codes (created_at);
`;

const LIMITS = `
-- One row for each caller and scope, and one for the whole service: the count of one hour.
create table sign_in_limits (
  scope text not null
    check (scope in ('requests_by_address', 'mails', 'wrong_tries_by_address', 'wrong_tries')),
  -- A keyed digest of the caller's address; empty for the whole service.
  subject text not null check ((subject = '') = (scope in ('mails', 'wrong_tries'))),
  began_at timestamptz(3) not null,
  count integer not null check (count >= 0),
  primary key (scope, subject)
);
create index sign_in_limits_by_age on sign_in_limits (began_at);
`;

const SESSIONS = `
create table sessions (
  id uuid primary key,
  token_digest bytea not null unique,
  user_id uuid not null references users,
  env environment not null,
  active_org_id uuid references orgs,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index sessions_by_end on sessions (least(ended_at, expires_at));
`;

const KEYS = `
create table api_keys (
  id uuid primary key,
  org_id uuid not null references orgs,
  env environment not null,
  name text not null,
  prefix text not null check (prefix ~ '^fl_(test|live)_' and (prefix like 'fl_live_%') = (env = 'live')),
  digest bytea not null unique,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'REVOKED')),
  created_by uuid not null references users,
  created_at timestamptz(3) not null default clock_timestamp(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3) check ((revoked_at is null) = (status = 'ACTIVE'))
);
create index api_keys_by_org on api_keys (org_id, created_at desc, id desc);
`;
