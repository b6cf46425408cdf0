import { defineEntity, p } from '@mikro-orm/core';
import { document, environment, time } from './columns.ts';

const ComplianceRecordSchema = defineEntity({
  name: 'ComplianceRecord',
  tableName: 'compliance_records',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid().strictNullable(),
    env: environment(),
    subject: p.text(),
    rule: p.text(),
    decision: p.enum(['BLOCKED', 'PASSED'] as const),
    facts: document<unknown>(),
    reason: p.text().default(''),
    at: time(),
  },
});

/** What monitoring decided, and why. Never changes. */
export class ComplianceRecord extends ComplianceRecordSchema.class {}
ComplianceRecordSchema.setClass(ComplianceRecord);
