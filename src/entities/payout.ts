import { defineEntity, p } from '@mikro-orm/core';
import { amount, code, environment, recordedAt, time } from './columns.ts';

const PayoutSchema = defineEntity({
  name: 'Payout',
  tableName: 'payouts',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    env: environment(),
    counterpartyId: p.uuid(),
    provider: p.text(),
    amount: amount(),
    currency: code(),
    status: p.enum(['PENDING', 'SETTLED', 'FAILED', 'RETURNED'] as const).default('PENDING'),
    availableBefore: amount(),
    createdAt: time(),
    recordedAt: recordedAt(),
    dueAt: time().strictNullable(),
    sendingAt: time().strictNullable(),
    takenAt: time().strictNullable(),
    bankId: p.text().strictNullable(),
    settledAt: time().strictNullable(),
    failedAt: time().strictNullable(),
    returnedAt: time().strictNullable(),
    failureReason: p.text().strictNullable(),
  },
});

/** Money on its way to a merchant's bank account, and what became of it. This row is the authority. */
export class Payout extends PayoutSchema.class {}
PayoutSchema.setClass(Payout);
