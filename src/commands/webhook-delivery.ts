import { createHash } from 'node:crypto';
import { afterAttempt } from '../domain/webhook-attempt.ts';
import type { DeliveryUpdate } from '../domain/webhook-attempt.ts';
import { ATTEMPT_LEASE_MS, ATTEMPT_TIMEOUT_MS } from '../domain/webhook-schedule.ts';
import type { Database, Queryable } from '../store/database.ts';
import * as deliveries from '../store/deliveries.ts';
import type { DeliveryRow, AttemptInputRow } from '../store/deliveries.ts';
import type { DeliveryInput, DeliveryState } from '../../workflows/messages.ts';
import { brokenInvariant } from './command.ts';

/** The state of a delivery as it is stored. */
export async function loadDelivery({ pool }: Database, input: DeliveryInput): Promise<DeliveryState> {
  return stateOf(required(await deliveries.findDelivery(pool, input), input.deliveryId));
}

/** Makes the next attempt due now, as an operator asked. */
export async function expediteDelivery(database: Database, input: DeliveryInput): Promise<DeliveryState> {
  await deliveries.hurryDelivery(database.pool, input);
  return loadDelivery(database, input);
}

/** Leaves the attempt to an ordinary activity, because it would hold up the workflow's task. */
export async function handOver(database: Database, input: DeliveryInput): Promise<DeliveryState> {
  await deliveries.handOver(database.pool, { deliveryId: input.deliveryId, isUntold: false });
  return { ...(await loadDelivery(database, input)), handedOver: true };
}

/** Leaves a delivery without an attempt to its workflow. False when it has had an attempt, or has ended. */
export async function leaveToWorkflow({ pool }: Database, { deliveryId }: DeliveryInput): Promise<boolean> {
  return (await deliveries.handOver(pool, { deliveryId, isUntold: true })) !== null;
}

/** A webhook to send. The previous secret signs beside the new one for a while after a rotation. */
export interface Letter extends Pick<DeliveryRow, 'id' | 'event' | 'env'> {
  readonly url: string;
  readonly body: Buffer;
  readonly isTest: boolean;
  /** The present secret first. */
  readonly sealedSecrets: readonly string[];
}

/** A claimed attempt. `request` is null when there is nothing to send. */
export interface Claim<Request> {
  readonly state: DeliveryState;
  readonly request: Request | null;
  /** The first attempt may still be under way without a workflow: ask again later. */
  readonly isUnderWay?: true;
}

/** The first attempt of a delivery, claimed without a workflow. `at` is in milliseconds of the org's time. */
export interface FirstAttempt {
  readonly letter: Letter;
  readonly at: number;
}

/**
 * Takes the first attempt of a delivery before it is sent. Its sender has it for `ATTEMPT_LEASE_MS`; after
 * that a workflow counts it as interrupted. Returns null for a delivery that has had an attempt, that a
 * workflow has, or that has no webhook any more.
 */
export async function claimFirstAttempt(
  { pool }: Database,
  { deliveryId, orgId }: DeliveryInput,
): Promise<FirstAttempt | null> {
  const row = await deliveries.claimFirstAttempt(pool, { deliveryId, orgId, leaseMs: ATTEMPT_LEASE_MS });
  if (row === null) return null;
  const { id, event, env, url, isTest, sealedSecret, previousSealedSecret } = row;
  const body = Buffer.from(row.body, 'utf8');
  const sealedSecrets = secretsOf(sealedSecret, previousSealedSecret);
  return { letter: { id, event, env, url, body, isTest, sealedSecrets }, at: row.at.getTime() };
}

/**
 * Records the result of a first attempt that `claimFirstAttempt` took. Returns true when the delivery is left
 * to its workflow.
 */
export async function recordFirstAttempt(
  database: Database,
  input: DeliveryInput,
  result: Omit<AttemptResult, 'number'>,
): Promise<boolean> {
  const { deliveryId } = input;
  const { status, nextAttemptAt } = afterAttempt({ ...result, step: 1 });
  const ended = await deliveries.endFirstAttempt(database.pool, {
    ...result,
    deliveryId,
    response: result.statusCode === null ? null : result.response,
    status,
    nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt),
  });
  // It was resent, canceled or counted as interrupted meanwhile: the locked row decides.
  const after = ended === null ? await recordAttempt(database, input, { ...result, number: 1 }) : { status };
  return after.status === 'PENDING';
}

/**
 * Takes the number of the attempt that is due at `at` (milliseconds of the org's time), before anything is
 * sent: a crash after the request cannot lead to one attempt too many. `toRequest` runs in the transaction:
 * if it throws, no number is taken.
 */
