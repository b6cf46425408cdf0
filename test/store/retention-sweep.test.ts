import { Client } from 'pg';
import { seedCharges } from '../../bench/growth-books.ts';
import { sweep } from '../../src/commands/sweep.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { Database } from '../../src/store/database.ts';
import {
  CARTS_BATCH,
  deletePassedAuthorizations,
  deleteUnpaidCarts,
  EVENTS_BATCH,
} from '../../src/store/retention-sweep.ts';
import { STATEMENTS } from '../../src/store/statement.ts';
import { asApplication, cloneDatabase } from '../support/database.ts';
import { RETENTION } from '../support/settings.ts';

/** Two events each: more than a batch. */
const CHARGES = 600;
const UNPAID = 2 * CARTS_BATCH + 50;
/** All that a sweep must leave as it is. */
const BOOKS = [
  ...['accounts', 'journals', 'entries', 'charges', 'captures', 'capture_lines', 'awards', 'returns'],
  ...['return_lines', 'payouts', 'merchant_totals', 'merchant_days'],
];

let owner: Client;
/** By the role of API and worker. */
let database: Database;
let databases = 0;

beforeEach(async () => {
  const url = await cloneDatabase(`retention_sweep_${process.pid}_${databases++}`);
  owner = new Client({ connectionString: url });
  await owner.connect();
  database = await openDatabase({ url: asApplication(url), poolSize: 2 });
  await seedCharges(owner, { first: 0, end: CHARGES });
}, 60_000);
afterEach(async () => {
  await owner.end();
  await database.close();
});

/** Runs statements without triggers and foreign keys. */
async function plant(...statements: readonly string[]): Promise<void> {
  await owner.query(`begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`);
}

/** Carts with a line each, numbered from `first`, and their checkouts unless the status is null. */
const carts = (first: number, count: number, { age, status }: { age: string; status: string | null }) =>
  plant(
    `insert into carts (id, org_id, env, currency, shipping_amount, tax_amount, total, total_cashback, recorded_at)
     select seeded(60, n), seeded(1, 0), 'sandbox', 'USD', 0, 0, 10, 0, now() - '${age}'::interval
     from generate_series(${first}, ${first + count - 1}) n`,
    `insert into cart_lines (cart_id, line, product_id, display_name, unit_price, qty, cashback_rate, pot)
     select seeded(60, n), 0, 'tea', 'Tea', 10, 1, 0, 0 from generate_series(${first}, ${first + count - 1}) n`,
    `insert into terminals (id, org_id, title, terminal_type)
     select seeded(61, n), seeded(1, 0), '', 'USE_ONCE' from generate_series(${first}, ${first + count - 1}) n
     where ${status !== null}`,
    `insert into checkouts (id, org_id, env, terminal_id, status, created_at, expires_at)
     select seeded(60, n), seeded(1, 0), 'sandbox', seeded(61, n), '${status}', now(), now() + interval '1 hour'
     from generate_series(${first}, ${first + count - 1}) n where ${status !== null}`,
  );

const count = async (from: string): Promise<number> =>
  (await owner.query<{ count: number }>(`select count(*)::int from ${from}`)).rows[0]?.count ?? -1;

