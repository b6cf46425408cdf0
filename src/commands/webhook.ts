import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { SECRET_OVERLAP_HOURS } from '../domain/webhook-schedule.ts';
import { makeWebhookSecret } from '../security/secrets.ts';
import {
  CANCEL_BATCH,
  cancelDeliveries,
  putWebhook,
  removeWebhook,
  rotateSecret,
} from '../store/webhooks.ts';
import type { CommandContext, DatabaseContext } from './context.ts';

type SealingContext = Pick<CommandContext, 'database' | 'secrets'>;

/** Sets the URL of an org's webhook. Returns it with its secret, which is made once and kept. */
export async function setWebhook(
  { database, secrets }: SealingContext,
  orgId: string,
  url: string,
): Promise<{ readonly url: string; readonly secret: string }> {
  const sealedSecret = secrets.seal(makeWebhookSecret(), orgId);
  const row = await putWebhook(database.pool, { orgId, url, sealedSecret });
  if (row === null) throw new Error(`the webhook of org ${orgId} was not written`);
  return { url: row.url, secret: secrets.unseal(row.sealedSecret, orgId) };
}

interface RotatedSecret {
  readonly url: string;
  readonly secret: string;
  readonly previousUntil: Date;
}

/**
 * Replaces the webhook's secret. A repeat of the same rotation returns the secret that it made. Refused: `no
 * webhook url`.
 */
export async function rotateWebhookSecret(
  { database, secrets }: SealingContext,
  orgId: string,
  rotationId: string,
): Promise<Outcome<RotatedSecret>> {
  const sealedSecret = secrets.seal(makeWebhookSecret(), orgId);
  const row = await rotateSecret(database.pool, {
    orgId,
    sealedSecret,
    hours: SECRET_OVERLAP_HOURS,
    rotationId,
  });
  if (row === null) return refuse('no_webhook_url');
  const { url, previousUntil } = row;
  return ok({ url, secret: secrets.unseal(row.sealedSecret, orgId), previousUntil });
}

/**
 * Removes the org's webhook with its secrets, and cancels its pending deliveries.
 *
 * The removal alone decides: a delivery from before it is never sent, not even to a webhook that is set
 * afterwards. So the rows can follow in batches, each in its own transaction. A call that breaks off leaves
 * rows that still say `PENDING` and that the worker cancels instead of sending.
 */
export async function deleteWebhook({ database: { pool } }: DatabaseContext, orgId: string): Promise<void> {
  const removed = await removeWebhook(pool, { orgId });
  if (removed === null) throw new Error(`the webhook of org ${orgId} was not removed`);
  while ((await cancelDeliveries(pool, { orgId, removedAt: removed.at })).length === CANCEL_BATCH);
}
