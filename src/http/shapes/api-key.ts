import { z } from 'zod';
import type { ApiKeyRow } from '../../store/api-keys.ts';
import { ID, id, name, optional, pageQuery, rfc3339, timestamp } from './fields.ts';
import { environment } from './sign-in.ts';

export const keyInput = z.object({ org_id: optional(z.string()).meta(ID), env: environment, name }).meta({
  examples: [{ org_id: '01937b2e-6f00-7000-8000-000000000001', env: 'sandbox', name: 'till server' }],
});
export const keyQuery = z.object(pageQuery);

const prefix = z.string().meta({ description: 'First 12 characters of the key, safe to display' });

export const newKeyAnswer = z.object({
  key: z.string().meta({ description: 'The raw key. Only this answer contains it' }),
  id,
  prefix,
});
export const keyHolderAnswer = z.object({ key_id: id, org_id: id, env: environment });
const keyAnswer = z
  .object({
    id,
    prefix,
    name: z.string(),
    env: environment,
    status: z.enum(['ACTIVE', 'REVOKED']),
    created_at: timestamp,
    created_by: id.meta({ description: 'The user who issued it' }),
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
export const keyList = z.object({ keys: z.array(keyAnswer), next_cursor: z.string().nullable() });

/** Returns the specification's API key for a list, without the key itself. */
export function keyBody({ createdAt, createdBy, lastUsedAt, ...key }: ApiKeyRow): z.output<typeof keyAnswer> {
  return {
    ...key,
    created_at: rfc3339(createdAt),
    created_by: createdBy,
    last_used_at: lastUsedAt && rfc3339(lastUsedAt),
  };
}
