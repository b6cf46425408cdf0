import type { Database } from './database.ts';
import { prepared, preparedOne } from './database.ts';

/** An org's webhook. The secret is sealed with the org as its owner. */
export interface WebhookRow {
  readonly url: string;
  readonly sealed_secret: string;
}

/** The same with how it fares, in real time. */
export interface WebhookView extends WebhookRow {
  /** To within ten seconds. */
  readonly last_success_at: Date | null;
  /** When the first delivery was given up since the last success; null while it is well. */
  readonly failing_since: Date | null;
}

/**
 * `(org, url, newly sealed secret)`: sets the URL. A webhook that is there keeps the secret it has, and answers it.
 * How the address before it fared says nothing about another one.
 */
export const putWebhook = preparedOne<WebhookRow>(
  'put_webhook',
  `insert into webhooks as w (org_id, url, sealed_secret) values ($1, $2, $3)
   on conflict (org_id) do update set url = excluded.url, updated_at = clock_timestamp(),
     last_success_at = case when w.url = excluded.url then w.last_success_at end,
     failing_since = case when w.url = excluded.url then w.failing_since end,
     failing_delivery_id = case when w.url = excluded.url then w.failing_delivery_id end,
     failing_to_tell = w.failing_to_tell and w.url = excluded.url
   returning url, sealed_secret`,
);

/** `(org)`: its webhook. */
export const findWebhook = preparedOne<WebhookView>(
  'find_webhook',
  'select url, sealed_secret, last_success_at, failing_since from webhooks where org_id = $1',
);

/** What a rotation leaves: the new secret, and until when the old one signs beside it. */
export interface RotatedRow extends WebhookRow {
  readonly previous_until: Date;
}

/**
 * `(org, newly sealed secret, hours, rotation)`: replaces the secret, which signs beside the new one for so long. The same rotation
 * again changes nothing and answers the secret that it made. No row without a webhook.
 */
export const rotateSecret = preparedOne<RotatedRow>(
  'rotate_webhook_secret',
  `update webhooks w set
     previous_sealed_secret = case when done then previous_sealed_secret else sealed_secret end,
     previous_until = case when done then previous_until else clock_timestamp() + $3 * interval '1 hour' end,
     sealed_secret = case when done then sealed_secret else $2 end,
     rotation_id = $4, updated_at = clock_timestamp()
   from (select coalesce(rotation_id = $4, false) as done from webhooks where org_id = $1 for update) as before
   where org_id = $1 returning url, sealed_secret, coalesce(previous_until, clock_timestamp()) as previous_until`,
);

/** Forgets secrets that sign no more. */
export const forgetOldSecrets = prepared<never>(
  'forget_old_webhook_secrets',
  'update webhooks set previous_sealed_secret = null, previous_until = null where previous_until <= clock_timestamp()',
);

const deleteRow = preparedOne<{ at: Date }>(
  'delete_webhook',
  'with gone as (delete from webhooks where org_id = $1) select clock_timestamp()::timestamptz(3) as at',
);

const BATCH = 1000;

/** `(org, when it was removed)`: cancels some, in one order, so that two of these at once do not lock each other out. */
const cancelDeliveries = prepared<{ id: string }>(
  'cancel_deliveries',
  `update deliveries set status = 'CANCELED', next_attempt_at = null, asked = false, to_tell = false
   where id in (
     select id from deliveries where org_id = $1 and status = 'PENDING' and coalesce(resent_at, recorded_at) <= $2
     order by id limit ${BATCH} for update)
   returning id`,
);

/**
 * Removes the org's webhook with its secrets, and cancels what still waits to be sent.
 *
 * The removal alone decides: whatever was written before it is never sent, to a webhook that is set afterwards either.
 * So the rows can follow in batches, each on its own, however many they are, and a call that breaks off half way has
 * left nothing undone but their looks.
 */
export async function deleteWebhook({ pool }: Database, orgId: string): Promise<void> {
  const removed = await deleteRow(pool, [orgId]);
  if (removed === null) throw new Error(`the webhook of org ${orgId} was not removed`);
  while ((await cancelDeliveries(pool, [orgId, removed.at])).length === BATCH);
}
