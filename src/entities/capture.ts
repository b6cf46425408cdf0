import { defineEntity, p } from '@mikro-orm/core';
import { amount, document, rate } from './columns.ts';

const CaptureSchema = defineEntity({
  name: 'Capture',
  tableName: 'captures',
  properties: {
    chargeId: p.uuid().primary(),
    journalId: p.uuid().unique(),
    mdrBps: rate(),
    recommenderShareBps: rate(),
    mdrFee: amount(),
    totalCashback: amount(),
    recommenderAmount: amount(),
    deferredBuyerAmount: amount(),
    recommenders: document<unknown[]>(),
    recommenderId: p.uuid().strictNullable(),
  },
});

/** What a capture worked out, at the rates of its moment. Never changes. */
export class Capture extends CaptureSchema.class {}
CaptureSchema.setClass(Capture);
