import { defineEntity, p } from '@mikro-orm/core';
import { amount } from './columns.ts';

const ReturnLineSchema = defineEntity({
  name: 'ReturnLine',
  tableName: 'return_lines',
  properties: {
    returnId: p.uuid().primary(),
    line: p.integer().primary(),
    qty: amount(),
    goods: amount(),
    buyerCut: amount(),
    recommenderCut: amount(),
  },
});

/** How much of a line went back, and what that cut. Never changes. */
export class ReturnLine extends ReturnLineSchema.class {}
ReturnLineSchema.setClass(ReturnLine);
