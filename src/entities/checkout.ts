import { defineEntity, p } from '@mikro-orm/core';
import { CHECKOUT_STATUSES } from '../domain/checkout.ts';
import { environment, time } from './columns.ts';

const CheckoutSchema = defineEntity({
  name: 'Checkout',
  tableName: 'checkouts',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    env: environment(),
    terminalId: p.uuid(),
    status: p.enum(CHECKOUT_STATUSES),
    createdAt: time(),
    expiresAt: time(),
    supersededBy: p.uuid().strictNullable(),
    firedRecordedAt: time().strictNullable(),
  },
});

/** A cart offered on a terminal, and what became of it. It has its cart's id. */
export class Checkout extends CheckoutSchema.class {}
CheckoutSchema.setClass(Checkout);
