import type { EntryKind, MonthParts, Period } from '../domain/books.ts';
import type { Environment } from '../domain/environment.ts';
import { PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement, statementOne } from './statement.ts';
import type { Queryable } from './statement.ts';

/** A merchant's balance in one environment and currency. */
export interface Books {
  readonly orgId: string;
  readonly env: Environment;
  readonly currency: string;
}

/** The span without limits. */
export const EVER: Span = { from: '-infinity', to: 'infinity' };

/** A movement of a merchant's balance. */
export interface BalanceEntryRow {
  /** The journal's id. */
  readonly id: string;
  readonly kind: EntryKind;
  /** In minor units, negative when it leaves the balance. */
  readonly amount: number;
  readonly currency: string;
  readonly chargeId: string | null;
  readonly returnId: string | null;
  readonly payoutId: string | null;
  readonly at: Date;
}

/** A journal that moves a merchant's balance. The index journals_of_merchant has the same condition. */
const MOVES = `j.org_id = :orgId and j.env = :env and j.currency = :currency
     and j.org_id is not null and j.kind not in ('landing', 'payout_settlement')`;

const KIND = `case when j.kind in ('capture', 'return', 'payout') then j.kind
                   when j.kind in ('payout_failure', 'payout_return') then 'payout_reversal'
                   else 'adjustment' end as kind`;

/** A capture of which all is cashback moves no money of the merchant, and is an entry of 0 all the same. */
const IS_ENTRY = `(p.amount is not null or j.kind in ('capture', 'return'))`;

const PERIOD = 'j.at >= :from::timestamptz and j.at < :to::timestamptz';

/** A period of rows: `from` is included, `to` is excluded. An infinite end is no limit. */
export interface Span {
  readonly from: Date | '-infinity' | 'infinity';
  readonly to: Date | '-infinity' | 'infinity';
}

/** The entries of a balance in a period, newest first. */
export const listBalanceEntries = statement<Books & Span & PageParams, BalanceEntryRow>(
  'list_balance_entries',
  `select j.id, ${KIND}, coalesce(p.amount, 0) as amount, j.currency, j.charge_id,
          (select id from returns where journal_id = j.id) as return_id, j.payout_id, j.at
   from journals j
     left join lateral (
       select sum(e.amount)::bigint as amount from entries e
       where e.journal_id = j.id and e.account_id = (
         select id from accounts
         where env = :env and currency = :currency and kind = 'merchant' and owner_id = :orgId)) p on true
   where ${MOVES} and ${PERIOD} and (j.at, j.id) < ${PAGE_START} and ${IS_ENTRY}
   order by j.at desc, j.id desc limit :limit`,
);

/** An entry with its parts: `amount` is `gross` less `fee` and `cashback`. */
export interface BookedEntryRow extends BalanceEntryRow {
  /** Of a capture the total, of a return the refund with a minus; else 0. */
  readonly gross: number;
  readonly fee: number;
  /** Of a capture the pots, of a return what was cut from them with a minus. */
  readonly cashback: number;
}

/** Where a page of a file begins: after this entry. */
interface Place {
  readonly afterKey: string;
  readonly afterId: string;
}

const readBookedEntries = statement<Books & Period & Place & { limit: number }, BookedEntryRow>(
  'read_booked_entries',
  `select j.id, ${KIND}, coalesce(p.amount, 0) as amount, j.currency, j.charge_id,
          (select id from returns where journal_id = j.id) as return_id, j.payout_id, j.at,
          case when j.kind in ('capture', 'return') then coalesce(-p.paid, 0) else 0 end::bigint as gross,
          case when j.kind in ('capture', 'return') then coalesce(p.fee, 0) else 0 end::bigint as fee,
          case when j.kind in ('capture', 'return') then coalesce(p.cashback, 0) else 0 end::bigint as cashback
   from journals j
     left join lateral (
       select sum(e.amount) filter (where a.kind = 'merchant')::bigint as amount,
              sum(e.amount) filter (where a.kind = 'wallet')::bigint as paid,
              sum(e.amount) filter (where a.kind = 'fees')::bigint as fee,
              sum(e.amount) filter (where a.kind = 'cashback')::bigint as cashback
       from entries e join accounts a on a.id = e.account_id where e.journal_id = j.id) p on true
   where ${MOVES} and ${PERIOD} and (j.at, j.id) > (:afterKey::timestamptz, :afterId::uuid) and ${IS_ENTRY}
   order by j.at, j.id limit :limit`,
);

/** The entries of a file are read by so many at a time: memory does not grow with their number. */
const PAGE = 200;
const OLDEST_ID = '00000000-0000-0000-0000-000000000000';

