import { defineEntity, p } from '@mikro-orm/core';
import { amount, environment, time } from './columns.ts';

const ReturnSchema = defineEntity({
  name: 'Return',
  tableName: 'returns',
  properties: {
    id: p.uuid().primary(),
    chargeId: p.uuid(),
    orgId: p.uuid(),
    env: environment(),
    journalId: p.uuid().unique(),
    goods: amount(),
    shippingPart: amount(),
    taxPart: amount(),
    refund: amount(),
    buyerCut: amount(),
    recommenderCut: amount(),
    awardAdjusted: p.boolean(),
    at: time(),
  },
});

/** What became of a return. Never changes. */
export class Return extends ReturnSchema.class {}
ReturnSchema.setClass(Return);
