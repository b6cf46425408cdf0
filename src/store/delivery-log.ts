import type { Environment } from '../domain/environment.ts';
import type { DeliveryStatus, WebhookEvent } from '../domain/webhook-schedule.ts';
import { prepared, preparedOne } from './database.ts';
import { NEWEST_FIRST } from './newest-first.ts';

/** A delivery as the log lists it. */
export interface LoggedDelivery {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly status: DeliveryStatus;
  readonly created_at: Date;
  /** Null unless it waits; for one that nobody has begun to send, when it was made. */
  readonly next_attempt_at: Date | null;
  readonly test: boolean;
}

/** One POST as the log shows it. */
export interface LoggedAttempt {
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
export interface DeliveryView extends LoggedDelivery {
  readonly org_id: string;
  readonly env: Environment;
  readonly body: string;
  readonly attempts: readonly LoggedAttempt[];
}

const COLUMNS = `d.id, d.event, d.status, d.created_at,
  case when d.status = 'PENDING' then coalesce(d.next_attempt_at, d.created_at) end as next_attempt_at, e.test`;

/**
 * `(org, env, statuses, events, created before, id before, most)`: a page of the log, newest first. One piece of one
 * index for each status and event, merged: it costs the same after any number of deliveries. At most 201 rows.
 */
export const listDeliveries = prepared<LoggedDelivery>(
  'list_deliveries',
  `select ${COLUMNS} from (
     select found.* from unnest($3::text[]) as s(status) cross join unnest($4::text[]) as v(event)
       cross join lateral (
         select * from (
           select id, event_id, event, status, created_at, next_attempt_at from deliveries
           where org_id = $1 and env = $2 and status = s.status and event = v.event and (created_at, id) < ($5::timestamptz, $6::uuid)
           ${NEWEST_FIRST} limit 201) most
         ${NEWEST_FIRST} limit $7) found
     ${NEWEST_FIRST} limit $7) d
     cross join lateral (select test from events where events.id = d.event_id offset 0) e
   ${NEWEST_FIRST}`,
);

/** `(delivery)`: what is written down about it, with its newest hundred attempts: resending makes as many as somebody asks for. */
export const deliveryView = preparedOne<DeliveryView>(
  'delivery_view',
  `select ${COLUMNS}, d.org_id, d.env, e.body,
          (select coalesce(json_agg(json_build_object('number', a.number, 'at', a.at, 'status_code', a.status_code, 'ms', a.ms,
                    'response', a.response, 'error', a.error, 'manual', a.manual, 'done', a.done) order by a.number), '[]')
           from (select * from delivery_attempts where delivery_id = d.id order by number desc limit 100) a) as attempts
   from deliveries d join events e on e.id = d.event_id where d.id = $1`,
);

/**
 * Sends it once more at once, under its own id. What has ended begins a new ladder; what waits goes on with the one
 * that it has. The row is the intent: its workflow is told afterwards, see the dispatcher.
 */
const RESEND = `status = 'PENDING', next_attempt_at = org_now(org_id, env), asked = true, to_tell = true, resent_at = clock_timestamp(),
  ladder_start = case when status = 'PENDING' then ladder_start else attempts end`;

/** `(delivery)`: resends it. No row when its org has no webhook. */
export const resendDelivery = preparedOne<{ resent_at: Date }>(
  'resend_delivery',
  `update deliveries d set ${RESEND} where id = $1 and exists (select from webhooks w where w.org_id = d.org_id) returning resent_at`,
);

const MATCHING = `org_id = $1 and env = $2 and status = $3 and event = any ($4) and created_at >= $5 and created_at < $6`;

/** `(org, env, status, events, from, to, most)`: how many deliveries match, counted no further than `most`. */
export const countDeliveries = preparedOne<{ count: number }>(
  'count_deliveries',
  `select count(*)::integer as count from (select from deliveries where ${MATCHING} limit $7) matching`,
);

/** `(org, env, status, events, from, to, most)`: resends those that match, in the order in which they were made. */
export const resendDeliveries = preparedOne<{ count: number }>(
  'resend_deliveries',
  `with resent as (
     update deliveries set ${RESEND}
     where id in (select id from deliveries where ${MATCHING} order by id limit $7 for update) returning id)
   select count(*)::integer as count from resent`,
);

/** `(event, org, env, body, delivery)`: a test event and its delivery. No row when the org has no webhook. */
export const insertTestDelivery = preparedOne<LoggedDelivery>(
  'insert_test_delivery',
  `with event as (
     insert into events (id, org_id, env, event, body, test, created_at)
     select $1, w.org_id, $3::text, 'checkout.authorized', $4, true, org_now(w.org_id, $3::text) from webhooks w where w.org_id = $2
     on conflict (id) do nothing
     returning id, org_id, env, event, created_at),
   delivery as (
     insert into deliveries (id, event_id, org_id, env, event, created_at)
     select $5, id, org_id, env, event, created_at from event returning id, event, status, created_at)
   select id, event, status, created_at, created_at as next_attempt_at, true as test from delivery`,
);
