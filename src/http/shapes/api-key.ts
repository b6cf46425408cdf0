import { z } from 'zod';
import { KEY_SCOPES } from '../../domain/api-key.ts';
import type { KeyScope } from '../../domain/api-key.ts';
import { canonicalNetwork } from '../../security/networks.ts';
import type { ApiKeyRow } from '../../store/api-keys.ts';
import { ID, id, name, optional, pageQuery, rfc3339, secret, timestamp } from './fields.ts';
import { environment } from './sign-in.ts';

const MOST_NETWORKS = 100;

/** Checked as a whole: the reason names the field, not a place in it. */
const scopes = z
  .array(z.unknown())
  .refine((list) => list.length > 0 && list.every(isScope), {
    error: `must name at least one of ${KEY_SCOPES.join(', ')}`,
  })
  .transform((list) => [...new Set(list as KeyScope[])])
  .meta({ items: { type: 'string', enum: [...KEY_SCOPES] }, minItems: 1 });

const cidr = z.union([z.cidrv4(), z.cidrv6()]);
const networks = z
  .array(z.unknown())
  .refine((list) => list.length > 0 && list.length <= MOST_NETWORKS, {
    error: `must have 1 to ${MOST_NETWORKS} networks`,
    abort: true,
  })
  .refine((list) => list.every((network) => cidr.safeParse(network).success), {
    error: 'must be networks in CIDR notation, such as 203.0.113.0/24',
    abort: true,
  })
  .transform((list) => [...new Set((list as string[]).map(canonicalNetwork))])
  .meta({
    items: { type: 'string', examples: ['203.0.113.0/24', '2001:db8::/32'] },
    minItems: 1,
    maxItems: MOST_NETWORKS,
  });

const expiry = z.iso
  .datetime({ offset: true, error: 'must be an RFC 3339 time' })
  .transform((text) => new Date(text));

export const keyInput = z
  .object({
    org_id: optional(z.string()).meta(ID),
    env: environment,
    name,
    scopes: optional(scopes).meta({ description: 'The calls that the key may make. Absent: all' }),
    expires_at: optional(expiry).meta({ description: 'A time in the future. Absent: never' }),
    allowed_addresses: optional(networks).meta({
      description: 'The networks that may use the key, in CIDR notation. Absent: all',
    }),
  })
  .meta({
    examples: [
      {
        org_id: '01937b2e-6f00-7000-8000-000000000001',
        env: 'sandbox',
        name: 'till server',
        scopes: ['checkouts', 'charges'],
      },
    ],
  });

function isScope(value: unknown): value is KeyScope {
  return (KEY_SCOPES as readonly unknown[]).includes(value);
}

export const keyQuery = z.object(pageQuery);

const prefix = z.string().meta({ description: 'First 12 characters of the key, safe to display' });

export const newKeyAnswer = z.object({
  key: secret('The raw key. Only this answer contains it'),
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
    scopes: z.array(z.enum(KEY_SCOPES)),
    expires_at: timestamp.nullable(),
    allowed_addresses: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Networks in CIDR notation. Null: every address may use the key' }),
  })
  .meta({ id: 'ApiKey' });
export const keyList = z.object({ keys: z.array(keyAnswer), next_cursor: z.string().nullable() });

/** Returns the specification's API key for a list, without the key itself. */
export function keyBody(row: ApiKeyRow): z.output<typeof keyAnswer> {
  const { createdAt, createdBy, lastUsedAt, expiresAt, allowedAddresses, ...key } = row;
  return {
    ...key,
    created_at: rfc3339(createdAt),
    created_by: createdBy,
    last_used_at: lastUsedAt && rfc3339(lastUsedAt),
    scopes: [...(key.scopes ?? KEY_SCOPES)],
    expires_at: expiresAt && rfc3339(expiresAt),
    allowed_addresses: allowedAddresses && [...allowedAddresses],
  };
}
