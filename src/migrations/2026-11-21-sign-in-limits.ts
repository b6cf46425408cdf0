import { Migration } from '@mikro-orm/migrations';

/** What is counted against the limits on one-time codes, and by what old codes and sessions are found. */
export class SignInLimits extends Migration {
  override up(): void {
    for (const part of [LIMITS, SWEEP]) this.addSql(part);
  }
}

const LIMITS = `
-- One row for each caller and one for the whole service, a scope: an hour's count, from the first that was counted.
create table sign_in_limits (
  scope text not null check (scope in ('requests_by_address', 'mails', 'wrong_tries_by_address', 'wrong_tries')),
  -- A keyed digest of the caller's address; empty for the whole service.
  subject text not null check ((subject = '') = (scope in ('mails', 'wrong_tries'))),
  began_at timestamptz(3) not null,
  count integer not null check (count >= 0),
  primary key (scope, subject)
);
create index sign_in_limits_by_age on sign_in_limits (began_at);
`;

const SWEEP = `
create index sign_in_codes_by_age on sign_in_codes (created_at);
create index sessions_by_end on sessions (least(ended_at, expires_at));
`;
