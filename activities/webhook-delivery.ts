import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import {
  claimAttempt,
  handOver,
  expediteDelivery,
  loadDelivery,
  recordAttempt,
} from '../src/commands/webhook-delivery.ts';
import type { Letter } from '../src/commands/webhook-delivery.ts';
import { createReceiverGate } from '../src/partners/receiver-gate.ts';
import type { ReceiverGate } from '../src/partners/receiver-gate.ts';
import type { WebhookRequest, WebhookSender } from '../src/partners/webhook-sender.ts';
import { signBody, signStandard } from '../src/security/secrets.ts';
import type { Secrets } from '../src/security/secrets.ts';
import type { Database } from '../src/store/database.ts';
import type { DeliveryInput, DeliveryState } from '../workflows/messages.ts';

export interface WebhookDeliveryDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly sender: WebhookSender;
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

/** The steps of the webhook workflow. Each is safe to run twice: the locked row decides. */
export function createWebhookDeliveryActivities(deps: WebhookDeliveryDeps) {
  const { database } = deps;
  const gate = createReceiverGate();
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
     * With four requests to its receiver under way it is handed over, or fails and is tried again later by
     * Temporal: that is no attempt of the delivery, and no slot waits meanwhile.
     */
    async attemptDelivery(step: DeliveryStep): Promise<DeliveryState> {
      const { deliveryId, orgId, withinTask = false } = step;
      const place = await gate.enter({ orgId, deliveryId, withinTask });
      if (place === null) {
        if (withinTask) return handOver(database, step);
        throw turnedAway(gate, orgId);
      }
      let ms: number | null = null;
      try {
        const claim = await claimAttempt(database, step, (letter) => requestFor(letter, orgId, deps));
        if (claim.request === null) return claim.state;
        deps.reached('webhook.claimed');
        const began = performance.now();
        const answer = await deps.sender.send(claim.request).finally(() => (ms = performance.now() - began));
        deps.reached('webhook.sent');
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

/** The failure that Temporal's Web UI shows for a delivery that waits behind others to the same receiver. */
function turnedAway(gate: ReceiverGate, orgId: string): ApplicationFailure {
  return ApplicationFailure.create({
    message:
      "Not an attempt: requests to this organization's receiver are under way that it has not answered yet",
    type: 'ReceiverBusy',
    nextRetryDelay: gate.pauseOf(orgId),
    category: ApplicationFailureCategory.BENIGN,
  });
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
