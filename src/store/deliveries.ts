import type { Environment } from '../domain/environment.ts';
import type { DeliveryStatus, WebhookEvent } from '../domain/webhook-schedule.ts';
import { statement, statementOne } from './statement.ts';

/** A delivery, and its org's time at the moment of reading. */
export interface DeliveryRow {
  readonly id: string;
  readonly env: Environment;
  readonly event: WebhookEvent;
  readonly status: DeliveryStatus;
  /** The number of attempts that were begun. */
  readonly attempts: number;
  /** When the next attempt is due. For the first attempt, when the delivery was created. */
  readonly dueAt: Date;
  readonly offsetMs: number;
  readonly nowMs: number;
  /** The number of attempts before the present ladder of retries. */
  readonly ladderStart: number;
  /** True when a person asked for the next attempt, perhaps while another one is under way. */
  readonly asked: boolean;
}

const DELIVERY = `
  select id, env, event, status, attempts, coalesce(next_attempt_at, created_at) as due_at,
    org_offset_ms(org_id, env) as offset_ms, real_ms() + org_offset_ms(org_id, env) as now_ms, ladder_start,
      asked
  from deliveries where id = :deliveryId and org_id = :orgId`;

interface DeliveryKey {
  readonly deliveryId: string;
  readonly orgId: string;
}

/** Finds a delivery of this org. */
export const findDelivery = statementOne<DeliveryKey, DeliveryRow>('find_delivery', DELIVERY);

/**
 * Finds a delivery of this org and locks it until the transaction ends. It is the first lock of every
 * transaction that moves a delivery.
 */
export const lockDelivery = statementOne<DeliveryKey, DeliveryRow>('lock_delivery', `${DELIVERY} for update`);

/** The content and the address of an attempt. Address and secrets are null when the org has no webhook. */
export interface AttemptInputRow {
  readonly body: string;
  /** True for an event that `POST /orgs/{id}/webhook/test` made. */
  readonly isTest: boolean;
  readonly url: string | null;
  readonly sealedSecret: string | null;
  /** The secret before the last rotation, while it signs beside the new one. */
  readonly previousSealedSecret: string | null;
  /** The attempt that was begun and not ended. Null when there is none. */
  readonly openNumber: number | null;
  readonly openAt: Date | null;
}

/**
 * Reads what to send, and where. Read it after locking, to see the removal of a webhook. A webhook that was
 * created after the delivery, or after its resend, is another one: the delivery belonged to the removed
 * webhook and is canceled.
 */
export const findAttemptInput = statementOne<{ deliveryId: string }, AttemptInputRow>(
  'find_letter',
  `select e.body, e.test as is_test, w.url, w.sealed_secret, a.number as open_number, a.at as open_at,
          case when w.previous_until > clock_timestamp() then w.previous_sealed_secret end as
            previous_sealed_secret
   from deliveries d
   join events e on e.id = d.event_id
   left join webhooks w on w.org_id = d.org_id and w.created_at <= coalesce(d.resent_at, d.recorded_at)
   left join delivery_attempts a on a.delivery_id = d.id and a.number = d.attempts and not a.done
   where d.id = :deliveryId`,
);

interface AttemptClaim {
  readonly deliveryId: string;
  readonly number: number;
  readonly at: Date;
  readonly bodySha256: Buffer;
}

/** Takes an attempt's number before the request is sent: an attempt that fails or is lost counts as well. */
export const claimAttempt = statement<AttemptClaim, never>(
  'claim_attempt',
  `with before as (select ladder_start, asked from deliveries where id = :deliveryId),
     claimed as (update deliveries set attempts = :number, asked = false where id = :deliveryId)
   insert into delivery_attempts (delivery_id, number, at, step, manual, body_sha256)
   select :deliveryId, :number, :at, :number - ladder_start, asked, :bodySha256 from before`,
);

interface AttemptResult {
  readonly deliveryId: string;
  readonly number: number;
  readonly statusCode: number | null;
  readonly ms: number | null;
  readonly response: string | null;
  readonly error: string | null;
}

/**
 * Ends an attempt, and marks earlier attempts that never ended as interrupted. Returns no row when the
 * attempt has ended before.
 */
