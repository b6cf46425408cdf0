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
  /** True while the sender of first attempts may still be making the open attempt. */
  readonly isLeased: boolean;
}

/**
 * Reads what to send, and where. Read it after locking, to see the removal of a webhook. A webhook that was
 * created after the delivery, or after its resend, is another one: the delivery belonged to the removed
 * webhook and is canceled.
 */
export const findAttemptInput = statementOne<{ deliveryId: string }, AttemptInputRow>(
  'find_letter',
  `select e.body, e.test as is_test, w.url, w.sealed_secret, a.number as open_number, a.at as open_at,
          coalesce(a.leased_until > clock_timestamp(), false) as is_leased,
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

/** The payload, destination and secrets of a first attempt. */
export interface FirstAttemptRow extends Pick<AttemptInputRow, 'body' | 'isTest' | 'previousSealedSecret'> {
  readonly id: string;
  readonly env: Environment;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly sealedSecret: string;
  /** The attempt's time: in the sandbox when the delivery was made, in live now. */
  readonly at: Date;
}

/**
 * Takes the first attempt of a delivery that has neither an attempt nor a workflow, and leases it for
 * `leaseMs`. Returns no row for any other delivery, and for one without a webhook.
 */
export const claimFirstAttempt = statementOne<DeliveryKey & { leaseMs: number }, FirstAttemptRow>(
  'claim_first_attempt',
  `with letter as (
     select d.id, d.env, d.event, e.body, e.test as is_test, w.url, w.sealed_secret,
       case when w.previous_until > clock_timestamp() then w.previous_sealed_secret end as
         previous_sealed_secret,
       case d.env when 'sandbox' then d.created_at else greatest(d.created_at, org_now(d.org_id, d.env)) end as at
     from deliveries d
     join events e on e.id = d.event_id
     join webhooks w on w.org_id = d.org_id and w.created_at <= d.recorded_at
     where d.id = :deliveryId and d.org_id = :orgId
       and d.status = 'PENDING' and d.attempts = 0 and d.next_attempt_at is null
     for update of d),
   claimed as (update deliveries set attempts = 1 where id in (select id from letter)),
   attempt as (
     insert into delivery_attempts (delivery_id, number, at, step, body_sha256, leased_until)
     select id, 1, at, 1, sha256(convert_to(body, 'UTF8')), clock_timestamp() + :leaseMs * interval '1 ms'
     from letter)
   select * from letter`,
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
 * Records the success of a webhook. A success within ten seconds of the last one writes nothing: otherwise
 * all deliveries of a webhook would wait for one row.
 */
const WELL = `well as (
     update webhooks w set last_success_at = clock_timestamp(),
       failing_since = null, failing_delivery_id = null, failing_to_tell = false
     from moved where :status = 'DELIVERED' and w.org_id = moved.org_id
       and (w.failing_since is not null or w.last_success_at is null
         or w.last_success_at < clock_timestamp() - interval '10 seconds')`;

/**
 * Moves a delivery, and records the health of its webhook in real time. The first failure since the last
 * success begins a streak, unless it is a test or a resend; the dispatcher then mails the managers.
 */
export const moveDelivery = statement<DeliveryMove, never>(
  'move_delivery',
  `with moved as (
     update deliveries set status = :status, next_attempt_at = :nextAttemptAt, asked = false
     where id = :deliveryId returning id, org_id, event_id, ladder_start),
   ${WELL})
   update webhooks w set failing_since = clock_timestamp(), failing_delivery_id = moved.id,
     failing_to_tell = true
   from moved join events e on e.id = moved.event_id
   where :status = 'FAILED' and w.org_id = moved.org_id and w.failing_since is null
     and moved.ladder_start = 0 and not e.test`,
);

/**
 * Ends the first attempt and moves its delivery, with the health of its webhook as `moveDelivery` does. A
 * failed one is left to its workflow. Returns no row, and changes nothing, when something else has moved the
 * delivery or asked for an attempt since.
 */
export const endFirstAttempt = statementOne<Omit<AttemptResult, 'number'> & DeliveryMove, { orgId: string }>(
  'end_first_attempt',
  `with standing as (
     select id from deliveries
     where id = :deliveryId and status = 'PENDING' and attempts = 1 and ladder_start = 0 and not asked
     for update),
   ended as (
     update delivery_attempts a
     set status_code = :statusCode, ms = :ms, response = :response, error = :error, done = true
     from standing where a.delivery_id = standing.id and a.number = 1 and not a.done returning a.delivery_id),
   moved as (
     update deliveries d set status = :status, next_attempt_at = :nextAttemptAt, to_tell = :status = 'PENDING'
     from ended where d.id = ended.delivery_id returning d.org_id),
   ${WELL})
   select org_id from moved`,
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

/**
 * Leaves a delivery without an attempt to its workflow, which does not know of it yet if `isUntold`. It keeps
 * its due time, and the sweep of first attempts skips it. Returns no row for any other delivery.
 */
export const handOver = statementOne<{ deliveryId: string; isUntold: boolean }, { id: string }>(
  'hand_over',
  `update deliveries set next_attempt_at = created_at, to_tell = to_tell or :isUntold
   where id = :deliveryId and status = 'PENDING' and attempts = 0 and next_attempt_at is null returning id`,
);

/**
 * Leaves deliveries to their workflows whose first attempt was never recorded: its sender died. The workflow
 * counts the attempt as interrupted.
 */
export const handOverLapsed = statement<Record<string, never>, never>(
  'hand_over_lapsed',
  `update deliveries d set next_attempt_at = d.created_at, to_tell = true
   from delivery_attempts a
   where d.status = 'PENDING' and d.next_attempt_at is null and d.attempts > 0
     and a.delivery_id = d.id and a.number = d.attempts and not a.done and a.leased_until < clock_timestamp()`,
);

/** The first rows of these environments. */
interface PageOfEnvironments {
  readonly environments: readonly Environment[];
  readonly limit: number;
}

/**
 * Lists deliveries that wait for their first attempt, the oldest `limit` of each org: test events, and those
 * whose process has died or has too many. Its claim decides who makes an attempt.
 */
export const findUnstarted = statement<PageOfEnvironments, DeliveryKey>(
  'find_not_begun',
  `select id as delivery_id, org_id from (
     select id, org_id, row_number() over (partition by org_id order by recorded_at, id) as place
     from deliveries
     where status = 'PENDING' and attempts = 0 and next_attempt_at is null
       and env = any (:environments::text[])) waiting
   where place <= :limit order by org_id, place`,
);

/** A delivery whose workflow must read its row. `resentAt` is null when nobody has resent it. */
export interface UnsignaledRow extends DeliveryKey {
  readonly env: Environment;
  readonly resentAt: Date | null;
}

/** Lists deliveries that need their workflow, or whose workflow has not received the signal of a resend. */
export const findUnsignaled = statement<PageOfEnvironments, UnsignaledRow>(
  'find_to_tell',
  `select id as delivery_id, org_id, env, resent_at from deliveries
   where to_tell and env = any (:environments::text[]) order by id limit :limit`,
);

/**
 * Marks deliveries whose workflows have received the signal. One that was resent again since `resentAts` is
 * left: its workflow needs another signal.
 */
export const markSignaled = statement<
  { deliveryIds: readonly string[]; resentAts: readonly (Date | null)[] },
  never
>(
  'mark_told',
  `update deliveries d set to_tell = false
   from unnest(:deliveryIds::uuid[], :resentAts::timestamptz[]) told (id, resent_at)
   where d.id = told.id and d.resent_at is not distinct from told.resent_at`,
);
