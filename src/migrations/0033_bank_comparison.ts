import { Migration } from '@mikro-orm/migrations';

/** The bank's list as we read it, the days that were compared with the books, and the breaks between them. */
export class BankComparison extends Migration {
  override up(): void {
    for (const part of [LINES, DAYS, BREAKS, LOOKUPS]) this.addSql(part);
  }
}

/** One row for each transfer and deposit on the bank's list. All of them are live: the sandbox has no bank. */
const LINES = `
create table bank_lines (
  list text not null check (list in ('transfer', 'deposit')),
  bank_id text not null,
  -- A payout's id, or the id of the event that reported the deposit.
  reference text not null,
  -- By the bank's clock, in UTC.
  day date not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- A deposit has none.
  status text check ((status is null) = (list = 'deposit')
    and status in ('pending', 'settled', 'failed', 'returned')),
  -- In real time: when we first read this status, and when we last read the line.
  status_since timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  payout_id uuid generated always as (
    case when list = 'transfer' and reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then reference::uuid end) stored,
  primary key (list, bank_id)
);
create index bank_lines_by_day on bank_lines (day, list);
create index bank_lines_by_reference on bank_lines (reference, list);
create index bank_lines_pending on bank_lines (day) where status = 'pending';
`;

const DAYS = `
create table bank_days (
  day date primary key,
  transfers integer not null,
  deposits integer not null,
  compared_at timestamptz(3) not null
);
`;

const BREAKS = `
create table bank_breaks (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('missing_at_bank', 'missing_in_books', 'amount_differs', 'status_differs')),
  list text not null check (list in ('transfer', 'deposit')),
  day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  ours bigint check ((ours is null) = (kind = 'missing_in_books')),
  theirs bigint check ((theirs is null) = (kind = 'missing_at_bank')),
  reference text not null,
  bank_id text,
  opened_at timestamptz(3) not null default clock_timestamp(),
  closed_at timestamptz(3) check (closed_at >= opened_at)
);
create unique index bank_breaks_open on bank_breaks (day, list, kind, reference, coalesce(bank_id, ''))
  where closed_at is null;
create index bank_breaks_newest on bank_breaks (opened_at desc, id desc);
`;

/** Finds what the bank must have on a day. */
const LOOKUPS = `
create index payouts_by_taken_at on payouts (taken_at) where taken_at is not null;
create index journals_of_deposits on journals (at) where kind = 'deposit';
`;
