import { defineEntity, p } from '@mikro-orm/core';
import { time } from './columns.ts';

const DeliveryAttemptSchema = defineEntity({
  name: 'DeliveryAttempt',
  tableName: 'delivery_attempts',
  properties: {
    deliveryId: p.uuid().primary(),
    number: p.integer().primary(),
    at: time(),
    statusCode: p.integer().strictNullable(),
    ms: p.integer().strictNullable(),
    response: p.text().strictNullable(),
    error: p.text().strictNullable(),
    done: p.boolean().default(false),
  },
});

/** One POST of a delivery: claimed before it is sent, filled in when it is over. */
export class DeliveryAttempt extends DeliveryAttemptSchema.class {}
DeliveryAttemptSchema.setClass(DeliveryAttempt);
