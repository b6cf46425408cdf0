import { defineEntity, p } from '@mikro-orm/core';
import { INVITE_DAYS } from '../domain/members.ts';
import { recordedAt, time } from './columns.ts';

const InviteSchema = defineEntity({
  name: 'Invite',
  tableName: 'invites',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    email: p.text(),
    role: p.enum(['owner', 'admin', 'finance', 'support', 'developer'] as const),
    status: p.enum(['PENDING', 'CLAIMED', 'REVOKED', 'EXPIRED'] as const).default('PENDING'),
    createdBy: p.uuid(),
    createdAt: recordedAt(),
    endedAt: time().strictNullable(),
    expiresAt: time().defaultRaw(`clock_timestamp() + interval '${INVITE_DAYS} days'`),
  },
});

/** Who may join a business by signing in with this e-mail address, and in which role. */
export class Invite extends InviteSchema.class {}
InviteSchema.setClass(Invite);
