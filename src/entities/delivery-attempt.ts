import { defineEntity, p } from '@mikro-orm/core';
import { recordedAt, time } from './columns.ts';

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
    step: p.integer(),
    manual: p.boolean().default(false),
    bodySha256: p.blob().strictNullable(),
    recordedAt: recordedAt().strictNullable(),
  },
});

/** One POST of a delivery: claimed before it is sent, filled in when it is over. */
export class DeliveryAttempt extends DeliveryAttemptSchema.class {}
DeliveryAttemptSchema.setClass(DeliveryAttempt);