/** Reads the entries of a balance in a period page by page, oldest first. */
export async function* readEntries(
  on: Queryable,
  books: Books,
  { from, to }: Period,
): AsyncGenerator<BookedEntryRow[], void, undefined> {
  let place: Place = { afterKey: '-infinity', afterId: OLDEST_ID };
  for (;;) {
    const rows = await readBookedEntries(on, { ...books, ...place, from, to, limit: PAGE });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    place = { afterKey: last.at.toISOString(), afterId: last.id };
  }
}

type Texts<Row> = { readonly [Name in keyof Row]: string };

const findMonth = statementOne<Books & { from: string; to: string }, Texts<MonthParts & { opening: bigint }>>(
  'find_month',
  `select ${['captured', 'fees', 'cashback', 'returned', 'cashback_cut', 'paid_out', 'reversed', 'adjusted']
    .map((part) => `coalesce(sum(${part}) filter (where day >= :from::text::date), 0)::text as ${part}`)
    .join(', ')},
     coalesce(sum(captured - fees - cashback - returned + cashback_cut - paid_out + reversed + adjusted)
       filter (where day < :from::text::date), 0)::text as opening
   from merchant_days
   where org_id = :orgId and env = :env and currency = :currency and day < :to::text::date`,
);

/** The balance before a period of whole days, and what moved it then. */
export interface MonthTotals {
  readonly opening: bigint;
  readonly parts: MonthParts;
}

/** Reads the totals of a month: at most 16 rows for each day until its end, after any number of sales. */
export async function readMonthTotals(
  on: Queryable,
  books: Books,
  { from, to }: Period,
): Promise<MonthTotals> {
  const found = await findMonth(on, { ...books, from: dateOf(from), to: dateOf(to) });
  const { opening, ...texts } = found as Texts<MonthParts & { opening: bigint }>;
  const parts = Object.entries(texts).map(([name, text]) => [name, BigInt(text)] as const);
  return { opening: BigInt(opening), parts: Object.fromEntries(parts) as unknown as MonthParts };
}

const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The sales of one day. Sums of amounts are decimal text. */
export interface SalesDayRow {
  /** As `2026-10-03`. */
  readonly day: string;
  readonly capturedCount: number;
  readonly captured: string;
  readonly returned: string;
  readonly fees: string;
  readonly cashback: string;
}

/** The sales of each day from `first` to `last`, oldest first, days without sales included. */
export const listSalesDays = statement<Books & { first: string; last: string }, SalesDayRow>(
  'list_sales_days',
  `select to_char(day, 'YYYY-MM-DD') as day, coalesce(sum(d.captured_count), 0)::bigint as captured_count,
          coalesce(sum(d.captured), 0)::text as captured, coalesce(sum(d.returned), 0)::text as returned,
          coalesce(sum(d.fees), 0)::text as fees, coalesce(sum(d.cashback), 0)::text as cashback
   from (select generate_series(:first::text::date, :last::text::date, interval '1 day')::date as day) days
     left join (select * from merchant_days
                where org_id = :orgId and env = :env and currency = :currency
                  and day between :first::text::date and :last::text::date) d using (day)
   group by day order by day`,
);

/** A return of a charge. Amounts in minor units. */
export interface ReturnRow {
  readonly id: string;
  readonly chargeId: string;
  readonly checkoutId: string;
  readonly refund: number;
  readonly buyerCut: number;
  readonly recommenderCut: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** The returns of an org in a period, newest first. */
export const listReturns = statement<Omit<Books, 'currency'> & Span & PageParams, ReturnRow>(
  'list_returns',
  `select r.id, r.charge_id, h.checkout_id, r.refund, r.buyer_cut, r.recommender_cut, h.currency, q.reason,
          r.at
   from (select * from returns
         where org_id = :orgId and env = :env and at >= :from::timestamptz and at < :to::timestamptz
           and (at, id) < ${PAGE_START}
         order by at desc, id desc limit :limit) r
     cross join lateral (select checkout_id, currency from charges where id = r.charge_id offset 0) h
     cross join lateral (select reason from return_requests where id = r.id offset 0) q
   order by r.at desc, r.id desc`,
);

const findOrgTime = statementOne<Omit<Books, 'currency'>, { now: Date }>(
  'find_org_time',
  'select org_now(:orgId, :env::text) as now',
);

/** The time of an org in this environment: in the sandbox by its clock. */
export async function orgNow(on: Queryable, org: Omit<Books, 'currency'>): Promise<Date> {
  const row = await findOrgTime(on, org);
  if (row === null) throw new Error('the database did not tell the time');
  return row.now;
}
