import type { Environment } from '../domain/environment.ts';
import type { AuthorizedBody } from '../domain/webhook-body.ts';
import type { DeliveryStatus, WebhookEvent } from '../domain/webhook-schedule.ts';
import { NEWEST_FIRST } from './newest-first.ts';
import { statement, statementOne } from './statement.ts';
import type { JsonText } from './statement.ts';

/** A delivery as the log lists it. */
export interface DeliveryLogRow {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly status: DeliveryStatus;
  readonly createdAt: Date;
  /** Null unless the delivery is pending. Before the first attempt, the time of creation. */
  readonly nextAttemptAt: Date | null;
  readonly test: boolean;
}

/** One POST as the log shows it. */
export interface AttemptLogRow {
  readonly number: number;
  readonly at: string;
  readonly status_code: number | null;
  readonly ms: number | null;
  readonly response: string | null;
  readonly error: string | null;
  readonly manual: boolean;
  readonly done: boolean;
}

/** The same in full. */
export interface DeliveryView extends DeliveryLogRow {
  readonly orgId: string;
  readonly env: Environment;
  readonly body: string;
  readonly attempts: readonly AttemptLogRow[];
}

const COLUMNS = `d.id, d.event, d.status, d.created_at,
  case when d.status = 'PENDING' then coalesce(d.next_attempt_at, d.created_at) end as next_attempt_at,
    e.test`;

interface DeliveryPage {
  readonly orgId: string;
  readonly env: Environment;
  readonly statuses: readonly DeliveryStatus[];
  readonly events: readonly WebhookEvent[];
  readonly afterKey: string;
  readonly afterId: string;
  /** At most 201. */
  readonly limit: number;
}

/**
 * Lists a page of the log, newest first. It merges one range of one index for each status and event, so its
 * cost does not grow with the number of deliveries.
 */
export const listDeliveries = statement<DeliveryPage, DeliveryLogRow>(
  'list_deliveries',
  `select ${COLUMNS} from (
     select found.* from unnest(:statuses::text[]) as s(status) cross join unnest(:events::text[]) as v(event)
       cross join lateral (
         select * from (
           select id, event_id, event, status, created_at, next_attempt_at from deliveries
           where org_id = :orgId and env = :env and status = s.status and event = v.event
             and (created_at, id) < (:afterKey::timestamptz, :afterId::uuid)
           ${NEWEST_FIRST} limit 201) most
         ${NEWEST_FIRST} limit :limit) found
     ${NEWEST_FIRST} limit :limit) d
     cross join lateral (select test from events where events.id = d.event_id offset 0) e
   ${NEWEST_FIRST}`,
);

/** Finds a delivery with its newest hundred attempts: every resend adds attempts, without a limit. */
export const deliveryView = statementOne<{ deliveryId: string }, DeliveryView>(
  'delivery_view',
  `select ${COLUMNS}, d.org_id, d.env, e.body,
          (select coalesce(json_agg(json_build_object('number', a.number, 'at', a.at,
                    'status_code', a.status_code, 'ms', a.ms, 'response', a.response, 'error', a.error,
                    'manual', a.manual, 'done', a.done) order by a.number), '[]')
           from (select * from delivery_attempts where delivery_id = d.id order by number desc
             limit 100) a) as attempts
   from deliveries d join events e on e.id = d.event_id where d.id = :deliveryId`,
);

/**
 * Makes a delivery due now, under its own id. One that has ended begins a new ladder of retries; a pending
 * one continues its ladder. The row records the intent, and the dispatcher signals the workflow afterwards.
 */
const RESEND = `status = 'PENDING', next_attempt_at = org_now(org_id, env), asked = true, to_tell = true,
  resent_at = clock_timestamp(),
  ladder_start = case when status = 'PENDING' then ladder_start else attempts end`;

/** Resends a delivery. Returns no row when its org has no webhook. */
export const resendDelivery = statementOne<{ deliveryId: string }, { resentAt: Date }>(
  'resend_delivery',
  `update deliveries d set ${RESEND}
   where id = :deliveryId and exists (select from webhooks w where w.org_id = d.org_id) returning resent_at`,
);

/** The deliveries that a bulk resend matches. */
export interface DeliveryRange {
  readonly orgId: string;
  readonly env: Environment;
  readonly status: DeliveryStatus;
  readonly events: readonly WebhookEvent[];
  /** The first time of creation. */
  readonly from: Date | '-infinity';
  /** The time after the last time of creation. */
  readonly to: Date | 'infinity';
  readonly limit: number;
}

const MATCHING = `org_id = :orgId and env = :env and status = :status and event = any (:events)
  and created_at >= :from and created_at < :to`;

/** Counts the deliveries of a range, up to `limit`. */
export const countDeliveries = statementOne<DeliveryRange, { count: number }>(
  'count_deliveries',
  `select count(*)::integer as count from (select from deliveries where ${MATCHING} limit :limit) matching`,
);

/** Resends the deliveries of a range, oldest first, up to `limit`. */
export const resendDeliveries = statementOne<DeliveryRange, { count: number }>(
  'resend_deliveries',
  `with resent as (
     update deliveries set ${RESEND}
     where id in (select id from deliveries where ${MATCHING} order by id limit :limit for update)
     returning id)
   select count(*)::integer as count from resent`,
);

interface TestDelivery {
  readonly eventId: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly body: JsonText<AuthorizedBody>;
  readonly deliveryId: string;
}

/** Creates a test event and its delivery. Returns no row when the org has no webhook. */
export const insertTestDelivery = statementOne<TestDelivery, DeliveryLogRow>(
  'insert_test_delivery',
  `with event as (
     insert into events (id, org_id, env, event, body, test, created_at)
     select :eventId, w.org_id, :env::text, 'checkout.authorized', :body, true, org_now(w.org_id, :env::text)
     from webhooks w where w.org_id = :orgId
     on conflict (id) do nothing
     returning id, org_id, env, event, created_at),
   delivery as (
     insert into deliveries (id, event_id, org_id, env, event, created_at)
     select :deliveryId, id, org_id, env, event, created_at from event
     returning id, event, status, created_at)
   select id, event, status, created_at, created_at as next_attempt_at, true as test from delivery`,
);
