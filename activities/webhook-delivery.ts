import { ApplicationFailure } from '@temporalio/activity';
import type { DeliveryStatus } from '../src/domain/webhook-schedule.ts';
import { ATTEMPT_TIMEOUT_MS } from '../src/domain/webhook-schedule.ts';
import { afterAttempt } from '../src/domain/webhook-attempt.ts';
import type { AfterAttempt } from '../src/domain/webhook-attempt.ts';
import type { WebhookRequest, WebhookSender } from '../src/partners/webhook-sender.ts';
import { signBody, signStandard } from '../src/secrets.ts';
import type { Secrets } from '../src/secrets.ts';
import type { Database, Queryable } from '../src/store/database.ts';
import { claimAttempt, endAttempt, findDelivery, findLetter, lockDelivery, moveDelivery } from '../src/store/deliveries.ts';
import type { DeliveryRow, LetterRow } from '../src/store/deliveries.ts';
import type { DeliveryInput, RowState } from '../workflows/messages.ts';

export interface WebhookDeliveryDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly sender: WebhookSender;
  /** What the names of our own headers begin with: `x-service-`. */
  readonly headerPrefix: string;
}

/** A delivery as its workflow mirrors it. `due` is null once nothing will be sent any more. */
export interface DeliveryState extends RowState<DeliveryStatus> {
  /** How many attempts were begun. */
  readonly attempts: number;
}

/** One attempt, at this org time in milliseconds. */
export interface DeliveryStep extends DeliveryInput {
  readonly at: number;
}

export type WebhookDeliveryActivities = ReturnType<typeof createWebhookDeliveryActivities>;

/** The steps of the webhook workflow. Each is safe to run twice: the locked row decides. */
export function createWebhookDeliveryActivities(deps: WebhookDeliveryDeps) {
  const { database, sender } = deps;
  return {
    /** The delivery as it stands. */
    async loadDelivery({ deliveryId, orgId }: DeliveryInput): Promise<DeliveryState> {
      return stateOf(present(await findDelivery(database.pool, [deliveryId, orgId]), deliveryId));
    },

    /**
     * Sends the webhook once and writes down what came of it. Sends nothing when the delivery is not due at `at`, is
     * over, or was begun by a run that never ended: that counts as a failed attempt, for its request may have been sent.
     */
    async attemptDelivery(step: DeliveryStep): Promise<DeliveryState> {
      const claim = await database.transaction((tx) => claimNext(tx, step, deps));
      if (claim.request === null) return claim.state;
      const answer = await sender.send(claim.request);
      return database.transaction((tx) => record(tx, step, { ...answer, number: claim.state.attempts, endedAt: step.at + answer.ms }));
    },
  };
}

/** How things stand, and the request to send; null when there is nothing to send. */
interface Claim {
  readonly state: DeliveryState;
  readonly request: WebhookRequest | null;
}

/** An attempt that is over, as it is written down. `endedAt` is org time in milliseconds. */
interface Ended {
  readonly number: number;
  readonly statusCode: number | null;
  readonly ms: number | null;
  readonly response: string;
  readonly error: string | null;
  readonly endedAt: number;
}

/** Takes the next attempt's number before anything is sent: a crash after the request cannot lead to one too many. */
async function claimNext(tx: Queryable, { deliveryId, orgId, at }: DeliveryStep, deps: WebhookDeliveryDeps): Promise<Claim> {
  const delivery = present(await lockDelivery(tx, [deliveryId, orgId]), deliveryId);
  if (delivery.status !== 'PENDING' || delivery.due_at.getTime() > at) return { state: stateOf(delivery), request: null };

  const letter = present(await findLetter(tx, [deliveryId]), deliveryId);
  if (letter.open_number !== null && letter.open_at !== null) {
    const interrupted = { number: letter.open_number, statusCode: null, ms: null, response: '', error: 'interrupted' };
    // When it broke off is not known. It cannot have lasted longer, so the gap is never too short.
    const endedAt = letter.open_at.getTime() + ATTEMPT_TIMEOUT_MS;
    return { state: await end(tx, delivery, { ...interrupted, endedAt }), request: null };
  }
  if (letter.url === null || letter.sealed_secret === null) {
    return { state: await move(tx, delivery, { status: 'CANCELED', nextAttemptAt: null }), request: null };
  }

  const secret = deps.secrets.unseal(letter.sealed_secret, orgId);
  const request = requestFor(delivery, { url: letter.url, secret, body: Buffer.from(letter.body, 'utf8') }, deps.headerPrefix);
  const number = delivery.attempts + 1;
  await claimAttempt(tx, [deliveryId, number, new Date(at)]);
  return { state: { ...stateOf(delivery), attempts: number }, request };
}

/** Our headers beside those of Standard Webhooks, whose timestamp is real time: verifiers refuse five minutes off. */
function requestFor(
  { id, event, env }: DeliveryRow,
  { url, secret, body }: { url: string; secret: string; body: Buffer },
  prefix: string,
): WebhookRequest {
  const timestamp = Math.floor(Date.now() / 1000);
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      [`${prefix}event`]: event,
      [`${prefix}delivery`]: id,
      [`${prefix}signature`]: signBody(secret, body),
      [`${prefix}env`]: env,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signStandard(secret, { id, timestamp, body }),
    },
  };
}

async function record(tx: Queryable, { deliveryId, orgId }: DeliveryInput, ended: Ended): Promise<DeliveryState> {
  return end(tx, present(await lockDelivery(tx, [deliveryId, orgId]), deliveryId), ended);
}

/** Writes the attempt down once, and moves its delivery unless that was moved by somebody else meanwhile. */
async function end(tx: Queryable, delivery: DeliveryRow, ended: Ended): Promise<DeliveryState> {
  const { number, statusCode, ms, response, error } = ended;
  const first = await endAttempt(tx, [delivery.id, number, statusCode, ms, statusCode === null ? null : response, error]);
  if (first === null || delivery.status !== 'PENDING') return stateOf(delivery);
  return move(tx, delivery, afterAttempt(ended));
}

async function move(tx: Queryable, delivery: DeliveryRow, { status, nextAttemptAt }: AfterAttempt): Promise<DeliveryState> {
  await moveDelivery(tx, [delivery.id, status, nextAttemptAt === null ? null : new Date(nextAttemptAt)]);
  return { ...stateOf(delivery), status, due: nextAttemptAt };
}

/**
 * In the sandbox an attempt that the clock was moved past counts as made when it was due. Live clocks are never moved:
 * one that comes late is late, and the retries follow from there instead of catching up all at once.
 */
function stateOf({ env, status, due_at, attempts, offset_ms, now_ms }: DeliveryRow): DeliveryState {
  const floor = env === 'sandbox' ? now_ms : 0;
  return { status, due: status === 'PENDING' ? due_at.getTime() : null, attempts, clock: { offset: offset_ms, floor } };
}

/** A delivery is written before its workflow starts and never removed: trying again would find no more. */
function present<Row extends DeliveryRow | LetterRow>(row: Row | null, deliveryId: string): Row {
  if (row === null) throw ApplicationFailure.nonRetryable(`there is no delivery ${deliveryId}`, 'BrokenInvariant');
  return row;
}
