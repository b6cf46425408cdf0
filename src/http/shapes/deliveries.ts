import { z } from 'zod';
import { invalid, ok, refuse } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { DELIVERY_STATUSES, MAX_RESENDS, WEBHOOK_EVENTS } from '../../domain/webhook-schedule.ts';
import type { DeliveryStatus, WebhookEvent } from '../../domain/webhook-schedule.ts';
import type { DeliveryRange, DeliveryView, DeliveryLogRow } from '../../store/delivery-log.ts';
import { oneOf } from './detail.ts';
import { id, optional, pageQuery, rfc3339, timestamp, whole } from './fields.ts';

export const deliveriesQuery = z.object({
  ...pageQuery,
  status: z.unknown().optional().meta({ type: 'string', enum: DELIVERY_STATUSES }),
  event: z.unknown().optional().meta({ type: 'string', enum: WEBHOOK_EVENTS }),
});

const moment = z.iso.datetime({ offset: true, error: 'must be an RFC 3339 time' });

export const resendManyBody = z
  .object({
    // An absent status is `bad status`, like an unknown one: a default would resend deliveries of every
    // status.
    status: z.unknown().optional().meta({ type: 'string', enum: DELIVERY_STATUSES, description: 'Required' }),
    event: z
      .unknown()
      .optional()
      .meta({ type: 'string', enum: WEBHOOK_EVENTS, description: 'All events when absent' }),
    from: optional(moment).meta({
      format: 'date-time',
      description: 'Deliveries created at this time or later, by `created_at`',
    }),
    to: optional(moment).meta({ format: 'date-time', description: 'Deliveries created before this time' }),
    dry_run: optional(z.boolean({ error: 'must be true or false' })).meta({
      description: 'Count the matches and send nothing',
    }),
  })
  .meta({ examples: [{ status: 'FAILED', event: 'charge.captured', dry_run: true }] });

/** The filter of a list call. */
export interface DeliveryFilter {
  readonly statuses: readonly DeliveryStatus[];
  readonly events: readonly WebhookEvent[];
}

const BAD_STATUS = { detail: oneOf('status', DELIVERY_STATUSES) };

/**
 * Reads the filter. A field without a value filters nothing. Refused: `bad status`, `bad event`. Source:
 * contract, section 14.
 */
export function readFilter({
  status,
  event,
}: {
  status?: unknown;
  event?: unknown;
}): Outcome<DeliveryFilter> {
  const statuses =
    status === undefined || status === null
      ? DELIVERY_STATUSES
      : DELIVERY_STATUSES.filter((known) => known === status);
  if (statuses.length === 0) return refuse('bad_status', undefined, BAD_STATUS);
  const events =
    event === undefined || event === null
      ? WEBHOOK_EVENTS
      : WEBHOOK_EVENTS.filter((known) => known === event);
  if (events.length > 0) return ok({ statuses, events });
  return refuse('bad_event', undefined, { detail: oneOf('event', WEBHOOK_EVENTS) });
}

type ResendRange = Omit<DeliveryRange, 'orgId' | 'env' | 'limit'>;

/** Reads the range of a bulk resend. Refused: a body without a status, and the refusals of `readFilter`. */
export function readResend(body: z.output<typeof resendManyBody>): Outcome<ResendRange> {
  const filter = readFilter(body);
  if (!filter.ok) return filter;
  const { statuses, events } = filter.value;
  const [status] = statuses;
  if (body.status === undefined || body.status === null || status === undefined)
    return refuse('bad_status', undefined, BAD_STATUS);
  const [from, to] = [body.from, body.to].map((text) => (text === undefined ? undefined : new Date(text)));
  if (from !== undefined && to !== undefined && to < from) return invalid('to', 'must not be before from');
  return ok({ status, events, from: from ?? '-infinity', to: to ?? 'infinity' });
}

export const deliveryAnswer = z
  .object({
    id: id.meta({ description: 'The value of `x-service-delivery` and `webhook-id`' }),
    event: z.enum(WEBHOOK_EVENTS),
    status: z.enum(DELIVERY_STATUSES),
    created_at: timestamp,
    next_attempt_at: timestamp.nullable().meta({ description: 'Null unless the delivery waits' }),
    test: z.boolean().meta({ description: 'True for a delivery of `POST …/webhook/test`' }),
  })
  .meta({ id: 'Delivery' });

export const deliveryList = z.object({
  deliveries: z.array(deliveryAnswer),
  next_cursor: z.string().nullable(),
});

const attemptAnswer = z.object({
  number: whole.meta({ description: 'Counts from 1. A resend continues the numbers' }),
  at: timestamp,
  status_code: whole.nullable().meta({ description: 'Null without an answer' }),
  ms: whole.nullable(),
  response: z.string().nullable().meta({ description: 'The first 2 KB of the answer, as text' }),
  error: z.string().nullable().meta({
    description:
      'The cause of a failure without a valid answer. `interrupted` when our process ended before the result was known',
  }),
  manual: z.boolean().meta({ description: 'True for an attempt requested by hand, outside the schedule' }),
  under_way: z.boolean(),
});

export const deliveryDetail = deliveryAnswer
  .extend({
    body: z.string().meta({ description: 'The exact text of the request body' }),
    attempts: z.array(attemptAnswer),
  })
  .meta({ id: 'DeliveryDetail' });

export const resentMany = z.object({
  count: whole.meta({ description: `Number of matches. A dry run counts up to ${10 * MAX_RESENDS}` }),
  resent: z.boolean().meta({ description: 'False for a dry run' }),
});

/** Returns a delivery for a list. Times follow the org's clock. */
export function deliveryBody(row: DeliveryLogRow): z.output<typeof deliveryAnswer> {
  const { id: deliveryId, event, status, createdAt, nextAttemptAt, test } = row;
  const next = nextAttemptAt === null ? null : rfc3339(nextAttemptAt);
  return { id: deliveryId, event, status, created_at: rfc3339(createdAt), next_attempt_at: next, test };
}

/** Returns a delivery with its body and attempts. */
export function deliveryDetailBody(view: DeliveryView): z.output<typeof deliveryDetail> {
  const attempts = view.attempts.map(({ done, at, ...attempt }) => ({
    ...attempt,
    at: rfc3339(new Date(at)),
    under_way: !done,
  }));
  return { ...deliveryBody(view), body: view.body, attempts };
}
