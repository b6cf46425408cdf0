import { defineEntity, p } from '@mikro-orm/core';
import { recordedAt, time } from './columns.ts';

const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    orgId: p.uuid().primary(),
    url: p.text(),
    sealedSecret: p.text(),
    createdAt: recordedAt(),
    updatedAt: recordedAt(),
    previousSealedSecret: p.text().strictNullable(),
    previousUntil: time().strictNullable(),
    rotationId: p.uuid().strictNullable(),
    lastSuccessAt: time().strictNullable(),
    failingSince: time().strictNullable(),
    failingDeliveryId: p.uuid().strictNullable(),
    failingToTell: p.boolean().default(false),
  },
});

/** Where a business hears of events, and the sealed secret that signs them. */
export class Webhook extends WebhookSchema.class {}
WebhookSchema.setClass(Webhook);
