import { defineEntity, p } from '@mikro-orm/core';
import { amount, code, document, environment, recordedAt } from './columns.ts';

const CartSchema = defineEntity({
  name: 'Cart',
  tableName: 'carts',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    env: environment(),
    currency: code(),
    shippingAmount: amount(),
    taxAmount: amount(),
    total: amount(),
    totalCashback: amount(),
    orderId: p.text().strictNullable(),
    store: document<unknown>().strictNullable(),
    shipping: document<unknown>().strictNullable(),
    userConfirmationUrl: p.text().strictNullable(),
    userCancelUrl: p.text().strictNullable(),
    recordedAt: recordedAt(),
    createdBy: p.text().strictNullable(),
  },
});

/** What the merchant sent. It never changes; a checkout is what becomes of it. */
export class Cart extends CartSchema.class {}
CartSchema.setClass(Cart);
