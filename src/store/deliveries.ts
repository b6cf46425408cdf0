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
}

const DELIVERY = `
  select id, env, event, status, attempts, coalesce(next_attempt_at, created_at) as due_at,
    org_offset_ms(org_id, env) as offset_ms, real_ms() + org_offset_ms(org_id, env) as now_ms
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
  /** The attempt that was begun and never ended, if there is one. */
  readonly open_number: number | null;
  readonly open_at: Date | null;
}

/** `(delivery)`: what to send and where to. Read it after locking: a removed webhook is seen then. */
export const findLetter = preparedOne<LetterRow>(
  'find_letter',
  `select e.body, w.url, w.sealed_secret, a.number as open_number, a.at as open_at
   from deliveries d
   join events e on e.id = d.event_id
   left join webhooks w on w.org_id = d.org_id
   left join delivery_attempts a on a.delivery_id = d.id and a.number = d.attempts and not a.done
   where d.id = $1`,
);

/** `(delivery, number, at)`: takes the number, so that whatever becomes of the request it has been used. */
export const claimAttempt = prepared<never>(
  'claim_attempt',
  `with claimed as (update deliveries set attempts = $2 where id = $1)
   insert into delivery_attempts (delivery_id, number, at) values ($1, $2, $3)`,
);

/** `(delivery, number, status code, ms, response, error)`: the attempt is over. Answers no row when it was over already. */
export const endAttempt = preparedOne<{ number: number }>(
  'end_attempt',
  `update delivery_attempts set status_code = $3, ms = $4, response = $5, error = $6, done = true
   where delivery_id = $1 and number = $2 and not done returning number`,
);

/** `(delivery, status, next attempt at)`. */
export const moveDelivery = prepared<never>('move_delivery', 'update deliveries set status = $2, next_attempt_at = $3 where id = $1');

/**
 * `(recorded after, id after, most)`: deliveries that have waited three seconds for their first attempt, oldest
 * first. Sending begins right after the commit, so these are the ones that nobody may know of.
 */
export const findNotBegun = prepared<{ id: string; org_id: string; recorded_at: Date }>(
  'find_not_begun',
  `select id, org_id, recorded_at from deliveries
   where status = 'PENDING' and attempts = 0 and recorded_at < clock_timestamp() - interval '3 seconds'
     and recorded_at >= $1 and (recorded_at, id) > ($1, $2)
   order by recorded_at, id limit $3`,
);
