import { defineEntity, p } from '@mikro-orm/core';
import { environment, recordedAt, time } from './columns.ts';

const ScreeningCaseSchema = defineEntity({
  name: 'ScreeningCase',
  tableName: 'screening_cases',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    env: environment(),
    counterpartyId: p.uuid(),
    list: p.text(),
    entityId: p.text(),
    score: p.double().columnType('float8'),
    status: p.enum(['OPEN', 'CLEARED'] as const).default('OPEN'),
    openedAt: recordedAt(),
    clearedAt: time().strictNullable(),
    reason: p.text().strictNullable(),
  },
});

/** A payee whose name is like one on a sanctions list; cleared by an operator, or not. */
export class ScreeningCase extends ScreeningCaseSchema.class {}
ScreeningCaseSchema.setClass(ScreeningCase);
