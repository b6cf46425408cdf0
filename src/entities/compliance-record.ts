import { defineEntity, p } from '@mikro-orm/core';
import { amount, code, document, environment, recordedAt, time } from './columns.ts';

const ComplianceRecordSchema = defineEntity({
  name: 'ComplianceRecord',
  tableName: 'compliance_records',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid().strictNullable(),
    env: environment(),
    subject: p.text(),
    rule: p.text(),
    decision: p.enum(['BLOCKED', 'PASSED', 'FORCED', 'CLEARED'] as const),
    facts: document<unknown>(),
    reason: p.text().default(''),
    at: time(),
    movement: p.enum(['authorization', 'payout'] as const).strictNullable(),
    partyId: p.uuid().strictNullable(),
    amount: amount().strictNullable(),
    currency: code().strictNullable(),
    recordedAt: recordedAt(),
  },
});

/** What monitoring decided, and why. Never changes. */
export class ComplianceRecord extends ComplianceRecordSchema.class {}
ComplianceRecordSchema.setClass(ComplianceRecord);
