import { Client } from 'pg';
import { seedHistory } from '../../bench/history.ts';
import { STATEMENTS } from '../../src/store/statement.ts';
import '../../src/store/cashback.ts';
import { cloneDatabase } from '../support/database.ts';

let client: Client;
beforeAll(async () => {
  const url = await cloneDatabase(`known_statuses_${process.pid}`);
  await seedHistory(url, 5000);
  client = new Client({ connectionString: url });
  await client.connect();
});
afterAll(() => client.end());

/** The values that a check constraint of the table allows in the column. */
async function allowed(table: string, column: string): Promise<number> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ ('^CHECK \\(\\(' || $2 || ' = ANY')`,
    [table, column],
  );
  return rows[0]?.definition.match(/'\w[\w.]*'/g)?.length ?? 0;
}

test.each([
  ['awards', 'status', 'awards'],
  ['checkouts', 'status', 'checkouts'],
  ['deliveries', 'status', 'deliveries'],
  ['deliveries', 'event', 'events'],
])(
  'PostgreSQL is told how many values %s.%s may have, by the constraint of %s',
  async (table, column, by) => {
    const { rows } = await client.query<{ options: string[] | null }>(
      'select attoptions as options from pg_attribute where attrelid = $1::regclass and attname = $2',
      [table, column],
    );
    expect(rows).toEqual([{ options: [`n_distinct=${await allowed(by, column)}`] }]);
  },
);

test('cashback of a rare status is read by its index, also where every row of the sample has another status', async () => {
  await client.query(`set session_replication_role = 'replica'`);
  await client.query(`delete from awards where status <> 'DEFERRED'`);
  await client.query('analyze awards');
  const text = STATEMENTS.get('list_cashback_of_status')?.text ?? '';
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
    `explain (generic_plan, format json) ${text}`,
  );
  expect(JSON.stringify(rows)).toContain('"Index Name":"awards_by_status"');
});
