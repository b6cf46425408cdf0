import { defineEntity, p } from '@mikro-orm/core';
import { time } from './columns.ts';

const IdempotentRequestSchema = defineEntity({
  name: 'IdempotentRequest',
  tableName: 'idempotent_requests',
  properties: {
    id: p.uuid().primary(),
    scope: p.blob(),
    fingerprint: p.blob().strictNullable(),
    round: p.integer(),
    attempt: p.integer(),
    claim: p.integer(),
    claimedAt: time(),
    claimedUntil: time().strictNullable(),
    status: p.smallint().strictNullable(),
    sealedAnswer: p.text().strictNullable(),
    orgId: p.uuid().strictNullable(),
  },
});

/** A command that carries an idempotency key, and its first answer. */
export class IdempotentRequest extends IdempotentRequestSchema.class {}
IdempotentRequestSchema.setClass(IdempotentRequest);
