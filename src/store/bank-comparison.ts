import type { BankBreakKind, BankBreakStatus } from '../domain/bank-break.ts';
import { statement, statementOne } from './statement.ts';
import type { JsonText } from './statement.ts';

/** A line of the bank's list, for `json_to_recordset`. */
export interface BankLine {
  readonly bank_id: string;
  readonly reference: string;
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Null for a deposit. */
  readonly status: string | null;
}

export type BankList = 'transfer' | 'deposit';

/**
 * Lists the days to compare in UTC, oldest first: those that have not been compared since they ended, the
 * current one, those with a transfer that is pending on either side, and those with an open break. Without
 * any comparison before, it begins with the first payout or deposit.
 */
export const daysToCompare = statement<Record<string, never>, { day: string }>(
  'days_to_compare',
  `with today as (select (clock_timestamp() at time zone 'UTC')::date as day),
     first as (select coalesce(
       (select max(day) + 1 from bank_days where (compared_at at time zone 'UTC')::date > day),
       (select least((select min(taken_at) from payouts where taken_at is not null),
                     (select min(at) from journals where kind = 'deposit')) at time zone 'UTC')::date,
       (select day from today)) as day)
   select to_char(day, 'YYYY-MM-DD') as day from (
     select generate_series(first.day, today.day, '1 day')::date as day from first, today
     union select day from bank_lines where status = 'pending'
     union select l.day from payouts p join bank_lines l on l.payout_id = p.id
       where p.env = 'live' and p.status = 'PENDING'
     union select day from bank_breaks where closed_at is null) due
   order by day`,
);

/** The time of the database, for `seenSince`. */
export const comparisonTime = statementOne<Record<string, never>, { now: Date }>(
  'comparison_time',
  'select clock_timestamp() as now',
);

/**
 * Stores lines of the bank's list for a day. A line whose status has not changed keeps its `status_since`.
 */
export const storeBankLines = statement<
  { list: BankList; day: string; lines: JsonText<readonly BankLine[]> },
  never
>(
  'store_bank_lines',
  `insert into bank_lines as l (list, bank_id, reference, day, amount, currency, status, status_since, seen_at)
   select :list, x.bank_id, x.reference, :day::text::date, x.amount, x.currency, x.status,
     clock_timestamp(), clock_timestamp()
   from json_to_recordset(:lines) as x(bank_id text, reference text, amount bigint, currency text, status text)
   order by x.bank_id
   on conflict (list, bank_id) do update set reference = excluded.reference, day = excluded.day,
     amount = excluded.amount, currency = excluded.currency, status = excluded.status, seen_at = excluded.seen_at,
     status_since = case when l.status is distinct from excluded.status then excluded.seen_at
                    else l.status_since end`,
);

/**
 * Deletes the lines of a day that the bank's list no longer has: those that were not read since this time.
 */
export const deleteVanishedLines = statement<{ day: string; seenSince: Date }, never>(
  'delete_vanished_lines',
  'delete from bank_lines where day = :day::text::date and seen_at < :seenSince',
);

/**
 * Transfers: the lines of the day and our payouts, and payouts that the bank took that day without a line.
 */
const TRANSFERS = `
  select l.list, l.reference, l.bank_id, l.currency, p.amount as ours, l.amount as theirs,
    case when p.id is null then 'missing_in_books'
         -- Suspense holds a transfer that contradicts our books: an operator has it.
         when exists (select from suspense_cases c where c.payout_id = p.id) then null
         when (p.amount, p.currency) is distinct from (l.amount, l.currency) then 'amount_differs'
         when p.status <> upper(l.status)
           and greatest(l.status_since, p.settled_at, p.failed_at, p.returned_at)
             <= l.seen_at - :agreementSeconds::float8 * interval '1 second' then 'status_differs' end as kind
  from bank_lines l
    left join payouts p on p.id = l.payout_id and p.env = 'live' and coalesce(p.bank_id, l.bank_id) = l.bank_id
  where l.list = 'transfer' and l.day = :day::text::date
  union all
  select 'transfer', p.id::text, p.bank_id, p.currency, p.amount, null, 'missing_at_bank'
  from payouts p
  where p.taken_at >= :day::text::date at time zone 'UTC' and p.taken_at < (:day::text::date + 1) at time zone 'UTC'
    and p.taken_at < :seenSince
    and not exists (select from bank_lines l where l.list = 'transfer' and l.bank_id = p.bank_id)`;

