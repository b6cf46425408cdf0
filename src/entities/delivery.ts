import { defineEntity, p } from '@mikro-orm/core';
import { environment, recordedAt, time, writtenBy } from './columns.ts';

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    id: p.uuid().primary(),
    eventId: p.uuid().unique(),
    orgId: p.uuid(),
    env: environment(),
    event: p.text(),
    status: p.enum(['PENDING', 'DELIVERED', 'FAILED', 'CANCELED'] as const).default('PENDING'),
    attempts: p.integer().default(0),
    nextAttemptAt: time().strictNullable(),
    createdAt: time(),
    recordedAt: recordedAt(),
    writtenBy: writtenBy(),
    ladderStart: p.integer().default(0),
    asked: p.boolean().default(false),
    toTell: p.boolean().default(false),
    resentAt: time().strictNullable(),
  },
});

/** An event on its way to a business's address. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
