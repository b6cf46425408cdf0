import { readdirSync } from 'node:fs';
import { Client } from 'pg';
import { APPEND_ONLY, DELETED_WHEN_OLD, MIGRATIONS_ONLY } from '../../../src/migrations/grants.ts';
import { migrate } from '../../../src/migrations/migrate.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { STATEMENTS } from '../../../src/store/statement.ts';
import { asApplication, cloneDatabase } from '../../support/database.ts';

const store = new URL('../../../src/store/', import.meta.url);

/**
 * Finding 9 of the security audit: whoever got hold of the API's connection could rewrite the books, and
 * disable the triggers that forbid it. API and worker connect by a role that owns nothing.
 */
let owner: Client;
let application: Client;
let url: string;

beforeAll(async () => {
  for (const file of readdirSync(store)) await import(new URL(file, store).href);
  url = await cloneDatabase(`roles_${process.pid}`);
  owner = new Client({ connectionString: url });
  application = new Client({ connectionString: asApplication(url) });
  await Promise.all([owner.connect(), application.connect()]);
});
afterAll(() => Promise.all([owner.end(), application.end()]));

const column = async (sql: string): Promise<string[]> =>
  (await owner.query<{ name: string }>(sql)).rows.map(({ name }) => name);
/** The SQL state of a refusal, or `done`. */
const attempt = (sql: string): Promise<string> =>
  application.query(sql).then(
    () => 'done',
    (error: { code?: string }) => String(error.code),
  );
const PERMISSION_DENIED = '42501';

test('the tables that triggers make append-only are those of APPEND_ONLY in src/migrations/grants.ts', async () => {
  const tables = await column(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only' order by 1`,
  );
  expect(tables).toEqual([...APPEND_ONLY].toSorted());
});

test('those of DELETED_WHEN_OLD have triggers against changes, and against the deletion of what is recent', async () => {
  const tables = (triggers: string) =>
    column(`select tgrelid::regclass::text as name from pg_trigger where tgname in (${triggers})
            group by 1 having count(*) = ${triggers.split(',').length} order by 1`);
  const aged = await tables(`'never_updated', 'keep_recent'`);
  expect(aged).toEqual(['carts', 'compliance_records', 'events']);
  const lines = await tables(`'never_updated', 'go_with_parent'`);
  expect([...aged, ...lines].toSorted()).toEqual([...DELETED_WHEN_OLD].toSorted());
  expect(await tables(`'keep_parent', 'go_with_parent'`)).toEqual([
    'checkouts',
    'deliveries',
    'delivery_attempts',
  ]);
});

test('the role of API and worker is neither superuser nor owner, and may make no role or database', async () => {
  const { rows } = await application.query(
    `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as may,
            (select count(*) from pg_class where relowner = pg_roles.oid)::int as owns
     from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([{ may: false, owns: 0 }]);
});

test('it has exactly the rights of src/migrations/grants.ts on every table: a table without is not granted', async () => {
  const { rows } = await owner.query<{ name: string; rights: string[] }>(
    `select relname as name, array(
       select lower(right_name) from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) right_name
       where has_table_privilege('payments_app', c.oid, right_name)) as rights
     from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const expectedOf = (name: string) => {
    if ((MIGRATIONS_ONLY as readonly string[]).includes(name)) return 'no right';
    if ((APPEND_ONLY as readonly string[]).includes(name)) return 'select, insert';
    return (DELETED_WHEN_OLD as readonly string[]).includes(name)
      ? 'select, insert, delete'
      : 'select, insert, update, delete';
  };
  const wrong = rows
    .map(({ name, rights }) => [name, rights.join(', ') || 'no right', expectedOf(name)] as const)
    .filter(([, has, expected]) => has !== expected)
    .map(
      ([name, has, expected]) =>
        `${name}: has ${has}, not ${expected}. Run migrate() with the role's address, or see grants.ts`,
    );
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(40);
});

test('a new table has rights after the next migration, and none before', async () => {
  await owner.query('create table brand_new (id integer)');
  expect(await attempt('select from brand_new')).toBe(PERMISSION_DENIED);
  await migrate(url, asApplication(url));
  expect(await attempt('insert into brand_new values (1)')).toBe('done');
  expect(await attempt('truncate brand_new')).toBe(PERMISSION_DENIED);
  await owner.query('drop table brand_new');
});

describe('by the connection of the API', () => {
  test.each([...APPEND_ONLY])('nobody changes, deletes or empties %s', async (table) => {
    const [any] = await column(
      // PostgreSQL refuses a change of an identity column before it looks at rights.
      `select attname as name from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and attidentity = '' order by attnum`,
    );
    expect(await attempt(`update ${table} set ${any} = ${any}`)).toBe(PERMISSION_DENIED);
    expect(await attempt(`delete from ${table}`)).toBe(PERMISSION_DENIED);
    expect(await attempt(`truncate ${table} cascade`)).toBe(PERMISSION_DENIED);
    expect(await attempt(`alter table ${table} disable trigger all`)).toBe(PERMISSION_DENIED);
    expect(await attempt(`select from ${table}`)).toBe('done');
  });

  test.each([
    'create table loot (id integer)',
    'create schema loot',
    'create function loot() returns integer language sql as $$ select 1 $$',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop trigger append_only on entries',
    'alter table orgs add column loot text',
    'alter table wallets drop constraint if exists loot',
    'drop table entries',
    'drop view due_things',
    'truncate orgs cascade',
    'create role loot',
    'alter role payments_app superuser',
    'set role postgres',
    `set session_replication_role = 'replica'`,
    'insert into migrations (name) values ($$9999$$)',
    'select from migrations',
    `copy orgs to program 'true'`,
    `select pg_read_file('PG_VERSION')`,
  ])('nobody runs: %s', async (sql) => {
    // PostgreSQL names a table that is absent before it looks at rights.
    expect(await attempt(sql)).toMatch(new RegExp(`^(${PERMISSION_DENIED}|42P01)$`));
  });

  test('the service reads and writes all that its statements do', async () => {
    const refused: string[] = [];
    for (const [name, { text }] of STATEMENTS) {
      // EXPLAIN checks the rights of a statement, and runs nothing.
      const outcome = await attempt(`explain (generic_plan) ${text}`);
      if (outcome !== 'done') refused.push(`${name}: ${outcome}`);
    }
    expect(refused).toEqual([]);
    expect(STATEMENTS.size).toBeGreaterThan(100);
  });
});

test('an address with sslmode never connects in plain text', async () => {
  const secured = new URL(asApplication(url));
  secured.searchParams.set('sslmode', 'verify-full');
  const database = await openDatabase({ url: secured.href, poolSize: 1 });
  // The tests' server has no TLS.
  await expect(database.pool.query('select 1')).rejects.toThrow('does not support SSL');
  await expect(database.em().execute('select 1')).rejects.toThrow('does not support SSL');
  await database.close();
  await expect(migrate(secured.href)).rejects.toThrow('does not support SSL');
});
