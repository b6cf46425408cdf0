import { defineEntity, p } from '@mikro-orm/core';
import { amount, code, environment, sequence, time } from './columns.ts';

const AwardSchema = defineEntity({
  name: 'Award',
  tableName: 'awards',
  properties: {
    id: p.uuid().primary(),
    chargeId: p.uuid(),
    orgId: p.uuid(),
    env: environment(),
    line: p.integer(),
    productId: p.text(),
    kind: p.enum(['recommender', 'buyer'] as const),
    beneficiaryId: p.uuid(),
    currency: code(),
    originalAmount: amount(),
    amount: amount(),
    status: p.enum(['DEFERRED', 'PENDING', 'LANDED', 'VOIDED'] as const),
    createdAt: time(),
    pendingFrom: time().strictNullable(),
    pendingUntil: time().strictNullable(),
    landedAt: time().strictNullable(),
    seq: sequence(),
    firedRecordedAt: time().strictNullable(),
  },
});

/** One person's cashback for one line of a charge. */
export class Award extends AwardSchema.class {}
AwardSchema.setClass(Award);