async function digests(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of BOOKS) {
    const { rows } = await owner.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ';' order by t::text)), '') as digest from ${table} t`,
    );
    found[table] = rows[0]?.digest ?? '';
  }
  return found;
}

/** Runs a sweep. Returns the rows that it deleted or changed, by kind. */
async function swept(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  await sweep(database, RETENTION, (kind, rows) => (found[kind] = (found[kind] ?? 0) + rows));
  return found;
}

/** The message of a refusal by the role of API and worker, or `done`. */
const attempt = (sql: string): Promise<string> =>
  database.pool.query(sql).then(
    () => 'done',
    (error: Error) => error.message,
  );

test('a sweep that ends early has lost nothing: the next one goes on, and the books stay to the last row', async () => {
  await plant(`update events set recorded_at = now() - interval '91 days'`);
  await plant(`update carts set recorded_at = now() - interval '91 days'`);
  await carts(0, UNPAID, { age: '31 days', status: 'EXPIRED' });
  const before = await digests();

  const batches: string[] = [];
  const interrupted = sweep(database, RETENTION, (kind) => {
    batches.push(kind);
    if (kind === 'events') throw new Error('the worker stops');
  });
  await expect(interrupted).rejects.toThrow('the worker stops');
  expect(await count('events')).toBe(2 * CHARGES - EVENTS_BATCH);

  expect(await swept()).toMatchObject({ events: 2 * CHARGES - EVENTS_BATCH, carts: UNPAID });
  expect([await count('events'), await count('carts'), await count('cart_lines')]).toEqual([
    0,
    CHARGES,
    CHARGES,
  ]);
  expect(await digests()).toEqual(before);
  expect(await swept()).toMatchObject({ events: 0, carts: 0, compliance_records: 0 });
});

test('two sweeps at once delete each row once, and none fails', async () => {
  await plant(`update events set recorded_at = now() - interval '91 days'`);
  await carts(0, UNPAID, { age: '31 days', status: null });
  const [one, other] = await Promise.all([swept(), swept()]);
  expect((one['events'] ?? 0) + (other['events'] ?? 0)).toBe(2 * CHARGES);
  expect([await count('events'), await count('carts')]).toEqual([0, CHARGES]);
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test('no batch reads a whole table, however many rows are due', async () => {
  const numbers = 'from generate_series(1, 20000) n';
  const at = `now() - n * interval '10 min'`;
  await plant(
    `insert into request_log (id, org_id, env, at, request_id, method, route, path, status, ms, credential, credential_id)
     select seeded(62, n), seeded(1, 0), 'live', ${at}, n::text, 'GET', '/', '/', 200, 1, 'api_key', seeded(1, 0) ${numbers}`,
    `insert into events (id, org_id, env, event, body, test, created_at, recorded_at)
     select seeded(63, n), seeded(1, 0), 'live', 'charge.captured', '{}', true, ${at}, ${at} ${numbers}`,
    `insert into deliveries (id, event_id, org_id, env, event, created_at, status)
     select seeded(64, n), seeded(63, n), seeded(1, 0), 'live', 'charge.captured', ${at}, 'DELIVERED' ${numbers}`,
    `insert into delivery_attempts (delivery_id, number, at, step, recorded_at)
     select seeded(64, n), 1, ${at}, 1, ${at} ${numbers}`,
    `insert into cart_addresses (cart_id, shipping, recorded_at) select seeded(60, n), '{}', ${at} ${numbers}`,
    `insert into charges (id, checkout_id, org_id, env, consumer_id, wallet_id, currency, total, status, authorized_at,
       hold_expires_at) select seeded(65, n), seeded(66, n), seeded(1, 0), 'live', seeded(2, 0), seeded(3, 0), 'USD', 1,
       'AUTHORIZED', ${at}, now() ${numbers}`,
    `insert into compliance_records (id, org_id, env, subject, rule, decision, facts, at)
     select seeded(67, n), seeded(1, 0), 'live', 'x' || n, 'x', 'PASSED', '{}', ${at} ${numbers}`,
  );
  await carts(0, 20_000, { age: '31 days', status: 'EXPIRED' });
  await owner.query('analyze');
  const read: string[] = [];
  for (const name of [
    ...['delete_old_calls', 'delete_old_events', 'delete_unpaid_carts', 'delete_passed_authorizations'],
    ...['delete_unpaid_addresses', 'delete_old_addresses'],
  ]) {
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (generic_plan, format json) ${STATEMENTS.get(name)?.text}`,
    );
    for (const node of rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan)))
      if (node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'sweep_places')
        read.push(`${name}: ${node['Relation Name']}`);
  }
  // One organization has a webhook, if any.
  expect(read.filter((one) => !one.endsWith(': webhooks'))).toEqual([]);
});

