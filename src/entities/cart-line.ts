import { defineEntity, p } from '@mikro-orm/core';
import { amount, rate } from './columns.ts';

const CartLineSchema = defineEntity({
  name: 'CartLine',
  tableName: 'cart_lines',
  properties: {
    cartId: p.uuid().primary(),
    line: p.integer().primary(),
    productId: p.text(),
    displayName: p.text(),
    unitPrice: amount(),
    qty: amount(),
    cashbackRate: rate(),
    pot: amount(),
    itemImageUrl: p.text().strictNullable(),
    itemUrl: p.text().strictNullable(),
  },
});

/** One product of a cart, with the cashback pot it carries. */
export class CartLine extends CartLineSchema.class {}
CartLineSchema.setClass(CartLine);
