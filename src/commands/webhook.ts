import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { SECRET_OVERLAP_HOURS } from '../domain/webhook-schedule.ts';
import { Org } from '../entities/org.ts';
import { makeWebhookSecret } from '../security/secrets.ts';
import type { Transaction } from '../store/database.ts';
import { lockOrg } from '../store/members.ts';
import {
  CANCEL_BATCH,
  cancelDeliveries,
  findWebhook,
  putWebhook,
  removeWebhook,
  rotateSecret,
} from '../store/webhooks.ts';
import type { CommandContext, TrailContext } from './context.ts';
import { recordOrgEvent } from './org-event.ts';

type SealingContext = Pick<CommandContext, 'database' | 'secrets' | 'origin'>;

/** A change of an org's webhook. Null is no webhook; a rotation changes no URL. */
interface WebhookChange {
  readonly orgId: string;
  readonly action: 'webhook.set' | 'webhook.rotated' | 'webhook.deleted';
  readonly before?: string | null;
  readonly after?: string | null;
}

/**
 * Appends a change of the webhook to the org's trail. Owners get a mail about it if the org's KYB is
 * approved: any other org has no live events.
 */
async function recordChange(
  tx: Transaction,
  { origin }: Pick<CommandContext, 'origin'>,
  { orgId, action, before, after }: WebhookChange,
): Promise<void> {
  const org = await tx.em.findOneOrFail(Org, { id: orgId });
  await recordOrgEvent(tx, origin, {
    orgId,
    action,
    target: { kind: 'webhook', id: orgId },
    ...(before ? { before: { url: withoutSecrets(before) } } : {}),
    ...(after ? { after: { url: withoutSecrets(after) } } : {}),
    isMailed: org.kybStatus === 'APPROVED',
  });
}

/** The URL without user name, password, query and fragment: these may hold a secret. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Sets the URL of an org's webhook. Returns it with its secret, which is made once and kept. */
export function setWebhook(
  context: SealingContext,
  orgId: string,
  url: string,
): Promise<{ readonly url: string; readonly secret: string }> {
  const { database, secrets } = context;
  const sealedSecret = secrets.seal(makeWebhookSecret(), orgId);
  return database.transaction(async (tx) => {
    // Locked: the trail must name the URL that this one replaces.
    await lockOrg(tx, { orgId });
    const before = (await findWebhook(tx, { orgId }))?.url ?? null;
    const row = await putWebhook(tx, { orgId, url, sealedSecret });
    if (row === null) throw new Error(`the webhook of org ${orgId} was not written`);
    if (before !== url) await recordChange(tx, context, { orgId, action: 'webhook.set', before, after: url });
    return { url: row.url, secret: secrets.unseal(row.sealedSecret, orgId) };
  });
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
export function rotateWebhookSecret(
  context: SealingContext,
  orgId: string,
  rotationId: string,
): Promise<Outcome<RotatedSecret>> {
  const { database, secrets } = context;
  const sealedSecret = secrets.seal(makeWebhookSecret(), orgId);
  const rotation = { orgId, sealedSecret, hours: SECRET_OVERLAP_HOURS, rotationId };
  return database.transaction(async (tx) => {
    const row = await rotateSecret(tx, rotation);
    if (row === null) return refuse('no_webhook_url');
    const { url, previousUntil } = row;
    // A repeat finds the secret that the first run made, and this run's own is unused.
    if (row.sealedSecret === sealedSecret)
      await recordChange(tx, context, { orgId, action: 'webhook.rotated' });
    return ok({ url, secret: secrets.unseal(row.sealedSecret, orgId), previousUntil });
  });
}

/**
 * Removes the org's webhook with its secrets, and cancels its pending deliveries.
 *
 * The removal alone decides: a delivery from before it is never sent, not even to a webhook that is set
 * afterwards. So the rows can follow in batches, each in its own transaction. A call that breaks off leaves
 * rows that still say `PENDING` and that the worker cancels instead of sending.
 */
export async function deleteWebhook(context: TrailContext, orgId: string): Promise<void> {
  const { database } = context;
  const { pool } = database;
  const removed = await database.transaction(async (tx) => {
    const row = await removeWebhook(tx, { orgId });
    if (row !== null && row.url !== null)
      await recordChange(tx, context, { orgId, action: 'webhook.deleted', before: row.url });
    return row;
  });
  if (removed === null) throw new Error(`the webhook of org ${orgId} was not removed`);
  while ((await cancelDeliveries(pool, { orgId, removedAt: removed.at })).length === CANCEL_BATCH);
}
