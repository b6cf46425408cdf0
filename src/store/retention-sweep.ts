import { statement } from './statement.ts';

/**
 * Statements that delete rows whose time is over, in real time, also those of the sandbox. Each handles the
 * oldest rows, as many as its constant says, and returns a row for each. The database refuses to delete
 * younger rows than its triggers allow (0041_retention), and rows that the books refer to. docs/operating.md
 * has the periods.
 *
 * The sizes are constants in the text: without them the planner would read whole tables for one batch. For
 * the same reason single rows are read in subqueries with `offset 0`.
 */

/**
 * The time for which checks ask for events: the database keeps them a day longer, in real time. Older ones
 * may be deleted.
 */
export const EVENTS_LAST = `interval '29 days'`;

interface Age {
  readonly days: number;
}

/** A row that was handled. */
export interface HandledRow {
  readonly id: string;
  /** False when the row stays for good. */
  readonly isDeleted: boolean;
}

const past = `now() - make_interval(days => :days::integer)`;

/** The events of one batch, each with its delivery. */
export const EVENTS_BATCH = 1000;

/**
 * Deletes events with their deliveries and attempts. A delivery keeps its event while it is pending, for the
 * period after its last attempt or resend, and while its webhook is failing since.
 */
export const deleteOldEvents = statement<Age, HandledRow>(
  'delete_old_events',
  `with old as (
     select e.id, d.id as delivery_id from events e
       left join lateral (
         select id, org_id, status, to_tell, resent_at from deliveries where event_id = e.id offset 0) d on true
     where e.recorded_at < ${past}
       and (d.id is null or d.status <> 'PENDING' and not d.to_tell and (d.resent_at < ${past}) is not false
         and not exists (
           select from delivery_attempts a where a.delivery_id = d.id and a.recorded_at >= ${past} offset 0)
         and not exists (
           select from webhooks w where w.org_id = d.org_id and w.failing_delivery_id = d.id offset 0))
     order by e.recorded_at limit ${EVENTS_BATCH}),
   locked as (
     select id from deliveries
     where id = any (array(select delivery_id from old))
       and status <> 'PENDING' and (resent_at < ${past}) is not false
     for update skip locked),
   due as (
     select old.id, delivery_id from old left join locked on locked.id = delivery_id
     where delivery_id is null or locked.id is not null),
   attempts as (delete from delivery_attempts where delivery_id = any (array(select delivery_id from due))),
   delivered as (delete from deliveries where id = any (array(select delivery_id from due)))
   delete from events where id = any (array(select id from due)) returning id, true as is_deleted`,
);

/**
 * The carts of one batch. A cart has up to 500 lines, and all of a batch are deleted in one statement's time.
 */
export const CARTS_BATCH = 200;

/**
 * Deletes carts that nobody has paid, with their lines, addresses and checkouts: those without a checkout,
 * because its opening was refused or lost, and those whose checkout expired or was superseded. A cart with a
 * charge stays with the books, one with a compliance record as its evidence.
 *
 * It reads every cart once, in the order of their age. It waits at a checkout that should have expired by
 * then.
 */
export const deleteUnpaidCarts = statement<Age, HandledRow>(
  'delete_unpaid_carts',
  `with old as (
     select id, recorded_at from carts
     where recorded_at > coalesce((select until from sweep_places where name = 'carts'), '-infinity')
       and recorded_at < ${past}
     order by recorded_at fetch first ${CARTS_BATCH} rows with ties),
   found as (
     select old.id, old.recorded_at, c.status,
            min(old.recorded_at) filter (where c.status = 'PENDING') over () as waits_at
     from old left join lateral (
       select status from checkouts where checkouts.id = old.id offset 0) c on true),
   handled as (select * from found where (recorded_at < waits_at) is not false),
   due as (
     select id from handled
     where coalesce(status in ('EXPIRED', 'SUPERSEDED'), true)
       and not exists (select from charges where checkout_id = handled.id offset 0)
       and not exists (select from compliance_records where subject = 'checkout:' || handled.id offset 0)),
   place as (
     insert into sweep_places (name, until) select 'carts', max(recorded_at) from handled having count(*) > 0
     on conflict (name) do update set until = excluded.until),
   unlinked as (
     update checkouts set superseded_by = null
     where superseded_by = any (array(select id from due)) and id <> all (array(select id from due))),
   addresses as (delete from cart_addresses where cart_id = any (array(select id from due))),
   lines as (delete from cart_lines where cart_id = any (array(select id from due))),
   closed as (delete from checkouts where id = any (array(select id from due))),
   gone as (delete from carts where id = any (array(select id from due)) returning id)
   select handled.id, gone.id is not null as is_deleted from handled left join gone on gone.id = handled.id`,
);

/** The compliance records of one batch. */
export const RECORDS_BATCH = 1000;

/**
 * Deletes the records of authorizations that monitoring passed: one for each sale. All other records stay. It
 * reads every record once, in the order of their organizations' time, which is never before real time; a
 * minute more lets the transaction of the oldest one have ended.
 */
export const deletePassedAuthorizations = statement<Age, HandledRow>(
  'delete_passed_authorizations',
  `with old as (
     select id, at, movement = 'authorization' and decision = 'PASSED' as is_due from compliance_records
     where at > coalesce((select until from sweep_places where name = 'passed_authorizations'), '-infinity')
       and at < ${past} - interval '1 minute'
     order by at fetch first ${RECORDS_BATCH} rows with ties),
   place as (
     insert into sweep_places (name, until) select 'passed_authorizations', max(at) from old having count(*) > 0
     on conflict (name) do update set until = excluded.until),
   gone as (delete from compliance_records where id = any (array(select id from old where is_due)) returning id)
   select old.id, gone.id is not null as is_deleted from old left join gone on gone.id = old.id`,
);
