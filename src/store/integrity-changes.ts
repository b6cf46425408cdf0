import type { SliceScope } from './integrity-slices.ts';
import { statement, statementOne } from './statement.ts';
import type { JsonText, Queryable } from './statement.ts';

/** Rows by the scope of the checks that read them. */
export interface SliceKey {
  readonly scope: SliceScope;
  readonly key: string;
}

/** The parts of the books that journals touch. \`j\` are the journals. */
const TOUCHED = `
  select 'journals' as scope, id::text as key from j
  union
  select 'charges', h.checkout_id::text from j join charges h on h.id = j.charge_id
  union
  select 'payouts', payout_id::text from j where payout_id is not null
  union
  select 'merchants', org_id::text from j where org_id is not null
  union
  select 'days', org_id || '/' || env || '/' || currency || '/' || (at at time zone 'UTC')::date from j
  where org_id is not null and kind not in ('landing', 'payout_settlement')
  union
  select 'bank_events', substr(op_key, length('deposit:') + 1) from j where kind = 'deposit'
  union
  select 'bank_events', c.event_id from j join suspense_cases c on c.journal_id = j.id
  where c.event_id is not null`;

/** The parts of the books that the entries after one and up to another have changed. */
export const changedByEntries = statement<{ afterId: number; untilId: number }, SliceKey>(
  'changed_by_entries',
  `with moved as (select journal_id, account_id from entries where id > :afterId and id <= :untilId),
     j as (select * from journals where id in (select journal_id from moved))
   ${TOUCHED}
   union
   select 'wallets', id::text from accounts
   where kind = 'wallet' and id in (select account_id from moved)`,
);

/**
 * The parts that changed within a span of real time, whether money moved or not: opened, authorized, voided,
 * captured or returned, expired or lapsed, sent to a webhook, reported by the bank.
 */
export const changedByTime = statement<{ from: Date; to: Date }, SliceKey>(
  'changed_by_time',
  `with held as (
     select charge_id as id from events
     where recorded_at > :from::timestamptz and recorded_at <= :to::timestamptz and charge_id is not null
     union
     select e.charge_id from delivery_attempts a join deliveries d on d.id = a.delivery_id
       join events e on e.id = d.event_id
     where a.recorded_at > :from and a.recorded_at <= :to and e.charge_id is not null)
   select 'charges' as scope, h.checkout_id::text as key from held join charges h using (id)
   union
   select 'wallets', h.wallet_id::text from held join charges h using (id)
   union
   select 'wallets', wallet_id::text from charges where fired_recorded_at > :from and fired_recorded_at <= :to
   union
   select 'charges', id::text from carts where recorded_at > :from and recorded_at <= :to
   union
   select 'charges', id::text from checkouts where fired_recorded_at > :from and fired_recorded_at <= :to
   union
   select 'bank_events', event_id from partner_events
   where partner = 'bank' and received_at > :from and received_at <= :to`,
);

/** The checkouts of awards. */
export const checkoutsOfAwards = statement<{ awardIds: readonly string[] }, { key: string }>(
  'checkouts_of_awards',
  `select distinct h.checkout_id::text as key from awards a join charges h on h.id = a.charge_id
   where a.id = any (:awardIds::uuid[])`,
);

/** The present end of the books: real time, and the newest entry that is committed. */
export const endOfBooks = statementOne<Record<string, never>, { now: Date; entryId: number }>(
  'end_of_books',
  'select real_now() as now, coalesce((select max(id) from entries), 0)::bigint as entry_id',
);

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type ReadKeys = (on: Queryable, params: { after: string; limit: number }) => Promise<{ key: string }[]>;
const keysOf = (name: string, column: string, from: string): ReadKeys =>
  statement<{ after: string; limit: number }, { key: string }>(
    name,
    `select ${column}::text as key from ${from} and ${column} > :after${column === 'event_id' ? '' : '::uuid'}
     order by ${column} limit :limit`,
  );

/** The keys of all rows by scope, in the order in which a full pass reads them. */
export const ALL_KEYS: readonly {
  readonly scope: SliceScope;
  readonly first: string;
  readonly read: ReadKeys;
  /** The number of keys in one slice. */
  readonly size: number;
}[] = [
  { scope: 'charges', size: 100, first: FIRST_ID, read: keysOf('keys_of_carts', 'id', 'carts where true') },
  {
    scope: 'journals',
    size: 500,
    first: FIRST_ID,
    read: keysOf('keys_of_journals', 'id', 'journals where true'),
  },
  {
    scope: 'wallets',
    size: 100,
    first: FIRST_ID,
    read: keysOf('keys_of_wallets', 'id', `accounts where kind = 'wallet'`),
  },
  {
    scope: 'payouts',
    size: 100,
    first: FIRST_ID,
    read: keysOf('keys_of_payouts', 'id', 'payouts where true'),
  },
  {
    scope: 'bank_events',
    size: 100,
    first: '',
    read: keysOf('keys_of_bank_events', 'event_id', `partner_events where partner = 'bank'`),
  },
  {
    scope: 'days',
    size: 50,
    first: `${FIRST_ID}/live/AAA/0001-01-01`,
    read: statement<{ after: string; limit: number }, { key: string }>(
      'keys_of_days',
      `select distinct org_id, env, currency, day,
              org_id || '/' || env || '/' || currency || '/' || day as key
       from merchant_days
       where (org_id, env, currency, day) > (split_part(:after, '/', 1)::uuid, split_part(:after, '/', 2),
         split_part(:after, '/', 3), split_part(:after, '/', 4)::date)
       order by org_id, env, currency, day limit :limit`,
    ),
  },
  { scope: 'merchants', size: 50, first: FIRST_ID, read: keysOf('keys_of_orgs', 'id', 'orgs where true') },
  { scope: 'histories', size: 1, first: FIRST_ID, read: keysOf('keys_of_orgs', 'id', 'orgs where true') },
];

/** A slice of the books. */
export interface Slice {
  readonly scope: SliceScope;
  readonly keys: readonly string[];
}

/** The progress of the integrity checks. */
export interface BooksPosition {
  /** The newest entry at the end of the last pass, and of the pass before. */
  readonly entryId: number;
  readonly earlierEntryId: number;
  /** The time until which changes were checked, in milliseconds. */
  readonly until: number;
  /** Slices with violations: every pass checks them again until they have none. */
  readonly suspects: readonly Slice[];
  /** The place of the pass over all rows: the index of the kind of rows, and the last key. */
  readonly full: { readonly kind: number; readonly after: string | null; readonly isDone: boolean };
}

/** Reads how far the checks have come. No row before the first pass. */
export const findPosition = statementOne<
  Record<string, never>,
  { position: BooksPosition; finishedAt: Date | null; isFullDue: boolean }
>(
  'find_integrity_position',
  `select position, finished_at, coalesce(finished_at < real_now() - interval '1 day', true) as is_full_due
   from integrity_passes where name = 'books'`,
);

/** Records how far the checks have come. `isFinished`: the pass over all rows has come to its end. */
export const savePosition = statement<{ position: JsonText<BooksPosition>; isFinished: boolean }, never>(
  'save_integrity_position',
  `insert into integrity_passes as p (name, position, finished_at)
   values ('books', :position::json, case when :isFinished::boolean then real_now() end)
   on conflict (name) do update set position = excluded.position, updated_at = clock_timestamp(),
     finished_at = coalesce(excluded.finished_at, p.finished_at)`,
);
