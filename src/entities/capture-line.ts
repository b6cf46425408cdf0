import { defineEntity, p } from '@mikro-orm/core';
import { amount } from './columns.ts';

const CaptureLineSchema = defineEntity({
  name: 'CaptureLine',
  tableName: 'capture_lines',
  properties: {
    chargeId: p.uuid().primary(),
    line: p.integer().primary(),
    pot: amount(),
    recommenderId: p.uuid().strictNullable(),
    recommenderAmount: amount(),
    buyerAmount: amount(),
  },
});

/** How one line's pot was split between its recommender and the buyer. */
export class CaptureLine extends CaptureLineSchema.class {}
CaptureLineSchema.setClass(CaptureLine);
