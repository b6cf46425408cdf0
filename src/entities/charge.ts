import { defineEntity, p } from '@mikro-orm/core';
import { amount, code, document, environment, recordedAt, time } from './columns.ts';

const ChargeSchema = defineEntity({
  name: 'Charge',
  tableName: 'charges',
  properties: {
    id: p.uuid().primary(),
    checkoutId: p.uuid().unique(),
    orgId: p.uuid(),
    env: environment(),
    consumerId: p.uuid(),
    walletId: p.uuid(),
    currency: code(),
    total: amount(),
    status: p.enum(['AUTHORIZED', 'CAPTURED', 'VOIDED', 'EXPIRED'] as const),
    attribution: document<Record<string, string>>().default('{}'),
    authorizedAt: time(),
    holdExpiresAt: time(),
    capturedAt: time().strictNullable(),
    voidedAt: time().strictNullable(),
    lapsedAt: time().strictNullable(),
    recordedAt: recordedAt(),
    capturedBy: p.text().strictNullable(),
    voidedBy: p.text().strictNullable(),
    voidCommandId: p.uuid().strictNullable(),
    firedRecordedAt: time().strictNullable(),
  },
});

/** An authorization and what became of it. This row is the authority; the checkout's workflow is its clock. */
export class Charge extends ChargeSchema.class {}
ChargeSchema.setClass(Charge);
