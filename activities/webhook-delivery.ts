import { createHash } from 'node:crypto';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { DeliveryStatus } from '../src/domain/webhook-schedule.ts';
import { ATTEMPT_TIMEOUT_MS } from '../src/domain/webhook-schedule.ts';
import { afterAttempt } from '../src/domain/webhook-attempt.ts';
import type { AfterAttempt } from '../src/domain/webhook-attempt.ts';
import type { WebhookRequest, WebhookSender } from '../src/partners/webhook-sender.ts';
import { signBody, signStandard } from '../src/security/secrets.ts';
import type { Secrets } from '../src/security/secrets.ts';
import type { Database, Queryable } from '../src/store/database.ts';
import {
  beginLadder,
  claimAttempt,
  endAttempt,
  findDelivery,
  findLetter,
  hurryDelivery,
  markBegun,
  lockDelivery,
  moveDelivery,
} from '../src/store/deliveries.ts';
import type { DeliveryRow, LetterRow } from '../src/store/deliveries.ts';
import type { DeliveryInput, RowState } from '../workflows/messages.ts';
import { createReceiverGate } from '../src/partners/receiver-gate.ts';
import type { ReceiverGate } from '../src/partners/receiver-gate.ts';

export interface WebhookDeliveryDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly sender: WebhookSender;
  /** What the names of our own headers begin with: `x-service-`. */
  readonly headerPrefix: string;
  /** Called at `webhook.claimed`, `webhook.sent` and `webhook.recorded`. The crash tests end the process there. */
  readonly reached: (point: string) => void;
}

/** A delivery as its workflow mirrors it. `due` is null once nothing will be sent any more. */
export interface DeliveryState extends RowState<DeliveryStatus> {
  /** How many attempts were begun. */
  readonly attempts: number;
  /** The attempt was not made: its receiver is slow or has its hands full. It is for an ordinary step to make. */
  readonly handedOver?: true;
}

/** One attempt, at this org time in milliseconds. */
export interface DeliveryStep extends DeliveryInput {
  readonly at: number;
  /** It is made within the workflow's task, and must not hold that up for a receiver in trouble. */
  readonly withinTask?: true;
}

export type WebhookDeliveryActivities = ReturnType<typeof createWebhookDeliveryActivities>;

/** The steps of the webhook workflow. Each is safe to run twice: the locked row decides. */
export function createWebhookDeliveryActivities(deps: WebhookDeliveryDeps) {
  const { database } = deps;
  const gate = createReceiverGate();
  const load = async (input: DeliveryInput): Promise<DeliveryState> =>
    stateOf(present(await findDelivery(database.pool, input), input.deliveryId));
  return {
    /** The delivery as it stands. */
    loadDelivery: load,

    /** Makes the next attempt due now, as an operator asked. */
    async hurryDelivery(input: DeliveryInput): Promise<DeliveryState> {
      await hurryDelivery(database.pool, input);
      return load(input);
    },

    /**
     * Sends the webhook once and writes down what came of it. Sends nothing when the delivery is not due at `at`, is
     * over, or was begun by a run that never ended: that counts as a failed attempt, for its request may have been sent.
     *
     * With four requests to its receiver under way it is handed over, or fails and is tried again later by Temporal: that
     * is no attempt of the delivery, and no slot waits meanwhile.
     */
    async attemptDelivery(step: DeliveryStep): Promise<DeliveryState> {
      const { deliveryId, orgId, withinTask = false } = step;
      const place = await gate.enter({ orgId, deliveryId, withinTask });
      if (place === null) {
        if (withinTask) {
          await markBegun(database.pool, step);
          return { ...(await load(step)), handedOver: true };
        }
        throw turnedAway(gate, orgId);
      }
      let ms: number | null = null;
      try {
        const claim = await database.transaction((tx) => claimNext(tx, step, deps));
        if (claim.request === null) return claim.state;
        deps.reached('webhook.claimed');
        const began = performance.now();
        const answer = await deps.sender.send(claim.request).finally(() => (ms = performance.now() - began));
        deps.reached('webhook.sent');
        const ended = { ...answer, number: claim.state.attempts, endedAt: step.at + answer.ms };
        const state = await database.transaction((tx) => record(tx, step, ended));
        deps.reached('webhook.recorded');
        return state;
      } finally {
        place.leave(ms);
      }
    },
  };
}