test('a cart is read once: the paid ones, which stay, cost the next sweep nothing', async () => {
  await plant(`update carts set recorded_at = now() - interval '91 days' + id_of * interval '1 ms'
    from (select id as cart_id, row_number() over () as id_of from carts) n where cart_id = id`);
  const read: number[] = [];
  for (let rows = CARTS_BATCH; rows >= CARTS_BATCH;) {
    rows = (await deleteUnpaidCarts(database.pool, { days: 30 })).length;
    read.push(rows);
  }
  expect(read).toEqual([...Array<number>(CHARGES / CARTS_BATCH).fill(CARTS_BATCH), 0]);
});

test('the sweep waits at a checkout that is still pending, and goes on when it has expired', async () => {
  await carts(0, 10, { age: '40 days', status: 'SUPERSEDED' });
  await carts(10, 1, { age: '39 days', status: 'PENDING' });
  await carts(11, 10, { age: '38 days', status: null });
  expect((await swept())['carts']).toBe(10);
  await owner.query(`update checkouts set status = 'EXPIRED' where id = seeded(60, 10)`);
  expect((await swept())['carts']).toBe(11);
  expect(await count('carts')).toBe(CHARGES);
});

test('carts of the same millisecond are read in one batch', async () => {
  const both = 2 * CARTS_BATCH;
  await plant(
    `insert into carts (id, org_id, env, currency, shipping_amount, tax_amount, total, total_cashback, recorded_at)
     select seeded(60, n), seeded(1, 0), 'sandbox', 'USD', 0, 0, 10, 0, date_trunc('day', now()) - interval '31 days'
     from generate_series(1, ${both}) n`,
  );
  expect(await deleteUnpaidCarts(database.pool, { days: 30 })).toHaveLength(both);
  expect(await count('carts')).toBe(CHARGES);
});

test('a checkout that was superseded by a deleted one, and stays, names it no longer', async () => {
  await carts(0, 2, { age: '31 days', status: 'SUPERSEDED' });
  await plant(
    `update checkouts set superseded_by = seeded(60, 1) where id = seeded(60, 0)`,
    `insert into compliance_records (id, org_id, env, subject, rule, decision, facts, at)
     values (seeded(70, 0), seeded(1, 0), 'sandbox', 'checkout:' || seeded(60, 0), 'amount', 'BLOCKED', '{}', now())`,
  );
  expect((await swept())['carts']).toBe(1);
  const { rows } = await owner.query('select superseded_by from checkouts where id = seeded(60, 0)');
  expect(rows).toEqual([{ superseded_by: null }]);
});

test('records of passed authorizations go after five years; blocks, payouts and decisions of people stay', async () => {
  const record = (n: number, decision: string, movement: string | null, age: string) =>
    `insert into compliance_records (id, org_id, env, subject, rule, decision, facts, at, recorded_at, movement,
       party_id, amount, currency)
     values (seeded(70, ${n}), seeded(1, 0), 'live', 'x', 'monitoring', '${decision}', '{}', now() - '${age}'::interval,
       now() - '${age}'::interval, ${movement === null ? 'null, null, null, null' : `'${movement}', seeded(2, 0), 10, 'USD'`})`;
  const old = '1830 days';
  await plant(
    record(0, 'PASSED', 'authorization', old),
    record(1, 'PASSED', 'authorization', '1820 days'),
    record(2, 'BLOCKED', 'authorization', old),
    record(3, 'PASSED', 'payout', old),
    record(4, 'CLEARED', null, old),
    record(5, 'PASSED', null, old),
  );
  expect((await swept())['compliance_records']).toBe(1);
  const { rows } = await owner.query<{ n: string }>(
    `select right(id::text, 1) as n from compliance_records order by 1`,
  );
  expect(rows.map(({ n }) => n)).toEqual(['1', '2', '3', '4', '5']);
  expect(await deletePassedAuthorizations(database.pool, { days: RETENTION.complianceDays })).toEqual([]);
});