export const endAttempt = statementOne<AttemptResult, { number: number }>(
  'end_attempt',
  `with left_open as (
     update delivery_attempts set error = 'interrupted', done = true
     where delivery_id = :deliveryId and number < :number and not done)
   update delivery_attempts
   set status_code = :statusCode, ms = :ms, response = :response, error = :error, done = true
   where delivery_id = :deliveryId and number = :number and not done returning number`,
);

interface DeliveryMove {
  readonly deliveryId: string;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
}

/**
 * Moves a delivery, and records the health of its webhook in real time. The first failure since the last
 * success begins a streak, unless it is a test or a resend; the dispatcher then mails the managers. A success
 * within ten seconds of the last one writes nothing: otherwise all deliveries of a webhook would wait for
 * one row.
 */
export const moveDelivery = statement<DeliveryMove, never>(
  'move_delivery',
  `with moved as (
     update deliveries set status = :status, next_attempt_at = :nextAttemptAt, asked = false
     where id = :deliveryId returning id, org_id, event_id, ladder_start),
   well as (
     update webhooks w set last_success_at = clock_timestamp(),
       failing_since = null, failing_delivery_id = null, failing_to_tell = false
     from moved where :status = 'DELIVERED' and w.org_id = moved.org_id
       and (w.failing_since is not null or w.last_success_at is null
         or w.last_success_at < clock_timestamp() - interval '10 seconds'))
   update webhooks w set failing_since = clock_timestamp(), failing_delivery_id = moved.id,
     failing_to_tell = true
   from moved join events e on e.id = moved.event_id
   where :status = 'FAILED' and w.org_id = moved.org_id and w.failing_since is null
     and moved.ladder_start = 0 and not e.test`,
);

/** Begins a new ladder of retries, for a delivery that was resent during the last attempt of its ladder. */
export const startSchedule = statement<{ deliveryId: string }, never>(
  'begin_ladder',
  'update deliveries set ladder_start = attempts where id = :deliveryId',
);

/** Makes the next attempt due now. An attempt that a person asked for and that is due keeps its time. */
export const hurryDelivery = statement<DeliveryKey, never>(
  'hurry_delivery',
  `update deliveries set next_attempt_at = org_now(org_id, env), asked = true
   where id = :deliveryId and org_id = :orgId and status = 'PENDING'
     and not (asked and coalesce(next_attempt_at, created_at) <= org_now(org_id, env))`,
);

/** Marks a delivery whose workflow waits for the receiver. It keeps its due time, and the sweep skips it. */
export const markStarted = statement<{ deliveryId: string }, never>(
  'mark_begun',
  `update deliveries set next_attempt_at = created_at
   where id = :deliveryId and status = 'PENDING' and attempts = 0 and next_attempt_at is null`,
);

/**
 * Lists deliveries that have waited three seconds for their first attempt, oldest first. An attempt normally
 * begins right after the commit, so the starts of these workflows may be lost.
 */
export const findUnstarted = statement<
  { afterRecordedAt: Date; afterId: string; limit: number },
  { id: string; orgId: string; recordedAt: Date }
>(
  'find_not_begun',
  `select id, org_id, recorded_at from deliveries
   where status = 'PENDING' and attempts = 0 and next_attempt_at is null
     and recorded_at < clock_timestamp() - interval '3 seconds'
     and recorded_at >= :afterRecordedAt and (recorded_at, id) > (:afterRecordedAt, :afterId)
   order by recorded_at, id limit :limit`,
);

/** A delivery that was resent, and when. */
export interface ResendRow {
  readonly id: string;
  readonly orgId: string;
  readonly resentAt: Date;
}

/** Lists deliveries that were resent and whose workflows have not received the signal. */
export const findUnsignaled = statement<{ limit: number }, ResendRow>(
  'find_to_tell',
  'select id, org_id, resent_at from deliveries where to_tell order by id limit :limit',
);

/**
 * Marks deliveries whose workflows have received the signal. One that was resent again since `resentAts` is
 * left: its workflow needs another signal.
 */
export const markSignaled = statement<{ deliveryIds: readonly string[]; resentAts: readonly Date[] }, never>(
  'mark_told',
  `update deliveries d set to_tell = false
   from unnest(:deliveryIds::uuid[], :resentAts::timestamptz[]) told (id, resent_at)
   where d.id = told.id and d.resent_at = told.resent_at`,
);
