import { defineEntity, p } from '@mikro-orm/core';
import { recordedAt, time } from './columns.ts';

const MemberSchema = defineEntity({
  name: 'Member',
  tableName: 'members',
  properties: {
    orgId: p.uuid().primary(),
    userId: p.uuid().primary().index(),
    role: p.enum(['owner', 'admin', 'finance', 'support', 'developer'] as const),
    status: p.enum(['PENDING', 'ACTIVE'] as const).default('ACTIVE'),
    createdAt: recordedAt(),
    /** The first call of the user that named the org. */
    usedAt: time().strictNullable(),
  },
});

/** Who belongs to a business, in which role. */
export class Member extends MemberSchema.class {}
MemberSchema.setClass(Member);
