import { z } from 'zod';
import { invalid, ok, refuse } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { DELIVERY_STATUSES, MOST_RESENT, WEBHOOK_EVENTS } from '../../domain/webhook-schedule.ts';
import type { DeliveryStatus, WebhookEvent } from '../../domain/webhook-schedule.ts';
import type { DeliveryRange, DeliveryView, LoggedDelivery } from '../../store/delivery-log.ts';
import { id, optional, pageQuery, rfc3339, timestamp, whole } from './fields.ts';

export const deliveriesQuery = z.object({
  ...pageQuery,
  status: z.unknown().optional().meta({ type: 'string', enum: DELIVERY_STATUSES }),
  event: z.unknown().optional().meta({ type: 'string', enum: WEBHOOK_EVENTS }),
});

const moment = z.iso.datetime({ offset: true, error: 'must be an RFC 3339 time' });

export const resendManyBody = z
  .object({
    // Absent it is `bad status`, as an unknown one is.
    status: z.unknown().optional().meta({ type: 'string', enum: DELIVERY_STATUSES, description: 'Required' }),
    event: z.unknown().optional().meta({ type: 'string', enum: WEBHOOK_EVENTS, description: 'All of them when absent' }),
    from: optional(moment).meta({ format: 'date-time', description: 'Made then or later, in the time of `created_at`' }),
    to: optional(moment).meta({ format: 'date-time', description: 'Made before then' }),
    dry_run: optional(z.boolean({ error: 'must be true or false' })).meta({ description: 'Only count' }),
  })
  .meta({ examples: [{ status: 'FAILED', event: 'charge.captured', dry_run: true }] });

/** What a call asks for of the log. */
export interface DeliveryFilter {
  readonly statuses: readonly DeliveryStatus[];
  readonly events: readonly WebhookEvent[];
}

/** The filter of a call; what it leaves out is not filtered by. Refused: `bad status`, `bad event`. Source: contract, section 14. */
export function readFilter({ status, event }: { status?: unknown; event?: unknown }): Outcome<DeliveryFilter> {
  const statuses = status === undefined || status === null ? DELIVERY_STATUSES : DELIVERY_STATUSES.filter((known) => known === status);
  if (statuses.length === 0) return refuse('bad_status');
  const events = event === undefined || event === null ? WEBHOOK_EVENTS : WEBHOOK_EVENTS.filter((known) => known === event);
  return events.length === 0 ? refuse('bad_event') : ok({ statuses, events });
}

type ResendRange = Omit<DeliveryRange, 'orgId' | 'env' | 'limit'>;

/** Reads the range of a bulk resend. Refuses what `readFilter` refuses, and a body without a status. */
export function readResend(body: z.output<typeof resendManyBody>): Outcome<ResendRange> {
  const filter = readFilter(body);
  if (!filter.ok) return filter;
  const { statuses, events } = filter.value;
  const [status] = statuses;
  if (body.status === undefined || body.status === null || status === undefined) return refuse('bad_status');
  const [from, to] = [body.from, body.to].map((text) => (text === undefined ? undefined : new Date(text)));
  if (from !== undefined && to !== undefined && to < from) return invalid('to', 'must not be before from');
  return ok({ status, events, from: from ?? '-infinity', to: to ?? 'infinity' });
}

export const deliveryAnswer = z
  .object({
    id: id.meta({ description: 'What `x-service-delivery` and `webhook-id` say' }),
    event: z.enum(WEBHOOK_EVENTS),
    status: z.enum(DELIVERY_STATUSES),
    created_at: timestamp,
    next_attempt_at: timestamp.nullable().meta({ description: 'Null unless it waits' }),
    test: z.boolean().meta({ description: 'Whether it was sent by `POST …/webhook/test`' }),
  })
  .meta({ id: 'Delivery' });

export const deliveryList = z.object({ deliveries: z.array(deliveryAnswer), next_cursor: z.string().nullable() });

const attemptAnswer = z.object({
  number: whole.meta({ description: 'From 1, on and on when it is resent' }),
  at: timestamp,
  status_code: whole.nullable().meta({ description: 'Null when no answer came, or none has come yet' }),
  ms: whole.nullable(),
  response: z.string().nullable().meta({ description: 'The first 2 KB of the answer, as text' }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why there was no answer, or why it is none; `interrupted` when we broke off and do not know' }),
  manual: z.boolean().meta({ description: 'Asked for by somebody, and therefore not at its time' }),
  under_way: z.boolean(),
});

export const deliveryDetail = deliveryAnswer
  .extend({ body: z.string().meta({ description: 'The exact text that is sent' }), attempts: z.array(attemptAnswer) })
  .meta({ id: 'DeliveryDetail' });

export const resentMany = z.object({
  count: whole.meta({ description: `How many match. A dry run counts to ${10 * MOST_RESENT}` }),
  resent: z.boolean().meta({ description: 'False for a dry run' }),
});

/** A delivery as lists show it. Times are the org's. */
export function deliveryBody(row: LoggedDelivery): z.output<typeof deliveryAnswer> {
  const { id: deliveryId, event, status, createdAt, nextAttemptAt, test } = row;
  const next = nextAttemptAt === null ? null : rfc3339(nextAttemptAt);
  return { id: deliveryId, event, status, created_at: rfc3339(createdAt), next_attempt_at: next, test };
}

/** The same with what its detail adds. */
export function deliveryDetailBody(view: DeliveryView): z.output<typeof deliveryDetail> {
  const attempts = view.attempts.map(({ done, at, ...attempt }) => ({ ...attempt, at: rfc3339(new Date(at)), under_way: !done }));
  return { ...deliveryBody(view), body: view.body, attempts };
}
