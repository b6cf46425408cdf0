import type { Environment } from '../domain/environment.ts';
import type { DeliveryStatus, WebhookEvent } from '../domain/webhook-schedule.ts';
import { prepared, preparedOne } from './database.ts';

/** A delivery, and its org's time at the moment of reading. */
export interface DeliveryRow {
  readonly id: string;
  readonly env: Environment;
  readonly event: WebhookEvent;
  readonly status: DeliveryStatus;
  /** How many attempts were begun. */
  readonly attempts: number;
  /** When the next attempt is due; for the first one, when the delivery was made. */
  readonly due_at: Date;
  readonly offset_ms: number;
  readonly now_ms: number;
  /** How many attempts were made before the present ladder. */
  readonly ladder_start: number;
  /** Whether the next attempt was asked for by somebody, perhaps while one is under way. */
  readonly asked: boolean;
}

const DELIVERY = `
  select id, env, event, status, attempts, coalesce(next_attempt_at, created_at) as due_at,
    org_offset_ms(org_id, env) as offset_ms, real_ms() + org_offset_ms(org_id, env) as now_ms, ladder_start, asked
  from deliveries where id = $1 and org_id = $2`;

/** `(delivery, org)`: it as it stands. */
export const findDelivery = preparedOne<DeliveryRow>('find_delivery', DELIVERY);

/** `(delivery, org)`: it, held until the transaction ends. The first lock of every transaction that moves a delivery. */
export const lockDelivery = preparedOne<DeliveryRow>('lock_delivery', `${DELIVERY} for update`);

/** What an attempt needs. The webhook's part is null when there is none any more. */
export interface LetterRow {
  readonly body: string;
  readonly url: string | null;
  readonly sealed_secret: string | null;
  /** The secret before the last rotation, while it signs beside the new one. */
  readonly previous_sealed_secret: string | null;
  /** The attempt that was begun and never ended, if there is one. */
  readonly open_number: number | null;
  readonly open_at: Date | null;
}

/**
 * `(delivery)`: what to send and where to. Read it after locking: a removed webhook is seen then. One that was set after
 * the delivery was made or resent is another one: the delivery was of the one removed, and is canceled with it.
 */
export const findLetter = preparedOne<LetterRow>(
  'find_letter',
  `select e.body, w.url, w.sealed_secret, a.number as open_number, a.at as open_at,
          case when w.previous_until > clock_timestamp() then w.previous_sealed_secret end as previous_sealed_secret
   from deliveries d
   join events e on e.id = d.event_id
   left join webhooks w on w.org_id = d.org_id and w.created_at <= coalesce(d.resent_at, d.recorded_at)
   left join delivery_attempts a on a.delivery_id = d.id and a.number = d.attempts and not a.done
   where d.id = $1`,
);

/** `(delivery, number, at, SHA-256 of the bytes)`: takes the number, so that whatever becomes of the request it has been used. */
export const claimAttempt = prepared<never>(
  'claim_attempt',
  `with before as (select ladder_start, asked from deliveries where id = $1),
     claimed as (update deliveries set attempts = $2, asked = false where id = $1)
   insert into delivery_attempts (delivery_id, number, at, step, manual, body_sha256) select $1, $2, $3, $2 - ladder_start, asked, $4 from before`,
);

/**
 * `(delivery, number, status code, ms, response, error)`: the attempt is over. Answers no row when it was over already.
 * What is still open of the attempts before it is never heard of again.
 */
export const endAttempt = preparedOne<{ number: number }>(
  'end_attempt',
  `with left_open as (
     update delivery_attempts set error = 'interrupted', done = true where delivery_id = $1 and number < $2 and not done)
   update delivery_attempts set status_code = $3, ms = $4, response = $5, error = $6, done = true
   where delivery_id = $1 and number = $2 and not done returning number`,
);

/**
 * `(delivery, status, next attempt at)`: moves it, and keeps the health of its webhook, in real time. The first to fail
 * since the webhook was last well begins a streak, but for tests and resends: people are to be told, see the dispatcher.
 * A success that is known already to within ten seconds writes nothing: the webhook's row would be one that all of its
 * deliveries wait for.
 */
export const moveDelivery = prepared<never>(
  'move_delivery',
  `with moved as (
     update deliveries set status = $2, next_attempt_at = $3, asked = false where id = $1 returning id, org_id, event_id, ladder_start),
   well as (
     update webhooks w set last_success_at = clock_timestamp(), failing_since = null, failing_delivery_id = null, failing_to_tell = false
     from moved where $2 = 'DELIVERED' and w.org_id = moved.org_id
       and (w.failing_since is not null or w.last_success_at is null or w.last_success_at < clock_timestamp() - interval '10 seconds'))
   update webhooks w set failing_since = clock_timestamp(), failing_delivery_id = moved.id, failing_to_tell = true
   from moved join events e on e.id = moved.event_id
   where $2 = 'FAILED' and w.org_id = moved.org_id and w.failing_since is null and moved.ladder_start = 0 and not e.test`,
);

/** `(delivery)`: what follows is a ladder of its own. For one that was resent while the last attempt of its ladder was under way. */
export const beginLadder = prepared<never>('begin_ladder', 'update deliveries set ladder_start = attempts where id = $1');

/** `(delivery, org)`: makes the next attempt due at once. An attempt that was asked for before and is due already keeps its time. */
export const hurryDelivery = prepared<never>(
  'hurry_delivery',
  `update deliveries set next_attempt_at = org_now(org_id, env), asked = true
   where id = $1 and org_id = $2 and status = 'PENDING' and not (asked and coalesce(next_attempt_at, created_at) <= org_now(org_id, env))`,
);

/** `(delivery)`: its workflow has begun and waits for its receiver. It stays due when it was; only nobody looks for it any more. */
export const markBegun = prepared<never>(
  'mark_begun',
  `update deliveries set next_attempt_at = created_at where id = $1 and status = 'PENDING' and attempts = 0 and next_attempt_at is null`,
);

/**
 * `(recorded after, id after, most)`: deliveries that have waited three seconds for their first attempt, oldest
 * first. Sending begins right after the commit, so these are the ones that nobody may know of.
 */
export const findNotBegun = prepared<{ id: string; org_id: string; recorded_at: Date }>(
  'find_not_begun',
  `select id, org_id, recorded_at from deliveries
   where status = 'PENDING' and attempts = 0 and next_attempt_at is null and recorded_at < clock_timestamp() - interval '3 seconds'
     and recorded_at >= $1 and (recorded_at, id) > ($1, $2)
   order by recorded_at, id limit $3`,
);

/** A delivery that was resent, and when. */
export interface ResentRow {
  readonly id: string;
  readonly org_id: string;
  readonly resent_at: Date;
}

/** `(most)`: deliveries that were resent and whose workflows have yet to hear of it. */
export const findToTell = prepared<ResentRow>(
  'find_to_tell',
  'select id, org_id, resent_at from deliveries where to_tell order by id limit $1',
);

/** `(deliveries, resent at)`: their workflows have heard of it. One that was resent once more meanwhile is left to be told. */
export const markTold = prepared<never>(
  'mark_told',
  `update deliveries d set to_tell = false
   from unnest($1::uuid[], $2::timestamptz[]) told (id, resent_at) where d.id = told.id and d.resent_at = told.resent_at`,
);
