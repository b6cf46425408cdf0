import { z } from 'zod';
import { CHARGE_STATUSES } from '../../domain/charge.ts';
import type { TimelineRow } from '../../store/timeline.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { id, rfc3339, timestamp } from './fields.ts';
import { stepsOf } from './timeline-steps.ts';

/** Every step, with the fields of its `amounts` and `detail`. Steps of one moment keep this order. */
export const STEPS = {
  'checkout.created':
    'The merchant created the checkout. amounts: total_minor, cashback_minor; detail: terminal_id, order_id',
  'charge.authorized':
    'A shopper authorized; the total is held. amounts: held_minor; detail: hold_expires_at',
  'charge.captured':
    'The money moved. amounts: total_minor, mdr_fee, total_cashback, recommender_amount, deferred_buyer_amount, merchant_net; detail: journal_id, mdr_bps, recommender_share_bps',
  'charge.voided': 'The merchant released the hold. amounts: released_minor',
  'charge.expired': 'The hold lapsed after seven days. amounts: released_minor',
  'charge.returned':
    'The merchant recorded a return. amounts: refund, goods, shipping_amount, tax_amount, buyer_cut, rec_cut; detail: journal_id, reason, award_adjusted, items [{product_id, qty}]',
  'award.landed':
    "Cashback landed in the beneficiary's wallet. amounts: amount; detail: product_id, kind, beneficiary_id",
  'journal.posted':
    'A balanced journal was posted to the ledger. detail: kind (capture, return, landing), entries [{account, owner_id, amount_minor}]',
  'award.deferred':
    'The buyer earns the award when they recommend the product. amounts: amount; detail: product_id, kind, beneficiary_id',
  'award.pending':
    'The award waits for 30 days before it lands. amounts: amount; detail: as above, and pending_until',
  'award.cut': 'A return cut the award. amounts: cut, amount (the rest); detail: as above, and return_id',
  'award.voided':
    'A return cut the whole rest of the award. amounts: cut, amount (0); detail: as above, and return_id',
  'webhook.event':
    'An event was written. detail: event, and delivery {id, status, next_attempt_at} in its current state, or null if no URL was set',
  'webhook.attempted':
    'One attempt of a delivery; id is the delivery. detail: event, number, outcome (delivered, failed, open), status_code, ms, error, next_attempt_at',
} as const;
export type StepName = keyof typeof STEPS;
export const STEP_NAMES = Object.keys(STEPS) as [StepName, ...StepName[]];

const step = z
  .object({
    at: timestamp.meta({ description: "By the organization's clock" }),
    step: z.enum(STEP_NAMES).meta({
      description: Object.entries(STEPS)
        .map(([name, text]) => `- \`${name}\`: ${text}`)
        .join('\n'),
    }),
    id: id.meta({ description: 'Id of the checkout, charge, return, award, journal, event or delivery' }),
    actor: z
      .string()
      .nullable()
      .meta({
        description:
          'The caller who requested the step: `api_key:<id>` or `user:<id>`. Null for a step of the service',
        examples: [null],
      }),
    amounts: z
      .record(z.string(), z.int())
      .meta({ description: "Minor units of the charge's currency, by name" }),
    detail: z.record(z.string(), z.unknown()).meta({ description: 'More facts of the step, by name' }),
  })
  .meta({ id: 'TimelineStep' });

const due = z
  .object({
    due_at: timestamp.meta({ description: "By the organization's clock" }),
    what: z
      .enum(['hold_lapse', 'award_landing', 'webhook_retry'])
      .meta({ description: 'A `kind` of the sandbox clock' }),
    id: id.meta({ description: 'The charge, award or delivery' }),
  })
  .meta({ id: 'TimelineDue' });

export const timelineAnswer = z
  .object({
    charge_id: id,
    checkout_id: id,
    workflow_id: z.string().meta({ description: "Id of the checkout's workflow in the Temporal Web UI" }),
    status: z.enum(CHARGE_STATUSES),
    currency: z.string(),
    now: timestamp.meta({ description: "The organization's time of this answer. Compare due_at with it" }),
    steps: z.array(step).meta({ description: 'Oldest first' }),
    next: z.array(due).meta({
      description:
        'Events that are due, soonest first. Deferred awards have no due time: they wait for their buyer',
    }),
  })
  .meta({ id: 'Timeline' });

export type Step = z.output<typeof step>;
type Due = z.output<typeof due>;

/** Returns the history of a charge, and the events that are due next. */
export function timelineBody(row: TimelineRow): z.output<typeof timelineAnswer> {
  const steps = stepsOf(row).toSorted((a, b) => compare(a.at, b.at) || rank(a) - rank(b));
  return {
    charge_id: row.chargeId,
    checkout_id: row.checkoutId,
    workflow_id: workflowId.checkout(row.checkoutId),
    status: row.status,
    currency: row.currency,
    now: rfc3339(row.now),
    steps,
    next: nextOf(row).toSorted((a, b) => compare(a.due_at, b.due_at)),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const rank = ({ step: name }: Step): number => STEP_NAMES.indexOf(name);

function nextOf({ status, chargeId, holdExpiresAt, awards, events }: TimelineRow): Due[] {
  const next: Due[] = [];
  if (status === 'AUTHORIZED')
    next.push({ due_at: rfc3339(holdExpiresAt), what: 'hold_lapse', id: chargeId });
  for (const award of awards) {
    if (award.status === 'PENDING' && award.pendingUntil !== null) {
      next.push({ due_at: rfc3339(new Date(award.pendingUntil)), what: 'award_landing', id: award.id });
    }
  }
  for (const { delivery } of events) {
    if (delivery?.status !== 'PENDING') continue;
    next.push({
      due_at: rfc3339(new Date(delivery.nextAttemptAt ?? delivery.createdAt)),
      what: 'webhook_retry',
      id: delivery.id,
    });
  }
  return next;
}
