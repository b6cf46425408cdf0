import { Client, Connection } from '@temporalio/client';
import { v7 } from 'uuid';
import { workflowId } from '../../workflows/messages.ts';
import { bookkeeping, call, person, until } from '../support/people.ts';

const books = bookkeeping();
afterAll(() => books.end());

/** Adds as many codes as that, made so long ago. */
const codes = async (count: number, age: string): Promise<string> => {
  const email = `${v7()}@example.com`;
  await books.query(
    `insert into sign_in_codes (id, email, digest, created_at, expires_at)
     select uuidv7(), $1, '', clock_timestamp() - $2::interval, clock_timestamp() - $2::interval + interval '10 minutes' from generate_series(1, $3)`,
    [email, age, count],
  );
  return email;
};
const countCodes = async (email: string): Promise<number> =>
  (await books.query('select id from sign_in_codes where email = $1', [email])).rows.length;
const session = async (expired: string, ended: string | null): Promise<string> => {
  const { userId } = await person();
  await books.query(
    `update sessions set expires_at = clock_timestamp() - $2::interval, ended_at = clock_timestamp() - $3::interval,
       created_at = clock_timestamp() - $2::interval - interval '30 days' where user_id = $1`,
    [userId, expired, ended],
  );
  return userId;
};
const hasSession = async (userId: string): Promise<boolean> =>
  (await books.query('select id from sessions where user_id = $1', [userId])).rows.length > 0;

test('the scheduled reconciliation deletes old codes, sessions and counts, and nothing that is still of use', async () => {
  const [old, young] = await Promise.all([codes(2500, '2 days 1 minute'), codes(1, '1 day 23 hours')]);
  const gone = await Promise.all([session('30 days 1 minute', null), session('20 days', '30 days 1 minute')]);
  const kept = await Promise.all([
    session('29 days 23 hours', null),
    session('20 days', '29 days 23 hours'),
    session('-29 days', null),
  ]);
  const inUse = await person();
  await books.query(
    `insert into sign_in_limits values ('requests_by_address', 'old', clock_timestamp() - interval '121 minutes', 1),
       ('requests_by_address', 'young', clock_timestamp() - interval '61 minutes', 1)`,
  );

  const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] as string });
  const client = new Client({ connection });
  await client.schedule.getHandle(workflowId.reconciliation('shared')).trigger();
  await until(
    async () => (await countCodes(old)) + (await Promise.all(gone.map(hasSession))).filter(Boolean).length,
    (left) => left === 0,
    30_000,
  );
  await connection.close();

  expect(await countCodes(young)).toBe(1);
  for (const userId of kept) expect(await hasSession(userId)).toBe(true);
  expect((await call('GET', '/me', { session: inUse.session })).user_id).toBe(inUse.userId);
  const { rows } = await until(
    () =>
      books.query<{ subject: string }>(
        `select subject from sign_in_limits where subject in ('old', 'young')`,
      ),
    ({ rows: left }) => left.length < 2,
  );
  expect(rows).toEqual([{ subject: 'young' }]);
});

test('the sweep uses an index, and does not read every row', async () => {
  const client = await books.connect();
  await client.query('begin');
  await client.query('set local enable_seqscan = off');
  await client.query('set local enable_bitmapscan = off');
  const { deleteOldCodes, deleteOldLimits, deleteOldSessions } =
    await import('../../src/store/sign-in-sweep.ts');
  expect([deleteOldCodes, deleteOldLimits, deleteOldSessions]).toHaveLength(3);
  const { STATEMENTS } = await import('../../src/store/statement.ts');
  const plans: string[] = [];
  for (const name of ['delete_old_codes', 'delete_old_sessions', 'delete_old_limits']) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain ${STATEMENTS.get(name)?.text.replace('$1', '1000')}`,
    );
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  await client.query('rollback');
  client.release();
  expect(plans[0]).toMatch(/Index Scan using sign_in_codes_by_age[^\n]*\n\s+Index Cond/);
  expect(plans[1]).toMatch(/Index Scan using sessions_by_end[^\n]*\n\s+Index Cond/);
  expect(plans[2]).toMatch(/Index Scan using sign_in_limits_by_age[^\n]*\n\s+Index Cond/);
});
