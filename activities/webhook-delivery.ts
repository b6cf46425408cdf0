import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import {
  claimAttempt,
  claimFirstAttempt,
  handOver,
  expediteDelivery,
  leaveToWorkflow,
  loadDelivery,
  recordAttempt,
  recordFirstAttempt,
} from '../src/commands/webhook-delivery.ts';
import type { Letter } from '../src/commands/webhook-delivery.ts';
import type { ReceiverGate } from '../src/partners/receiver-gate.ts';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../src/partners/webhook-sender.ts';
import { signBody, signStandard } from '../src/security/secrets.ts';
import type { Secrets } from '../src/security/secrets.ts';
import type { Database } from '../src/store/database.ts';
import type { DeliveryInput, DeliveryState } from '../workflows/messages.ts';

export interface WebhookDeliveryDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly sender: WebhookSender;
  /** One for all attempts of a process. */
  readonly gate: ReceiverGate;
  /** The prefix of this service's own headers: `x-service-`. */
  readonly headerPrefix: string;
  /**
   * Called at `webhook.claimed`, `webhook.sent` and `webhook.recorded`. The crash tests end the process
   * there.
   */
  readonly reached: (point: string) => void;
}

/** One attempt, at this org time in milliseconds. */
export interface DeliveryStep extends DeliveryInput {
  readonly at: number;
  /** It is made within the workflow's task, and must not hold that up for a receiver in trouble. */
  readonly withinTask?: true;
}

export type WebhookDeliveryActivities = ReturnType<typeof createWebhookDeliveryActivities>;

/** The pause before an activity looks again whether the first attempt is over. */
const LOOK_AGAIN_MS = 500;

/** The steps of the webhook workflow. Each is safe to run twice: the locked row decides. */
export function createWebhookDeliveryActivities(deps: WebhookDeliveryDeps) {
  const { database, gate } = deps;
  return {
    /** The delivery as it is stored. */
    loadDelivery: (input: DeliveryInput) => loadDelivery(database, input),

    /** Makes the next attempt due now, as an operator asked. */
    hurryDelivery: (input: DeliveryInput) => expediteDelivery(database, input),

    /**
     * Sends the webhook once and records the result. Sends nothing when the delivery is not due at `at`, is
     * over, or was begun by a run that never ended: that counts as a failed attempt, for its request may have
     * been sent.
     *
     * While four requests to its receiver or its own first attempt are under way, it is handed over, or fails
     * and is tried again later by Temporal: that is no attempt of the delivery, and no slot waits meanwhile.
     */
    async attemptDelivery(step: DeliveryStep): Promise<DeliveryState> {
      const { deliveryId, orgId, withinTask = false } = step;
      const place = await gate.enter({ orgId, deliveryId, onlyIfFast: withinTask });
      if (place === null) {
        if (withinTask) return handOver(database, step);
        throw notNow(RECEIVER_BUSY, gate.pauseOf(orgId));
      }
      let ms: number | null = null;
      try {
        const claim = await claimAttempt(database, step, (letter) => requestFor(letter, orgId, deps));
        if (claim.isUnderWay) {
          if (withinTask) return await handOver(database, step);
          throw notNow(FIRST_UNDER_WAY, LOOK_AGAIN_MS);
        }
        if (claim.request === null) return claim.state;
        const answer = await send(deps, claim.request, (took) => (ms = took));
        const result = { ...answer, number: claim.state.attempts, endedAt: step.at + answer.ms };
        const state = await recordAttempt(database, step, result);
        deps.reached('webhook.recorded');
        return state;
      } finally {
        place.leave(ms);
      }
    },
  };
}

/**
 * Creates the first attempt of a delivery, which needs no workflow. Nearly every delivery succeeds in it.
 *
 * It resolves to true when the delivery is left to its workflow: the attempt failed, or the receiver is in
 * trouble. While workflows have enough deliveries of that receiver, the others wait as rows for the sweep. A
 * process that dies leaves a row without an attempt, or an attempt whose lease ends: the sweep finds both.
 */
export function createFirstAttempt(deps: WebhookDeliveryDeps): (delivery: DeliveryInput) => Promise<boolean> {
  const { database, gate } = deps;
  return async (delivery) => {
    const place = await gate.enter({ ...delivery, onlyIfFast: true });
    if (place === null) return gate.expects(delivery) && leaveToWorkflow(database, delivery);
    let ms: number | null = null;
    try {
      const claim = await claimFirstAttempt(database, delivery);
      if (claim === null) return await leaveToWorkflow(database, delivery);
      const answer = await send(deps, requestFor(claim.letter, delivery.orgId, deps), (took) => (ms = took));
      const isLeft = await recordFirstAttempt(database, delivery, {
        ...answer,
        endedAt: claim.at + answer.ms,
      });
      deps.reached('webhook.recorded');
      return isLeft;
    } finally {
      place.leave(ms);
    }
  };
}

/** Sends a claimed attempt. Says how long it took also when it throws. */
async function send(
  { sender, reached }: WebhookDeliveryDeps,
  request: WebhookRequest,
  took: (ms: number) => void,
): Promise<WebhookAnswer> {
  reached('webhook.claimed');
  const began = performance.now();
  const answer = await sender.send(request).finally(() => took(performance.now() - began));
  reached('webhook.sent');
  return answer;
}

const RECEIVER_BUSY = {
  type: 'ReceiverBusy',
  message:
    "Not an attempt: requests to this organization's receiver are under way that it has not answered yet",
};
const FIRST_UNDER_WAY = {
  type: 'FirstAttemptUnderWay',
  message: 'Not an attempt: the first attempt of this delivery is under way',
};

/** The failure that Temporal's Web UI shows for a delivery whose attempt must wait. */
function notNow(why: typeof RECEIVER_BUSY, nextRetryDelay: number): ApplicationFailure {
  return ApplicationFailure.create({ ...why, nextRetryDelay, category: ApplicationFailureCategory.BENIGN });
}

/**
 * Our headers beside those of Standard Webhooks, whose timestamp is real time: verifiers refuse five minutes
 * off. After a rotation the previous secret signs as well, where the standard has room for it.
 */
function requestFor(
  { id, event, env, url, body, isTest, sealedSecrets }: Letter,
  orgId: string,
  { secrets: sealing, headerPrefix }: WebhookDeliveryDeps,
): WebhookRequest {
  const secrets = sealedSecrets.map((sealed) => sealing.unseal(sealed, orgId));
  const timestamp = Math.floor(Date.now() / 1000);
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      [`${headerPrefix}event`]: event,
      [`${headerPrefix}delivery`]: id,
      [`${headerPrefix}signature`]: signBody(secrets[0] ?? '', body),
      [`${headerPrefix}env`]: env,
      ...(isTest ? { [`${headerPrefix}test`]: 'true' } : {}),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((secret) => signStandard(secret, { id, timestamp, body })).join(' '),
    },
  };
}
