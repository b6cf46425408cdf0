import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { IDENTITY } from '../../../src/store/integrity-identity.ts';
import { cloneDatabase } from '../../support/database.ts';
import { bookkeeping } from '../../support/people.ts';

const org = randomUUID();
let books: Pool;

/**
 * The org's rows. Its owner has a session, a used code, a key and a revoked one; three people were invited.
 */
const SEED = `
insert into users (id, email) values (uuidv7(), 'owner@example.com'), (uuidv7(), 'claimed@example.com');
insert into orgs (id, name, country_code) values ('ORG', 'Shop', 'US');
insert into members (org_id, user_id, role) select 'ORG', id, case email when 'owner@example.com' then 'owner' else 'admin' end from users;
insert into invites (id, org_id, email, role, created_by, status, ended_at)
  select uuidv7(), 'ORG', lower(status) || '@example.com', 'admin', u.id, status, case when status <> 'PENDING' then clock_timestamp() end
  from unnest(array['PENDING', 'CLAIMED', 'REVOKED']) status, users u where u.email = 'owner@example.com';
insert into api_keys (id, org_id, env, name, prefix, digest, created_by, status, revoked_at)
  select uuidv7(), 'ORG', env, '', case env when 'live' then 'fl_live_' else 'fl_test_' end, env::bytea, u.id,
         case env when 'live' then 'REVOKED' else 'ACTIVE' end, case env when 'live' then clock_timestamp() end
  from unnest(array['live', 'sandbox']) env, users u where u.email = 'owner@example.com';
insert into sessions (id, token_digest, user_id, env, expires_at)
  select uuidv7(), '', id, 'sandbox', clock_timestamp() + interval '30 days' from users where email = 'owner@example.com';
insert into sign_in_codes (id, email, digest, expires_at, mailed_at, used_at)
  values (uuidv7(), 'owner@example.com', '', clock_timestamp() + interval '10 minutes', clock_timestamp(), clock_timestamp());
`;

/** Takes away the constraints that keep the faults out. */
const UNGUARD = `
do $$ declare guard record; begin
  for guard in select conrelid::regclass as target, conname from pg_constraint
    where contype = 'c' and conrelid in ('invites'::regclass, 'api_keys'::regclass) loop
    execute format('alter table %s drop constraint %I', guard.target, guard.conname);
  end loop;
end $$;
drop index invites_one_pending_an_address;
`;

beforeAll(async () => {
  books = bookkeeping(await cloneDatabase(`integrity_identity_${process.pid}`));
  await books.query(SEED.replaceAll('ORG', org));
  await books.query(UNGUARD);
});
afterAll(() => books.end());

const violations = async (on: Pick<Pool, 'query'>, query: string) =>
  (await on.query<{ count: number }>(`select count(*)::int as count from (${query}) broken`)).rows[0]
    ?.count ?? -1;

test.each(IDENTITY)('holds here: $name', async ({ query }) => expect(await violations(books, query)).toBe(0));

/** A fault for each check, as a part of its name and the statement that plants it. $1 is the org. */
const FAULTS: readonly (readonly [check: string, plant: string])[] = [
  ['every org has an active owner', `delete from members where org_id = $1`],
  ['every org has an active owner', `update members set role = 'admin' where org_id = $1`],
  [
    'an invite has ended exactly when',
    `update invites set ended_at = null where org_id = $1 and status = 'REVOKED'`,
  ],
  [
    'an invite has ended exactly when',
    `update invites set ended_at = created_at where org_id = $1 and status = 'PENDING'`,
  ],
  [
    'an invite has ended exactly when',
    `update invites set ended_at = created_at - interval '1 second' where org_id = $1 and status = 'CLAIMED'`,
  ],
  [
    'an invite was claimed by somebody',
    `update invites set email = 'nobody@example.com' where org_id = $1 and status = 'CLAIMED'`,
  ],
  [
    'an address has one open invite',
    `insert into invites (id, org_id, email, role, created_by)
     select uuidv7(), org_id, email, role, created_by from invites where org_id = $1 and status = 'PENDING'`,
  ],
  [
    'a key is revoked exactly when',
    `update api_keys set revoked_at = null where org_id = $1 and env = 'live'`,
  ],
  [
    'a key is revoked exactly when',
    `update api_keys set status = 'ACTIVE' where org_id = $1 and env = 'live'`,
  ],
  ['a key is revoked exactly when', `update api_keys set env = 'live' where org_id = $1 and env = 'sandbox'`],
  [
    'a key is revoked exactly when',
    `update api_keys set revoked_at = created_at - interval '1 second' where org_id = $1 and env = 'live'`,
  ],
  [
    'a key is revoked exactly when',
    `update api_keys set last_used_at = revoked_at + interval '61 seconds' where org_id = $1 and env = 'live'`,
  ],
  [
    'no session lasts longer',
    `update sessions set expires_at = expires_at + interval '61 seconds' where user_id in (select user_id from members where org_id = $1)`,
  ],
  [
    'no session lasts longer',
    `update sessions set ended_at = created_at - interval '1 second' where user_id in (select user_id from members where org_id = $1)`,
  ],
  [
    'a code that was mailed or used',
    `update sign_in_codes set sealed_code = 'x' where email in (select email from users join members on user_id = id where org_id = $1)`,
  ],
];

test('every check has a fault that it finds', () => {
  expect(
    IDENTITY.map(({ name }) => name).filter((name) => !FAULTS.some(([check]) => name.startsWith(check))),
  ).toEqual([]);
});

test.each(FAULTS)('"%s…" finds a fault planted by %s', async (check, plant) => {
  const query = IDENTITY.find(({ name }) => name.startsWith(check))?.query ?? '';
  const client = await books.connect();
  try {
    await client.query('begin');
    // Without the triggers that keep such faults out.
    await client.query(`set local session_replication_role = 'replica'`);
    expect((await client.query(plant, [org])).rowCount).toBeGreaterThan(0);
    expect(await violations(client, query)).toBeGreaterThan(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
