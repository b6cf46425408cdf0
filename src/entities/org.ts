import { defineEntity, p } from '@mikro-orm/core';
import { code, rate, recordedAt, verification } from './columns.ts';

const OrgSchema = defineEntity({
  name: 'Org',
  tableName: 'orgs',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    countryCode: code(),
    status: p.enum(['ACTIVE', 'SUSPENDED'] as const).default('ACTIVE'),
    mdrBps: rate(),
    recommenderShareBps: rate(),
    kybStatus: verification().default('NOT_STARTED'),
    verifiedName: p.text().nullable(),
    createdAt: recordedAt(),
  },
});

/**
 * A business. Its rates are read at capture. `verifiedName` is its name when KYB was approved, null before.
 */
export class Org extends OrgSchema.class {}
OrgSchema.setClass(Org);
