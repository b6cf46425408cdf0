import { readdirSync } from 'node:fs';
import { Client } from 'pg';
import { STATEMENTS } from '../../src/store/statement.ts';
import { MADE_BY_COMMANDS } from '../../src/store/idempotency.ts';
import { cloneDatabase } from '../support/database.ts';

const store = new URL('../../src/store/', import.meta.url);

let client: Client;
beforeAll(async () => {
  for (const file of readdirSync(store)) await import(new URL(file, store).href);
  // Its own, empty one: what PostgreSQL believes of its tables stays as it is.
  client = new Client({ connectionString: await cloneDatabase(`statements_${process.pid}`) });
  await client.connect();
});
afterAll(() => client.end());

test('PostgreSQL accepts every statement of the store, types and all', async () => {
  const refused: string[] = [];
  for (const [name, { text }] of STATEMENTS) {
    await client
      .query(`prepare ${name} as ${text}`)
      .catch((error: Error) => refused.push(`${name}: ${error.message}`));
  }
  expect(refused).toEqual([]);
  expect(STATEMENTS.size).toBeGreaterThan(60);
});

/** A node of a query plan: its index, the condition on it, and the nodes below. */
interface PlanNode {
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** These are after all that waits. */
const READS_ALL = [
  'find_webhook_lag',
  'find_callback_lag',
  'find_not_begun',
  'hand_over_lapsed',
  'find_to_tell',
  'find_failing_to_tell',
  'find_unmailed_destinations',
  'days_to_compare',
  'give_up_callbacks',
  'list_stuck_payouts',
  'due_by_moved_clocks',
];

test('no statement walks through an index of open things to find one of them, however few PostgreSQL believes there are', async () => {
  const { rows } = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indpred is not null',
  );
  const partial = new Set(rows.map(({ name }) => name));
  const walking = new Set<string>();
  for (const [name, { text }] of STATEMENTS) {
    const plan = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (generic_plan, format json) ${text}`,
    );
    const nodes = plan.rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
    if (nodes.some((node) => partial.has(node['Index Name'] ?? '') && node['Index Cond'] === undefined))
      walking.add(name);
  }
  expect([...walking].filter((name) => !READS_ALL.includes(name) && !/^check_whole_\d+$/.test(name))).toEqual(
    [],
  );
});

/**
 * Tables of sign-in, of accounts, of the comparison with the bank and of the API's own records: no command
 * with an idempotency key gives their rows its ids. A recommendation has the id of its request, whose table
 * is searched.
 */
const NOT_BY_COMMANDS = [
  // Written before the command: it says what was asked for, not that it was done.
  'authorization_requests',
  'recommendations',
  'users',
  'sign_in_codes',
  'sessions',
  'sign_ins',
  'accounts',
  'idempotent_requests',
  'request_log',
  'org_events',
  'operator_calls',
  'bank_breaks',
];

test('before an idempotency key is freed, every table is searched whose rows have ids of commands', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select table_name::text as name from information_schema.columns
     where table_schema = current_schema() and column_name = 'id' and data_type = 'uuid'
       and table_name in (select relname from pg_class where relkind in ('r', 'p') and not relispartition)`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...MADE_BY_COMMANDS, ...NOT_BY_COMMANDS].toSorted(),
  );
});