/** What the Web UI shows of a delivery that waits behind others to the same receiver. */
function turnedAway(gate: ReceiverGate, orgId: string): ApplicationFailure {
  return ApplicationFailure.create({
    message: "Not an attempt: requests to this organization's receiver are under way that it has not answered yet",
    type: 'ReceiverBusy',
    nextRetryDelay: gate.pauseOf(orgId),
    category: ApplicationFailureCategory.BENIGN,
  });
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
async function claimNext(tx: Queryable, step: DeliveryStep, deps: WebhookDeliveryDeps): Promise<Claim> {
  const { deliveryId, orgId, at } = step;
  const delivery = present(await lockDelivery(tx, step), deliveryId);
  const isDue = delivery.status === 'PENDING' && delivery.dueAt.getTime() <= at;
  if (!isDue) return { state: stateOf(delivery), request: null };

  const letter = present(await findLetter(tx, step), deliveryId);
  // One of a ladder that was canceled is left alone: it may be under way still.
  const { openNumber: number, openAt } = letter;
  if (number !== null && openAt !== null && number > delivery.ladderStart) {
    const interrupted = { number, statusCode: null, ms: null, response: '', error: 'interrupted' };
    // When it broke off is not known. It cannot have lasted longer, so the gap is never too short.
    const endedAt = openAt.getTime() + ATTEMPT_TIMEOUT_MS;
    const state = await end(tx, delivery, { ...interrupted, endedAt });
    // Somebody asked for another one while it was under way: that is this one.
    return delivery.asked && state.status === 'PENDING' ? claimNext(tx, step, deps) : { state, request: null };
  }
  if (letter.url === null || letter.sealedSecret === null) {
    return { state: await move(tx, delivery, { status: 'CANCELED', nextAttemptAt: null }), request: null };
  }

  const secrets = [letter.sealedSecret, letter.previousSealedSecret].flatMap((sealed) =>
    sealed === null ? [] : [deps.secrets.unseal(sealed, orgId)],
  );
  const body = Buffer.from(letter.body, 'utf8');
  const request = requestFor(delivery, { url: letter.url, secrets, body }, deps.headerPrefix);
  const next = delivery.attempts + 1;
  const bodySha256 = createHash('sha256').update(body).digest();
  await claimAttempt(tx, { deliveryId, number: next, at: new Date(at), bodySha256 });
  return { state: { ...stateOf(delivery), attempts: next }, request };
}

/**
 * Our headers beside those of Standard Webhooks, whose timestamp is real time: verifiers refuse five minutes off. The
 * first secret is the one of now; after a rotation the one before it signs as well, where the standard has room for it.
 */
function requestFor(
  { id, event, env }: DeliveryRow,
  { url, secrets, body }: { url: string; secrets: readonly string[]; body: Buffer },
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
      [`${prefix}signature`]: signBody(secrets[0] ?? '', body),
      [`${prefix}env`]: env,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((secret) => signStandard(secret, { id, timestamp, body })).join(' '),
    },
  };
}

async function record(tx: Queryable, step: DeliveryInput, ended: Ended): Promise<DeliveryState> {
  return end(tx, present(await lockDelivery(tx, step), step.deliveryId), ended);
}

/** Writes the attempt down once, and moves its delivery unless that was moved by somebody else meanwhile. */
async function end(tx: Queryable, delivery: DeliveryRow, ended: Ended): Promise<DeliveryState> {
  const { number, statusCode } = ended;
  const response = statusCode === null ? null : ended.response;
  const first = await endAttempt(tx, { ...ended, deliveryId: delivery.id, response });
  const isOfNow = number === delivery.attempts && number > delivery.ladderStart;
  if (first === null || delivery.status !== 'PENDING' || !isOfNow) return stateOf(delivery);
  const after = afterAttempt({ ...ended, step: number - delivery.ladderStart });
  if (!delivery.asked || after.status === 'DELIVERED') return move(tx, delivery, after);
  // Somebody asked for another one while this one was under way: it is due at once, and the row says so.
  if (after.status === 'FAILED') await beginLadder(tx, { deliveryId: delivery.id });
  return stateOf(delivery);
}

async function move(tx: Queryable, delivery: DeliveryRow, { status, nextAttemptAt }: AfterAttempt): Promise<DeliveryState> {
  const due = nextAttemptAt === null ? null : new Date(nextAttemptAt);
  await moveDelivery(tx, { deliveryId: delivery.id, status, nextAttemptAt: due });
  return { ...stateOf(delivery), status, due: nextAttemptAt };
}

/**
 * In the sandbox an attempt that the clock was moved past counts as made when it was due. Live clocks are never moved:
 * one that comes late is late, and the retries follow from there instead of catching up all at once.
 */
function stateOf({ env, status, dueAt, attempts, offsetMs, nowMs }: DeliveryRow): DeliveryState {
  const floor = env === 'sandbox' ? nowMs : 0;
  const due = status === 'PENDING' ? dueAt.getTime() : null;
  return { status, due, attempts, clock: { offset: offsetMs, floor } };
}

/** A delivery is written before its workflow starts and never removed: trying again would find no more. */
function present<Row extends DeliveryRow | LetterRow>(row: Row | null, deliveryId: string): Row {
  if (row === null) throw ApplicationFailure.nonRetryable(`there is no delivery ${deliveryId}`, 'BrokenInvariant');
  return row;
}
