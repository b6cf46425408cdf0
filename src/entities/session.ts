import { defineEntity, p } from '@mikro-orm/core';
import { environment, recordedAt, time } from './columns.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary(),
    tokenDigest: p.blob().unique(),
    userId: p.uuid(),
    env: environment(),
    activeOrgId: p.uuid().strictNullable(),
    createdAt: recordedAt(),
    expiresAt: time(),
    endedAt: time().strictNullable(),
  },
});

/** A signed-in person, with the environment and the business they act for. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
