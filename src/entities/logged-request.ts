import { defineEntity, p } from '@mikro-orm/core';
import { environment, time } from './columns.ts';

const LoggedRequestSchema = defineEntity({
  name: 'LoggedRequest',
  tableName: 'request_log',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    env: environment(),
    at: time(),
    requestId: p.text(),
    method: p.text(),
    route: p.text(),
    path: p.text(),
    status: p.smallint(),
    ms: p.integer(),
    reason: p.text().strictNullable(),
    detail: p.text().strictNullable(),
    credential: p.enum(['api_key', 'session'] as const),
    credentialId: p.uuid(),
    idempotency: p.enum(['first', 'replayed'] as const).strictNullable(),
  },
});

/** A call that was made on behalf of an org, as it may be told: no body, no query. */
export class LoggedRequest extends LoggedRequestSchema.class {}
LoggedRequestSchema.setClass(LoggedRequest);
