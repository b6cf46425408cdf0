import { defineEntity, p } from '@mikro-orm/core';
import type { Opt } from '@mikro-orm/core';
import { code, sequence, time } from './columns.ts';

const VerificationCaseSchema = defineEntity({
  name: 'VerificationCase',
  tableName: 'verification_cases',
  properties: {
    id: p.uuid().primary(),
    kind: p.enum(['kyb', 'kyc'] as const),
    orgId: p.uuid().strictNullable(),
    userId: p.uuid().strictNullable(),
    subjectId: p.uuid().$type<Opt<string>>().generated('coalesce(org_id, user_id) stored'),
    countryCode: code(),
    status: p.enum(['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const).default('PENDING'),
    providerCaseId: p.text().strictNullable(),
    url: p.text().strictNullable(),
    startedBy: p.text(),
    createdAt: time(),
    expiresAt: time(),
    decidedAt: time().strictNullable(),
    decidedBy: p.enum(['provider', 'operator', 'expiry'] as const).strictNullable(),
    verdictAt: time().strictNullable(),
    overruledAt: time().strictNullable(),
    seq: sequence(),
  },
});

/** A case at the verification provider, of a business or of a person. */
export class VerificationCase extends VerificationCaseSchema.class {}
VerificationCaseSchema.setClass(VerificationCase);
