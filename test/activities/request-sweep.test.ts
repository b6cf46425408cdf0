import { Client, Connection } from '@temporalio/client';
import { STATEMENTS } from '../../src/store/statement.ts';
import { deleteOldRequests } from '../../src/store/idempotency.ts';
import { deleteOldCalls, findLoggedCalls } from '../../src/store/request-log.ts';
import { workflowId } from '../../workflows/messages.ts';
import { bookkeeping, until } from '../support/people.ts';

const books = bookkeeping();
afterAll(() => books.end());

/**
 * Adds as many keys as that, claimed so long ago, some of them still run by somebody. Answers their scope's
 * beginning.
 */
const keys = async (mark: string, count: number, age: string, claimedUntil = 'null'): Promise<void> => {
  await books.query(
    `insert into idempotent_requests (id, scope, fingerprint, claimed_at, claimed_until)
     select uuidv7(), convert_to($1 || n, 'UTF8'), '', clock_timestamp() - $2::interval, ${claimedUntil} from generate_series(1, $3::integer) n`,
    [mark, age, count],
  );
};
const calls = async (mark: string, count: number, age: string): Promise<void> => {
  await books.query(
    `insert into request_log (id, org_id, env, at, request_id, method, route, path, status, ms, credential, credential_id)
     select uuidv7(), uuidv7(), 'sandbox', clock_timestamp() - $2::interval, $1, 'GET', '/me', '/me', 200, 1, 'session', uuidv7()
     from generate_series(1, $3::integer)`,
    [mark, age, count],
  );
};
const left = async (): Promise<Record<string, number>> => {
  const { rows } = await books.query<{ mark: string; count: number }>(
    `select regexp_replace(convert_from(scope, 'UTF8'), '\\d+$', '') as mark, count(*)::integer as count
     from idempotent_requests where substring(scope from 1 for 5) = convert_to('sweep', 'UTF8') group by 1
     union all select request_id, count(*)::integer from request_log where request_id like 'sweep %' group by 1
     union all select subject, count(*)::integer from call_limits where subject like 'sweep %' group by 1`,
  );
  return Object.fromEntries(rows.map(({ mark, count }) => [mark, count]));
};

test('the scheduled reconciliation deletes keys after their day, calls after thirty, and windows that are over', async () => {
  await keys('sweep old key', 2100, '24 hours 1 minute');
  await keys('sweep young key', 1, '23 hours 59 minutes');
  await keys('sweep running key', 1, '25 hours', `clock_timestamp() + interval '10 minutes'`);
  await calls('sweep old call', 1100, '30 days 1 minute');
  await calls('sweep young call', 1, '29 days 23 hours');
  await books.query(
    `insert into call_limits values ('sweep old window', clock_timestamp() - interval '61 minutes', 1), ('sweep young window', clock_timestamp(), 1)`,
  );
  const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] as string });
  await new Client({ connection }).schedule.getHandle(workflowId.reconciliation('shared')).trigger();
  const kept = {
    'sweep young key': 1,
    'sweep running key': 1,
    'sweep young call': 1,
    'sweep young window': 1,
  };
  await until(left, (now) => Object.keys(now).length === Object.keys(kept).length, 30_000);
  await connection.close();
  expect(await left()).toEqual(kept);
});

test('the sweep and the lists of the log use an index, and do not read every row', async () => {
  expect([deleteOldRequests, deleteOldCalls, findLoggedCalls]).toHaveLength(3);
  const client = await books.connect();
  await client.query('begin');
  await client.query('set local enable_seqscan = off');
  await client.query('set local enable_bitmapscan = off');
  await client.query('set local plan_cache_mode = force_generic_plan');
  const plans: Record<string, string> = {};
  for (const [name, { text }] of STATEMENTS) {
    if (!/^(delete_old_(requests|calls)|list_logged_)/.test(name)) continue;
    await client.query(`prepare swept_${name} as ${text}`);
    const places = Array.from({
      length: (text.match(/\$\d+/g) ?? [])
        .map((place) => Number(place.slice(1)))
        .reduce((a, b) => Math.max(a, b)),
    });
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain execute swept_${name} (${places.map(() => 'null').join(', ')})`,
    );
    plans[name] = rows.map((row) => row['QUERY PLAN']).join('\n');
  }
  await client.query('rollback');
  client.release();
  const index = (name: string) => /Index (?:Only )?Scan using (\w+)/.exec(plans[name] ?? '')?.[1];
  expect(Object.fromEntries(Object.keys(plans).map((name) => [name, index(name)]))).toEqual({
    delete_old_requests: 'idempotent_requests_by_age',
    delete_old_calls: 'request_log_by_age',
    list_logged_calls: 'request_log_by_org',
    list_logged_failures: 'request_log_by_failure',
    list_logged_calls_of_route: 'request_log_by_route',
    list_logged_calls_of_request: 'request_log_by_request',
  });
});
