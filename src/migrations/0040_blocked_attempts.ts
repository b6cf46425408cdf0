import { Migration } from '@mikro-orm/migrations';

/** Blocked attempts that the record of the first one counts, instead of a compliance record for each. */
export class BlockedAttempts extends Migration {
  override up(): void {
    for (const part of [SERIES, ATTEMPTS, TOTALS]) this.addSql(part);
  }
}

const SERIES = `
-- The blocked attempts of one day that count on this record, by what they have in common. Null: it counts no other.
alter table compliance_records add column series text,
  add constraint compliance_records_series
    check (series is null or (decision = 'BLOCKED' and org_id is not null));
-- One record for each series and day (UTC, by the organization's clock).
create unique index compliance_records_one_a_day on compliance_records
  (org_id, env, rule, series, ((at at time zone 'UTC')::date)) where series is not null;
create index compliance_records_of_attempts on compliance_records (party_id, env, movement, recorded_at)
  where series is not null and movement is not null;
`;

/** Rows and no mere number: a limit counts the movements of the last seconds, and a repeat finds its own. */
const ATTEMPTS = `
create table blocked_attempts (
  -- Of an authorization: the id of the command, as a record of its own would have it.
  id uuid primary key,
  record_id uuid not null references compliance_records,
  subject text not null,
  -- In minor units of the record's currency. Null for a record without one.
  amount minor,
  at timestamptz(3) not null,
  recorded_at timestamptz(3) not null default clock_timestamp()
);
create index blocked_attempts_by_record on blocked_attempts (record_id, recorded_at);
create index blocked_attempts_by_subject on blocked_attempts (subject);
create index blocked_attempts_by_age on blocked_attempts (recorded_at);
`;

const TOTALS = `
-- The attempts of a record whose rows the sweep has deleted.
create table blocked_totals (
  record_id uuid primary key references compliance_records,
  attempts integer not null check (attempts > 0),
  largest_amount minor,
  last_attempt_at timestamptz(3) not null
);
`;
