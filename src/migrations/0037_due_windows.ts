import { Migration } from '@mikro-orm/migrations';

/**
 * Open rows by the time at which they change next, for the reconciliation: a pass reads what is due within its
 * window, however many rows are open. The new indexes serve a pass over all open rows too, so those by id go.
 */
export class DueWindows extends Migration {
  override up(): void {
    for (const part of [BY_TIME, BY_ID]) this.addSql(part);
  }
}

/** A live payout has no time of its own: its workflow asks the bank from its beginning. So does an open case. */
const BY_TIME = `
create index awards_open_by_time on awards (pending_until, id) where status = 'PENDING';
create index checkouts_open_by_time on checkouts (expires_at, id) where status = 'PENDING';
create index charges_open_by_time on charges (hold_expires_at, checkout_id) where status = 'AUTHORIZED';
-- The second condition always holds. It keeps the index out of the plans of other statements about pending payouts.
create index payouts_open_by_time on payouts (coalesce(due_at, created_at), id)
  where status = 'PENDING' and coalesce(due_at, created_at) is not null;
create index payouts_watched_by_time on payouts (next_lookup_at, id) where next_lookup_at is not null;
create index deliveries_open_by_time on deliveries (next_attempt_at, id)
  where status = 'PENDING' and next_attempt_at is not null;
create index verification_cases_open_by_time on verification_cases (created_at, id) where status = 'PENDING';
create index verification_cases_approved_by_time on verification_cases (coalesce(asked_at, decided_at), id)
  where status = 'APPROVED' and provider_case_id is not null;
`;

const BY_ID = `
drop index awards_open, checkouts_open, payouts_open, payouts_watched, deliveries_open,
  verification_cases_open, verification_cases_approved;
`;
