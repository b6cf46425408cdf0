import { defineEntity, p } from '@mikro-orm/core';
import { environment, sequence, time } from './columns.ts';

const BuyListEntrySchema = defineEntity({
  name: 'BuyListEntry',
  tableName: 'buy_list_entries',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    env: environment(),
    merchantId: p.uuid(),
    productId: p.text(),
    displayName: p.text().strictNullable(),
    status: p.enum(['ACTIVE', 'INACTIVE'] as const).default('ACTIVE'),
    createdAt: time(),
    activatedAt: time(),
    seq: sequence(),
  },
});

/** A product that a shopper recommends. */
export class BuyListEntry extends BuyListEntrySchema.class {}
BuyListEntrySchema.setClass(BuyListEntry);
