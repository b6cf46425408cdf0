import type { Environment } from '../domain/environment.ts';
import { prepared, preparedOne } from './database.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly env: Environment;
  readonly status: 'ACTIVE' | 'REVOKED';
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly lastUsedAt: Date | null;
}

/**
 * Makes a key. For a repeat the same key once more: it gets the new secret, for the one before was told to nobody.
 * Answers nothing where a key with this id is there and is another, or is not in use. Parameters: id, org, environment,
 * name, prefix, digest, user, whether it is a repeat.
 */
export const insertApiKey = preparedOne<{ id: string }>(
  'insert_api_key',
  `insert into api_keys as k (id, org_id, env, name, prefix, digest, created_by) values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (id) do update set prefix = excluded.prefix, digest = excluded.digest
     where $8::boolean and k.status = 'ACTIVE' and k.last_used_at is null
       and (k.org_id, k.env, k.name, k.created_by) = (excluded.org_id, excluded.env, excluded.name, excluded.created_by)
   returning id`,
);

/** The org's keys, revoked ones too, newest first. Parameters: org, after time or null, after id, how many. */
export const listApiKeys = prepared<ApiKeyRow>(
  'list_api_keys',
  `select id, prefix, name, env, status, created_at as "createdAt", created_by as "createdBy", last_used_at as "lastUsedAt"
   from api_keys
   where org_id = $1 and (created_at, id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by created_at desc, id desc limit $4`,
);

/** Whether the org has this key. Parameters: id, org. */
export const findKeyOfOrg = preparedOne<{ id: string }>('find_key_of_org', 'select id from api_keys where id = $1 and org_id = $2');

/** Revokes a key; the first time stands. Parameters: id, org. */
export const revokeApiKey = prepared<never>(
  'revoke_api_key',
  `update api_keys set status = 'REVOKED', revoked_at = clock_timestamp() where id = $1 and org_id = $2 and status = 'ACTIVE'`,
);