describe('by the connection of API and worker', () => {
  const EVENT = `seeded(12, 0)`;
  const delivery = (age: string) =>
    plant(
      `update events set recorded_at = now() - '${age}'::interval where id = ${EVENT}`,
      `insert into deliveries (id, event_id, org_id, env, event, created_at, status)
       values (seeded(30, 0), ${EVENT}, seeded(1, 0), 'sandbox', 'checkout.authorized', now(), 'DELIVERED')`,
      `insert into delivery_attempts (delivery_id, number, at, step) values (seeded(30, 0), 1, now(), 1)`,
    );

  test('a recent event cannot be deleted, nor a delivery, attempt, line or checkout without its parent', async () => {
    await delivery('29 days');
    await carts(0, 1, { age: '29 days', status: 'EXPIRED' });
    const refused = [
      [`delete from events where id = ${EVENT}`, 'a row of events is kept: it is younger than 30 days'],
      [
        'with a as (delete from delivery_attempts) delete from deliveries',
        'a row of deliveries is deleted with its row of events only',
      ],
      [
        'delete from delivery_attempts',
        'a row of delivery_attempts is deleted with its row of deliveries only',
      ],
      [`delete from carts where id = seeded(60, 0)`, 'a row of carts is kept: it is younger than 30 days'],
      ['delete from cart_lines', 'a row of cart_lines is deleted with its row of carts only'],
      [
        `delete from checkouts where id = seeded(60, 0)`,
        'a row of checkouts is deleted with its row of carts only',
      ],
    ];
    for (const [table, parent] of [
      ['delivery_attempts', 'delivery_id'],
      ['deliveries', 'event_id'],
      ['checkouts', 'id'],
    ])
      refused.push([`update ${table} set ${parent} = ${parent}`, `${table} is append-only`]);
    for (const [sql = '', message] of refused) expect([sql, await attempt(sql)]).toEqual([sql, message]);
    expect((await swept())['events']).toBe(0);
  });

  test('the guards cannot be told that the parent is gone', async () => {
    await delivery('29 days');
    const client = await database.pool.connect();
    try {
      await client.query(
        'create temporary table deliveries (id uuid); create temporary table events (id uuid)',
      );
      await client.query('set search_path = pg_temp, public');
      await expect(client.query('delete from public.delivery_attempts')).rejects.toThrow(
        'deleted with its row',
      );
      await expect(
        client.query('with a as (delete from public.delivery_attempts) delete from public.deliveries'),
      ).rejects.toThrow('deleted with its row of events');
    } finally {
      client.release(true);
    }
    expect([await count('deliveries'), await count('delivery_attempts')]).toEqual([1, 1]);
  });

  test('a cart with a charge is kept whatever its age, and so is its event until it is old', async () => {
    await delivery('31 days');
    await plant(`update carts set recorded_at = now() - interval '9 years'`);
    expect(await attempt('delete from carts where id = seeded(8, 0)')).toContain('violates foreign key');
    expect(
      await attempt(
        `with c as (delete from checkouts where id = seeded(8, 0)) delete from carts where id = seeded(8, 0)`,
      ),
    ).toContain('violates foreign key');
    expect(
      await attempt(
        `with a as (delete from delivery_attempts), d as (delete from deliveries) delete from events where id = ${EVENT}`,
      ),
    ).toBe('done');
  });

  test('a record of compliance is kept: of five years, of a block, and of a payout', async () => {
    await plant(
      `insert into compliance_records (id, org_id, env, subject, rule, decision, facts, at, recorded_at, movement,
         party_id, amount, currency)
       select seeded(70, n), seeded(1, 0), 'live', 'x', 'monitoring', decision, '{}', now(), now() - age, movement,
         seeded(2, 0), 10, 'USD'
       from (values (1, 'PASSED', 'authorization', interval '4 years'), (2, 'BLOCKED', 'authorization', '6 years'),
         (3, 'PASSED', 'payout', '6 years')) r (n, decision, movement, age)`,
    );
    for (const n of [1, 2, 3])
      expect(await attempt(`delete from compliance_records where id = seeded(70, ${n})`)).toContain(
        'is kept',
      );
  });
});
