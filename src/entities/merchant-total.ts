import { defineEntity, p } from '@mikro-orm/core';
import { code, environment, longNumber } from './columns.ts';

const MerchantTotalSchema = defineEntity({
  name: 'MerchantTotal',
  tableName: 'merchant_totals',
  properties: {
    orgId: p.uuid().primary(),
    env: environment().primary(),
    currency: code().primary(),
    slot: p.integer().primary(),
    balance: longNumber().default(0),
    capturedCount: longNumber().default(0),
    captured: longNumber().default(0),
    funded: longNumber().default(0),
    socialCount: longNumber().default(0),
    toBuyers: longNumber().default(0),
    toRecommenders: longNumber().default(0),
  },
});

/** One of the slots that a merchant's running totals are the sum of. Kept by triggers. */
export class MerchantTotal extends MerchantTotalSchema.class {}
MerchantTotalSchema.setClass(MerchantTotal);
