import { defineEntity, p } from '@mikro-orm/core';
import { environment, recordedAt, time, writtenBy } from './columns.ts';

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    env: environment(),
    event: p.enum(['checkout.authorized', 'charge.captured', 'charge.voided', 'charge.returned'] as const),
    chargeId: p.uuid().strictNullable(),
    body: p.text(),
    test: p.boolean().default(false),
    createdAt: time(),
    returnId: p.uuid().strictNullable(),
    writtenBy: writtenBy(),
    recordedAt: recordedAt().strictNullable(),
  },
});

/** What happened, with the exact text that receivers get. Never changes. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
