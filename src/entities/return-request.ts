import { defineEntity, p } from '@mikro-orm/core';
import { document, recordedAt } from './columns.ts';

const ReturnRequestSchema = defineEntity({
  name: 'ReturnRequest',
  tableName: 'return_requests',
  properties: {
    id: p.uuid().primary(),
    chargeId: p.uuid(),
    reason: p.text().strictNullable(),
    items: document<{ productId: string; qty: number }[]>().strictNullable(),
    createdBy: p.text(),
    recordedAt: recordedAt(),
  },
});

/** What a merchant asked back. Never changes. */
export class ReturnRequest extends ReturnRequestSchema.class {}
ReturnRequestSchema.setClass(ReturnRequest);
