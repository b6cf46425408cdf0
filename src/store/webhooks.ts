import type { Database } from './database.ts';
import { prepared, preparedOne } from './database.ts';

/** An org's webhook. The secret is sealed with the org as its owner. */
export interface WebhookRow {
  readonly url: string;
  readonly sealed_secret: string;
}

/** `(org, url, newly sealed secret)`: sets the URL. A webhook that is there keeps the secret it has, and answers it. */
export const putWebhook = preparedOne<WebhookRow>(
  'put_webhook',
  `insert into webhooks (org_id, url, sealed_secret) values ($1, $2, $3)
   on conflict (org_id) do update set url = excluded.url, updated_at = clock_timestamp()
   returning url, sealed_secret`,
);

/** `(org)`: its webhook. */
export const findWebhook = preparedOne<WebhookRow>('find_webhook', 'select url, sealed_secret from webhooks where org_id = $1');

const deleteRow = prepared<never>('delete_webhook', 'delete from webhooks where org_id = $1');

/** In one order, so that two of these at once do not lock each other out. */
const cancelDeliveries = prepared<never>(
  'cancel_deliveries',
  `update deliveries set status = 'CANCELED', next_attempt_at = null
   where id in (select id from deliveries where org_id = $1 and status = 'PENDING' order by id for update)`,
);

/** Removes the org's webhook with its secret, and cancels what still waits to be sent. */
export async function deleteWebhook(database: Database, orgId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await deleteRow(tx, [orgId]);
    await cancelDeliveries(tx, [orgId]);
  });
}
