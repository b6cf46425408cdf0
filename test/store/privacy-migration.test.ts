import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { MIGRATIONS } from '../../src/migrations/migrate.ts';

const admin = new URL(
  process.env['TEST_DATABASE_ADMIN_URL'] ?? 'postgresql://postgres:postgres@127.0.0.1:5432/postgres',
);
const name = `privacy_migration_${process.pid}`;

async function connected<T>(database: string, work: (client: Client) => Promise<T>): Promise<T> {
  const url = new URL(admin);
  if (database !== '') url.pathname = `/${database}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return work(client).finally(() => client.end());
}

beforeAll(() => connected('', (client) => client.query(`create database ${name}`)));
afterAll(() => connected('', (client) => client.query(`drop database if exists ${name} with (force)`)));

/** The statements of a migration, in order. */
function statementsOf({ class: Migration }: (typeof MIGRATIONS)[number]): string[] {
  const migration = new Migration({} as never, {} as never);
  migration.up();
  return migration.getQueries().map(String);
}

test('the addresses of carts from before the table of addresses are moved, with their times', async () => {
  const before = MIGRATIONS.filter((one) => one.name < '0023');
  const after = MIGRATIONS.filter((one) => one.name >= '0023');
  const [org, withAddress, without] = [randomUUID(), randomUUID(), randomUUID()];
  const { rows, columns } = await connected(name, async (client) => {
    for (const sql of before.flatMap(statementsOf)) await client.query(sql);
    await client.query(`insert into orgs (id, name, country_code) values ($1, 'Shop', 'US')`, [org]);
    const cart = `insert into carts (id, org_id, env, currency, shipping_amount, tax_amount, total, total_cashback, shipping, recorded_at)
      values ($1, $2, 'live', 'USD', 0, 0, 1, 0, $3, '2026-01-02T03:04:05Z')`;
    await client.query(cart, [withAddress, org, { street: '1 Long Lane' }]);
    await client.query(cart, [without, org, null]);
    await client.query('begin');
    for (const sql of after.flatMap(statementsOf)) await client.query(sql);
    await client.query('commit');
    const moved = await client.query('select cart_id, shipping, recorded_at, is_paid from cart_addresses');
    const left = await client.query(
      `select 1 from information_schema.columns where table_name = 'carts' and column_name = 'shipping'`,
    );
    return { rows: moved.rows as unknown[], columns: left.rows };
  });
  const recorded_at = new Date('2026-01-02T03:04:05Z');
  expect(rows).toEqual([
    { cart_id: withAddress, shipping: { street: '1 Long Lane' }, recorded_at, is_paid: false },
  ]);
  expect(columns).toEqual([]);
});
