import { defineEntity, p } from '@mikro-orm/core';
import { time } from './columns.ts';

const WebhookPeriodSchema = defineEntity({
  name: 'WebhookPeriod',
  tableName: 'webhook_periods',
  properties: {
    orgId: p.uuid().primary(),
    setAt: time().primary(),
    removedAt: time().strictNullable(),
  },
});

/** From when to when an org had a webhook. */
export class WebhookPeriod extends WebhookPeriodSchema.class {}
WebhookPeriodSchema.setClass(WebhookPeriod);
