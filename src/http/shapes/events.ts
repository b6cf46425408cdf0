import { z } from 'zod';
import { WEBHOOK_EVENTS } from '../../domain/webhook-schedule.ts';
import type { EventLogRow } from '../../store/event-log.ts';
import { id, pageQuery, rfc3339, timestamp } from './fields.ts';
import { waitParameter } from './wait.ts';

export const eventsQuery = z.object({
  limit: pageQuery.limit,
  after: z.string().optional().meta({
    description:
      'A previous `position`, or `latest` for the position from which only new events follow. Default: the oldest event',
  }),
  wait: waitParameter(
    'Without an event, answer when one happens, or after so many seconds. Many waiting calls of one organization answer at once',
  ),
});

const eventAnswer = z
  .object({
    id,
    event: z.enum(WEBHOOK_EVENTS),
    created_at: timestamp,
    test: z.boolean().meta({ description: 'True for an event of `POST …/webhook/test`' }),
    delivery_id: id
      .nullable()
      .meta({ description: 'The value of `x-service-delivery`. Null: the organization had no webhook' }),
    body: z.string().meta({ description: 'The exact text of the request body that a webhook carries' }),
  })
  .meta({ id: 'Event' });

export const eventsAnswer = z.object({
  events: z.array(eventAnswer),
  position: z.string().meta({ description: 'Send it as `after` to get what follows' }),
});

/** Returns an event of the log. */
export function eventBody(row: EventLogRow): z.output<typeof eventAnswer> {
  const { createdAt, deliveryId, body, event, test } = row;
  return { id: row.id, event, created_at: rfc3339(createdAt), test, delivery_id: deliveryId, body };
}
