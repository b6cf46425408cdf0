import { defineEntity, p } from '@mikro-orm/core';
import { amount, code, environment, recordedAt } from './columns.ts';

const PayoutRequestSchema = defineEntity({
  name: 'PayoutRequest',
  tableName: 'payout_requests',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    env: environment(),
    counterpartyId: p.uuid(),
    amount: amount(),
    currency: code(),
    createdBy: p.text(),
    recordedAt: recordedAt(),
  },
});

/** A payout as it was asked for. Never changes. */
export class PayoutRequest extends PayoutRequestSchema.class {}
PayoutRequestSchema.setClass(PayoutRequest);
