import { defineEntity, p } from '@mikro-orm/core';
import { recordedAt, time } from './columns.ts';

const PartnerEventSchema = defineEntity({
  name: 'PartnerEvent',
  tableName: 'partner_events',
  properties: {
    partner: p.enum(['verification', 'bank'] as const).primary(),
    eventId: p.text().primary(),
    type: p.text(),
    reference: p.text(),
    occurredAt: time(),
    receivedAt: recordedAt(),
  },
});

/** Something that a partner told us, once. Never changes. */
export class PartnerEvent extends PartnerEventSchema.class {}
PartnerEventSchema.setClass(PartnerEvent);
