import { defineEntity, p } from '@mikro-orm/core';
import { amount, code, environment } from './columns.ts';

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.uuid().primary(),
    env: environment(),
    currency: code(),
    kind: p.enum(['wallet', 'merchant', 'fees', 'cashback', 'funding', 'payouts'] as const),
    ownerId: p.uuid().strictNullable(),
    balance: amount().strictNullable(),
    held: amount().strictNullable(),
  },
});

/** Where money lies. Only wallets keep a balance; every other balance is the sum of its entries. */
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account);
