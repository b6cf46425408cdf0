import { statement, statementOne } from './statement.ts';

/** An org's webhook. The secret is sealed with the org as its owner. */
export interface WebhookRow {
  readonly url: string;
  readonly sealedSecret: string;
}

/** A webhook with its health, in real time. */
export interface WebhookView extends WebhookRow {
  /** Exact to ten seconds. */
  readonly lastSuccessAt: Date | null;
  /** When the first delivery failed for good since the last success. Null while the webhook works. */
  readonly failingSince: Date | null;
}

/**
 * Sets the URL of an org's webhook. A webhook that exists keeps its secret, and the row returned has that
 * one. Another URL starts without a health record.
 */
export const putWebhook = statementOne<{ orgId: string; url: string; sealedSecret: string }, WebhookRow>(
  'put_webhook',
  `insert into webhooks as w (org_id, url, sealed_secret) values (:orgId, :url, :sealedSecret)
   on conflict (org_id) do update set url = excluded.url, updated_at = clock_timestamp(),
     last_success_at = case when w.url = excluded.url then w.last_success_at end,
     failing_since = case when w.url = excluded.url then w.failing_since end,
     failing_delivery_id = case when w.url = excluded.url then w.failing_delivery_id end,
     failing_to_tell = w.failing_to_tell and w.url = excluded.url
   returning url, sealed_secret`,
);

/** Finds the org's webhook. */
export const findWebhook = statementOne<{ orgId: string }, WebhookView>(
  'find_webhook',
  'select url, sealed_secret, last_success_at, failing_since from webhooks where org_id = :orgId',
);

/** The new secret of a rotation. The secret before signs beside it until `previousUntil`. */
export interface RotationRow extends WebhookRow {
  readonly previousUntil: Date;
}

interface Rotation {
  readonly orgId: string;
  readonly sealedSecret: string;
  /** The time that the secret before signs beside the new one. */
  readonly hours: number;
  readonly rotationId: string;
}

/**
 * Replaces the webhook's secret. A repeat of the same rotation changes nothing and returns the secret that it
 * made. Returns no row without a webhook.
 */
export const rotateSecret = statementOne<Rotation, RotationRow>(
  'rotate_webhook_secret',
  `update webhooks w set
     previous_sealed_secret = case when done then previous_sealed_secret else sealed_secret end,
     previous_until =
       case when done then previous_until else clock_timestamp() + :hours * interval '1 hour' end,
     sealed_secret = case when done then sealed_secret else :sealedSecret end,
     rotation_id = :rotationId, updated_at = clock_timestamp()
   from (select coalesce(rotation_id = :rotationId, false) as done from webhooks
         where org_id = :orgId for update) as before
   where org_id = :orgId
   returning url, sealed_secret, coalesce(previous_until, clock_timestamp()) as previous_until`,
);

/** Deletes the previous secrets that sign no more. */
export const forgetOldSecrets = statement<Record<string, never>, never>(
  'forget_old_webhook_secrets',
  `update webhooks set previous_sealed_secret = null, previous_until = null
   where previous_until <= clock_timestamp()`,
);

/** Deletes the org's webhook with its secrets. Returns the time of the removal, and the URL that it had. */
export const removeWebhook = statementOne<{ orgId: string }, { at: Date; url: string | null }>(
  'delete_webhook',
  `with gone as (delete from webhooks where org_id = :orgId returning url)
   select clock_timestamp()::timestamptz(3) as at, (select url from gone) as url`,
);

/** The deliveries that one call of `cancelDeliveries` cancels at most. */
export const CANCEL_BATCH = 1000;

/** Cancels a batch of deliveries, locked in one order: otherwise two calls at once could deadlock. */
export const cancelDeliveries = statement<{ orgId: string; removedAt: Date }, { id: string }>(
  'cancel_deliveries',
  `update deliveries set status = 'CANCELED', next_attempt_at = null, asked = false, to_tell = false
   where id in (
     select id from deliveries
     where org_id = :orgId and status = 'PENDING' and coalesce(resent_at, recorded_at) <= :removedAt
     order by id limit ${CANCEL_BATCH} for update)
   returning id`,
);