export function claimAttempt<Request>(
  database: Database,
  step: DeliveryInput & { at: number },
  toRequest: (letter: Letter) => Request,
): Promise<Claim<Request>> {
  const { deliveryId, at } = step;
  const claim = async (tx: Queryable): Promise<Claim<Request>> => {
    const delivery = required(await deliveries.lockDelivery(tx, step), deliveryId);
    const isDue = delivery.status === 'PENDING' && delivery.dueAt.getTime() <= at;
    if (!isDue) return { state: stateOf(delivery), request: null };

    const letter = required(await deliveries.findAttemptInput(tx, { deliveryId }), deliveryId);
    const { openNumber, openAt, url, sealedSecret, previousSealedSecret, isTest } = letter;
    if (letter.isLeased) return { state: stateOf(delivery), request: null, isUnderWay: true };
    // An attempt of a canceled ladder is left alone: it may still be under way.
    if (openNumber !== null && openAt !== null && openNumber > delivery.ladderStart) {
      const interrupted = {
        number: openNumber,
        statusCode: null,
        ms: null,
        response: '',
        error: 'interrupted',
      };
      // The time of the interruption is unknown. It cannot have lasted longer, so the gap is never too short.
      const endedAt = openAt.getTime() + ATTEMPT_TIMEOUT_MS;
      const state = await endAttempt(tx, delivery, { ...interrupted, endedAt });
      // A person asked for another attempt while the interrupted one was under way: this is it.
      return delivery.asked && state.status === 'PENDING' ? claim(tx) : { state, request: null };
    }
    if (url === null || sealedSecret === null) {
      return {
        state: await moveDelivery(tx, delivery, { status: 'CANCELED', nextAttemptAt: null }),
        request: null,
      };
    }

    const body = Buffer.from(letter.body, 'utf8');
    const sealedSecrets = secretsOf(sealedSecret, previousSealedSecret);
    const request = toRequest({ ...delivery, url, body, isTest, sealedSecrets });
    const number = delivery.attempts + 1;
    const bodySha256 = createHash('sha256').update(body).digest();
    await deliveries.claimAttempt(tx, { deliveryId, number, at: new Date(at), bodySha256 });
    return { state: { ...stateOf(delivery), attempts: number }, request };
  };
  return database.transaction(claim);
}

/** The secrets that sign, the present one first. */
const secretsOf = (present: string, previous: string | null): string[] =>
  previous === null ? [present] : [present, previous];

/** The result of an attempt. `endedAt` is in milliseconds of the org's time. */
export interface AttemptResult {
  readonly number: number;
  readonly statusCode: number | null;
  readonly ms: number | null;
  readonly response: string;
  readonly error: string | null;
  readonly endedAt: number;
}

/** Records the result of an attempt once, and moves its delivery unless something else has moved it since. */
export function recordAttempt(
  database: Database,
  input: DeliveryInput,
  result: AttemptResult,
): Promise<DeliveryState> {
  return database.transaction(async (tx) => {
    const delivery = required(await deliveries.lockDelivery(tx, input), input.deliveryId);
    return endAttempt(tx, delivery, result);
  });
}

async function endAttempt(
  tx: Queryable,
  delivery: DeliveryRow,
  result: AttemptResult,
): Promise<DeliveryState> {
  const { number, statusCode } = result;
  const response = statusCode === null ? null : result.response;
  const first = await deliveries.endAttempt(tx, { ...result, deliveryId: delivery.id, response });
  const isLatest = number === delivery.attempts && number > delivery.ladderStart;
  if (first === null || delivery.status !== 'PENDING' || !isLatest) return stateOf(delivery);
  const after = afterAttempt({ ...result, step: number - delivery.ladderStart });
  if (!delivery.asked || after.status === 'DELIVERED') return moveDelivery(tx, delivery, after);
  // A person asked for another attempt while this one was under way: it is due at once, and the row says so.
  if (after.status === 'FAILED') await deliveries.startSchedule(tx, { deliveryId: delivery.id });
  return stateOf(delivery);
}

async function moveDelivery(
  tx: Queryable,
  delivery: DeliveryRow,
  { status, nextAttemptAt }: DeliveryUpdate,
): Promise<DeliveryState> {
  const due = nextAttemptAt === null ? null : new Date(nextAttemptAt);
  await deliveries.moveDelivery(tx, { deliveryId: delivery.id, status, nextAttemptAt: due });
  return { ...stateOf(delivery), status, due: nextAttemptAt };
}

/**
 * The state of a delivery. In the sandbox an attempt that the clock was moved past counts as made when it was
 * due. Live clocks are never moved: a late attempt is late, and the retries follow from there instead of
 * catching up all at once.
 */
function stateOf({ env, status, dueAt, attempts, offsetMs, nowMs }: DeliveryRow): DeliveryState {
  const floor = env === 'sandbox' ? nowMs : 0;
  const due = status === 'PENDING' ? dueAt.getTime() : null;
  return { status, due, attempts, clock: { offset: offsetMs, floor } };
}

/** A delivery is written before its workflow starts and never removed: a retry would not find it either. */
function required<Row extends DeliveryRow | AttemptInputRow>(row: Row | null, deliveryId: string): Row {
  if (row === null) throw brokenInvariant(`there is no delivery ${deliveryId}`);
  return row;
}
