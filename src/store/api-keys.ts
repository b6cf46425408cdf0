import type { KeyFacts, KeyScope } from '../domain/api-key.ts';
import type { Environment } from '../domain/environment.ts';
import { ApiKey } from '../entities/api-key.ts';
import type { Database } from './database.ts';
import { PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement, statementOne } from './statement.ts';

/** The limits of a key that its owner chooses. Null: every scope, no expiry, callers of every address. */
export interface KeyLimits {
  readonly scopes: readonly KeyScope[] | null;
  readonly expiresAt: Date | null;
  /** Networks in CIDR notation. */
  readonly allowedAddresses: readonly string[] | null;
}

export interface ApiKeyRow extends KeyLimits {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly env: Environment;
  readonly status: 'ACTIVE' | 'REVOKED';
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly lastUsedAt: Date | null;
}

interface NewApiKey extends KeyLimits {
  readonly keyId: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly name: string;
  readonly prefix: string;
  readonly digest: Buffer;
  /** The user who issues the key. */
  readonly createdBy: string;
  /** True when the call runs again after a crash. */
  readonly isRepeat: boolean;
}

interface NewKeyParams {
  readonly orgId: string;
  readonly keyId: string;
  readonly expiresAt: Date | null;
}

/** Returns what decides whether the org may get this key. Call it under the lock of the org. */
export const newKeyFacts = statementOne<NewKeyParams, KeyFacts>(
  'new_key_facts',
  `select count(*)::integer as active_keys,
          coalesce(:expiresAt::timestamptz > clock_timestamp(), true) as is_in_future
   from api_keys
   where org_id = :orgId and id <> :keyId and status = 'ACTIVE'
     and (expires_at is null or expires_at > clock_timestamp())`,
);

/**
 * Inserts a key. A repeated call gives the same key a new secret: no caller has received the first secret.
 * Returns null where the id belongs to a different key, or to a key that was used or revoked.
 */
export const insertApiKey = statementOne<NewApiKey, { id: string; isNew: boolean }>(
  'insert_api_key',
  `insert into api_keys as k
     (id, org_id, env, name, prefix, digest, created_by, scopes, expires_at, allowed_addresses)
   values (:keyId, :orgId, :env, :name, :prefix, :digest, :createdBy, :scopes, :expiresAt,
     :allowedAddresses::text[]::cidr[])
   on conflict (id) do update set prefix = excluded.prefix, digest = excluded.digest
     where :isRepeat::boolean and k.status = 'ACTIVE' and k.last_used_at is null
       and (k.org_id, k.env, k.name, k.created_by, k.scopes, k.expires_at, k.allowed_addresses)
         is not distinct from (excluded.org_id, excluded.env, excluded.name, excluded.created_by,
           excluded.scopes, excluded.expires_at, excluded.allowed_addresses)
   returning id, xmax = 0 as is_new`,
);

/** Lists the org's keys, revoked ones too, newest first. */
export const listApiKeys = statement<{ orgId: string } & PageParams, ApiKeyRow>(
  'list_api_keys',
  `select id, prefix, name, env, status, created_at, created_by, last_used_at, scopes, expires_at,
          allowed_addresses
   from api_keys where org_id = :orgId and (created_at, id) < ${PAGE_START}
   order by created_at desc, id desc limit :limit`,
);

export async function isKeyOfOrg(
  { em }: Database,
  key: { readonly id: string; readonly orgId: string },
): Promise<boolean> {
  return (await em().count(ApiKey, key)) > 0;
}