/** Deposits in the same way, those in suspense too. The funding account holds each with the sign reversed. */
const DEPOSITS = `
  select l.list, l.reference, l.bank_id, l.currency, b.amount, l.amount,
    case when b.amount is null then
           case when l.status_since <= l.seen_at - :agreementSeconds::float8 * interval '1 second'
             then 'missing_in_books' end
         when (b.amount, b.currency) is distinct from (l.amount, l.currency) then 'amount_differs' end
  from bank_lines l left join lateral (
    select -e.amount as amount, j.currency from journals j
      join entries e on e.journal_id = j.id
      join accounts a on a.id = e.account_id and a.kind = 'funding'
    where j.op_key = 'deposit:' || l.reference
    union all select c.amount, c.currency from suspense_cases c where c.event_id = l.reference) b on true
  where l.list = 'deposit' and l.day = :day::text::date
  union all
  select 'deposit', substr(j.op_key, length('deposit:') + 1), null, j.currency, -e.amount, null, 'missing_at_bank'
  from journals j
    join entries e on e.journal_id = j.id
    join accounts a on a.id = e.account_id and a.kind = 'funding'
  where j.kind = 'deposit'
    and j.at >= :day::text::date at time zone 'UTC' and j.at < (:day::text::date + 1) at time zone 'UTC'
    and j.at < :seenSince
    and not exists (select from bank_lines l
                    where l.list = 'deposit' and l.reference = substr(j.op_key, length('deposit:') + 1))`;

/**
 * Compares the stored lines of a day with the books. Opens breaks, and closes those that have healed. Returns
 * the number of breaks that are open for the day.
 */
export const compareDay = statementOne<
  { day: string; seenSince: Date; agreementSeconds: number },
  { open: number }
>(
  'compare_bank_day',
  `with found as (select * from (${TRANSFERS} union all ${DEPOSITS}) compared where kind is not null),
   opened as (
     insert into bank_breaks as b (kind, list, day, currency, ours, theirs, reference, bank_id)
     select kind, list, :day::text::date, currency, case when kind <> 'missing_in_books' then ours end, theirs,
       reference, bank_id
     from found
     on conflict (day, list, kind, reference, coalesce(bank_id, '')) where closed_at is null
       do update set ours = excluded.ours, theirs = excluded.theirs, currency = excluded.currency
     returning 1),
   closed as (
     update bank_breaks b set closed_at = clock_timestamp()
     where b.day = :day::text::date and b.closed_at is null
       and not exists (select from found f
                       where (f.kind, f.list, f.reference) = (b.kind, b.list, b.reference)
                         and f.bank_id is not distinct from b.bank_id)
     returning 1)
   select count(*)::integer as open from found`,
);

/** Records that a day has been compared. */
export const recordComparedDay = statement<{ day: string; comparedAt: Date }, never>(
  'record_compared_day',
  `insert into bank_days (day, transfers, deposits, compared_at)
   select :day::text::date, count(*) filter (where list = 'transfer'), count(*) filter (where list = 'deposit'),
     :comparedAt
   from bank_lines where day = :day::text::date
   on conflict (day) do update set transfers = excluded.transfers, deposits = excluded.deposits,
     compared_at = excluded.compared_at`,
);

export interface BankBreakRow {
  readonly id: string;
  readonly kind: BankBreakKind;
  /** In UTC: `2026-11-22`. */
  readonly day: string;
  readonly currency: string;
  /** In minor units. Null if our books do not have it. */
  readonly ours: number | null;
  readonly theirs: number | null;
  readonly reference: string;
  readonly status: BankBreakStatus;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
}

/** Breaks, newest first. A null status selects all. The key `infinity` begins at the newest. */
export const listBankBreaks = statement<
  { status: BankBreakStatus | null; afterKey: string; afterId: string; limit: number },
  BankBreakRow
>(
  'list_bank_breaks',
  `select id, kind, to_char(day, 'YYYY-MM-DD') as day, currency, ours, theirs, reference,
     case when closed_at is null then 'OPEN' else 'CLOSED' end as status, opened_at, closed_at
   from bank_breaks
   where (opened_at, id) < (:afterKey::timestamptz, :afterId::uuid)
     and (:status::text is null or (closed_at is null) = (:status = 'OPEN'))
   order by opened_at desc, id desc limit :limit`,
);

/** The open breaks of each kind, and the time of the last comparison. Null before the first one. */
export const countBankBreaks = statement<
  Record<string, never>,
  { kind: BankBreakKind; count: number; comparedAt: Date | null }
>(
  'count_bank_breaks',
  `select k.kind, (select count(*) from bank_breaks b where b.kind = k.kind and b.closed_at is null)::integer as count,
     (select max(compared_at) from bank_days) as compared_at
   from unnest(array['missing_at_bank', 'missing_in_books', 'amount_differs', 'status_differs']) as k(kind)`,
);
