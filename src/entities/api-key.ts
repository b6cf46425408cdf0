import { defineEntity, p } from '@mikro-orm/core';
import type { KeyScope } from '../domain/api-key.ts';
import { environment, recordedAt, time } from './columns.ts';

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    env: environment(),
    name: p.text(),
    prefix: p.text(),
    digest: p.blob().unique(),
    status: p.enum(['ACTIVE', 'REVOKED'] as const).default('ACTIVE'),
    createdBy: p.uuid(),
    createdAt: recordedAt(),
    lastUsedAt: time().strictNullable(),
    revokedAt: time().strictNullable(),
    /** Null: every scope. */
    scopes: p.array<KeyScope>().columnType('text[]').strictNullable(),
    expiresAt: time().strictNullable(),
    /** Networks in CIDR notation. Null: callers of every address. */
    allowedAddresses: p.array<string>().columnType('cidr[]').strictNullable(),
  },
});

/** A business's key for one environment. Only its digest is kept. */
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
