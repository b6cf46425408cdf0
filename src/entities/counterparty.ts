import { defineEntity, p } from '@mikro-orm/core';
import { code, environment, recordedAt, time } from './columns.ts';

const CounterpartySchema = defineEntity({
  name: 'Counterparty',
  tableName: 'counterparties',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    env: environment(),
    countryCode: code(),
    currency: code(),
    rail: p.enum(['iban', 'ach'] as const),
    name: p.text(),
    sealedAccount: p.text(),
    accountMasked: p.text(),
    status: p.enum(['CHECKING', 'ACTIVE', 'REJECTED'] as const).default('CHECKING'),
    nameMatch: p.enum(['match', 'forced'] as const).strictNullable(),
    checkAnswer: p.enum(['match', 'close', 'none', 'unavailable'] as const).strictNullable(),
    sealedRegisteredName: p.text().strictNullable(),
    forceReason: p.text().strictNullable(),
    createdBy: p.text(),
    createdAt: time(),
    recordedAt: recordedAt(),
  },
});

/** A bank account that a merchant may be paid out to, once its holder's name was checked. */
export class Counterparty extends CounterpartySchema.class {}
CounterpartySchema.setClass(Counterparty);
