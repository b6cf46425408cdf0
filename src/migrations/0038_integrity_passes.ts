import { Migration } from '@mikro-orm/migrations';

/** Passes over the books in slices: where each one is, and indexes to find what has changed. */
export class IntegrityPasses extends Migration {
  override up(): void {
    for (const part of [PASSES, CHANGES, CLOSURE]) this.addSql(part);
  }
}

/** One row: the last entry and time that were checked, and the place of the pass over all rows. */
const PASSES = `
create table integrity_passes (
  name text primary key check (name = 'books'),
  position json not null,
  updated_at timestamptz(3) not null default clock_timestamp(),
  -- When a pass over all rows last came to its end.
  finished_at timestamptz(3)
);
`;

/** Rows by the real time at which they were written. BRIN: tables that only grow keep that order. */
const CHANGES = `
create index carts_by_age on carts using brin (recorded_at) with (pages_per_range = 16, autosummarize = on);
create index events_by_age on events using brin (recorded_at) with (pages_per_range = 16, autosummarize = on);
create index delivery_attempts_by_age on delivery_attempts (recorded_at);
create index partner_events_by_age on partner_events (received_at);
create index checkouts_fired on checkouts (fired_recorded_at) where fired_recorded_at is not null;
create index charges_fired on charges (fired_recorded_at) where fired_recorded_at is not null;
`;

/** The journals of a charge. The capture has an index of its own. */
const CLOSURE = `
create index journals_after_capture on journals (charge_id) where kind in ('return', 'landing');
`;
