import { Client } from 'pg';
import type { Pool } from 'pg';
import { seedCharges } from '../../bench/growth-books.ts';
import { CHECKS } from '../../src/store/integrity.ts';
import { checkBooks, PLANNING } from '../../src/store/integrity-passes.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { Database } from '../../src/store/database.ts';
import { STATEMENTS } from '../../src/store/statement.ts';
import { cloneDatabase } from '../support/database.ts';

/** Enough for every row here: a test that ended earlier would check a part. */
const WHOLE_PASS_MS = 600_000;

let database: Database;
let client: Client;

beforeAll(async () => {
  const url = await cloneDatabase(`integrity_passes_${process.pid}`);
  database = await openDatabase({ url, poolSize: 2 });
  // The first pass begins at the end of the books, which are empty. All that follows is a change.
  await checkBooks(database.pool, { fullMs: 0 });
  client = new Client({ connectionString: url });
  await client.connect();
  await seedCharges(client, { first: 0, end: 100 });
  await client.query(UNGUARD);
  // Without statistics the planner reads tables in turns, for seconds.
  await client.query('analyze');
}, 120_000);
afterAll(async () => {
  await client.end();
  await database.close();
});

/** Takes away the constraints that keep the faults out. */
const UNGUARD = `
do $$ declare guard record; begin
  for guard in select conrelid::regclass as target, conname from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0 loop
    execute format('alter table %s drop constraint %I', guard.target, guard.conname);
  end loop;
end $$;
drop index checkouts_one_pending_a_terminal;
drop index payouts_one_a_transfer;
`;

const FORGET_STATISTICS = `
select pg_clear_relation_stats('public', relname),
  (select count(pg_clear_attribute_stats('public', relname, attname, false)) from pg_attribute
   where attrelid = c.oid and attnum > 0 and not attisdropped)
from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace`;

const [CHARGE, CHECKOUT, WALLET, ORG] = [`seeded(9, 0)`, `seeded(8, 0)`, `seeded(3, 0)`, `seeded(1, 0)`];
const CASHBACK_ENTRY = `journal_id = seeded(10, 0) and account_id = seeded(5, 1)`;

const returned = (change: { goods?: number; at?: string; line?: string } = {}): string => `
  insert into returns (id, charge_id, org_id, env, journal_id, goods, shipping_part, tax_part, refund, buyer_cut,
    recommender_cut, award_adjusted, at)
  values (seeded(20, 0), ${CHARGE}, ${ORG}, 'sandbox', seeded(21, 0), ${change.goods ?? 1000}, 0, 0,
    ${change.goods ?? 1000}, 0, 0, false, ${change.at ?? 'now()'});
  ${change.line === undefined ? '' : `insert into return_lines values (seeded(20, 0), 0, ${change.line}, 0, 0);`}`;

const delivered = (columns = '', values = ''): string => `
  insert into deliveries (id, event_id, org_id, env, event, created_at${columns})
  values (seeded(30, 0), seeded(12, 0), ${ORG}, 'sandbox', 'checkout.authorized', now()${values});`;
const attempted = (number: number, rest = ''): string => `
  insert into delivery_attempts (delivery_id, number, at, step, done, body_sha256)
  values (seeded(30, 0), ${number}, now(), ${number}, false, ${rest || `sha256(convert_to('{}', 'UTF8'))`});`;

/** A payout with its journal of the reservation. */
const paidOut = (env: 'live' | 'sandbox', columns = '', values = '', n = 0): string => `
  insert into counterparties (id, org_id, env, country_code, currency, rail, name, sealed_account, account_masked,
    status, created_by, created_at, name_match, held_until)
  values (seeded(41, ${n}), ${ORG}, '${env}', 'US', 'USD', 'ach', 'Shop', 'x', '****1', 'ACTIVE',
    'user:' || ${ORG}, now(), ${n === 7 ? 'null' : `'match'`}, ${n === 8 ? `now() + interval '1 day'` : 'null'});
  insert into payouts (id, org_id, env, counterparty_id, provider, amount, currency, available_before, created_at,
    due_at${columns})
  values (seeded(40, ${n}), ${ORG}, '${env}', seeded(41, ${n}), '${env}', 10, 'USD', 10, now(),
    ${env === 'live' ? 'null' : `now() - interval '1 hour'`}${values});
  insert into journals (id, env, currency, kind, op_key, org_id, payout_id, entry_count, at)
  values (seeded(42, ${n}), '${env}', 'USD', 'payout', 'payout:test${n}', ${ORG}, seeded(40, ${n}), 2, now());
  insert into entries (journal_id, account_id, env, currency, amount)
  values (seeded(42, ${n}), seeded(4, 0), '${env}', 'USD', -10),
         (seeded(42, ${n}), seeded(5, 2), '${env}', 'USD', 10);`;

/**
 * A fault for each check of a slice, as the beginning of the check's name and the statements that plant it.
 */
const FAULTS: readonly (readonly [check: string, plant: string])[] = [
  ['entries sum to zero', `update entries set amount = amount + 1 where ${CASHBACK_ENTRY}`],
  ['every journal balances', `update entries set amount = amount + 1 where ${CASHBACK_ENTRY}`],
  ["a wallet's balance is", `update accounts set balance = balance + 1 where id = ${WALLET}`],
  ['an entry agrees with', `update entries set currency = 'EUR' where ${CASHBACK_ENTRY}`],
  ['no wallet holds more', `update accounts set held = -1 where id = ${WALLET}`],
  ['every capture journal', `delete from captures where charge_id = ${CHARGE}`],
  [
    'every deposit that',
    `insert into partner_events values ('bank', 'lost', 'deposit.received', ${ORG}, now())`,
  ],
  [
    'a charge is captured exactly',
    `update charges set status = 'AUTHORIZED', captured_at = null where id = ${CHARGE}`,
  ],
  ['what a wallet holds', `update accounts set held = 1 where id = ${WALLET}`],
  [
    'no hold outlives',
    `update charges set status = 'AUTHORIZED', hold_expires_at = now() - interval '1 hour' where id = ${CHARGE}`,
  ],
  [
    'no unpaid checkout',
    `update checkouts set status = 'PENDING', expires_at = now() - interval '1 hour' where id = ${CHECKOUT}`,
  ],
  [
    'nothing live expired',
    `update charges set env = 'live', fired_recorded_at = hold_expires_at - interval '1 day' where id = ${CHARGE}`,
  ],
  ['checkout and charge show', `update checkouts set status = 'VOIDED' where id = ${CHECKOUT}`],
  [
    'one pending checkout',
    `update checkouts set status = 'PENDING' where id in (${CHECKOUT}, seeded(8, 99))`,
  ],
  ["a cart's total", `update carts set total = 999 where id = ${CHECKOUT}`],
  ['a charge is over', `update charges set total = 999 where id = ${CHARGE}`],
  ['fee and split', `update captures set mdr_fee = 1 where charge_id = ${CHARGE}`],
  ['a capture posts', `update entries set account_id = seeded(5, 2) where ${CASHBACK_ENTRY}`],
  ['one event for', `delete from events where id = seeded(13, 0)`],
  [
    "a merchant's balance is",
    `update merchant_totals set balance = balance + 1 where org_id = ${ORG} and slot = 3`,
  ],
  [
    "a merchant's day is",
    `update merchant_days set captured = captured + 1 where org_id = ${ORG} and slot = 3`,
  ],
  ['what the awards', `update awards set original_amount = 49 where charge_id = ${CHARGE}`],
  ['a pot is conserved', `update awards set amount = 49 where charge_id = ${CHARGE}`],
  ['an open award is', `update awards set amount = 49 where charge_id = ${CHARGE}`],
  ['an award agrees', `update awards set product_id = 'coffee' where charge_id = ${CHARGE}`],
  [
    'no award waits',
    `update awards set pending_until = now() - interval '1 hour' where charge_id = ${CHARGE}`,
  ],
  [
    'no award lands before',
    `update awards set pending_until = pending_from + interval '1 day' where charge_id = ${CHARGE}`,
  ],
  [
    'an award has landed',
    `update awards set status = 'LANDED', landed_at = now() where charge_id = ${CHARGE}`,
  ],
  ['the cashback account', `update awards set amount = 49 where charge_id = ${CHARGE}`],
  ['a return is the sum', returned()],
  ['a returned line', returned({ line: '1, 900' })],
  ['no more of a line', returned({ line: '2, 2000' })],
  ['only captured charges', returned({ at: `now() - interval '1 year'` })],
  ['refunds reach', returned({ goods: 1001 })],
  ['every return has one journal', returned()],
  ['every return has one event', returned()],
  ['every payout has exactly', paidOut('sandbox')],
  ['the account of money', paidOut('sandbox')],
  ['no payout was reserved', paidOut('sandbox')],
  ['no live payout is of a business', paidOut('live')],
  ['every payout goes', paidOut('live', '', '', 7)],
  ['no live payout was reserved', paidOut('live', '', '', 8)],
  [
    'no transfer of the bank',
    paidOut('live', ', bank_id', `, 'same'`) + paidOut('live', ', bank_id', `, 'same'`, 1),
  ],
  ['no live payout is longer', paidOut('live', ', recorded_at', `, now() - interval '2 hours'`)],
  ['no live payout that was sent', paidOut('live', ', status, submit_state', `, 'FAILED', 'BEGUN'`)],
  [
    'an approved adjustment of a payout',
    `${paidOut('live')} insert into adjustments (id, org_id, env, currency, amount, payout_id, reason, status, proposed_by)
     values (seeded(43, 0), ${ORG}, 'live', 'USD', 10, seeded(40, 0), 'x', 'APPROVED', 'a')`,
  ],
  ['no sandbox payout outlives', paidOut('sandbox')],
  [
    'what the bank said',
    // A pass reads changes until its own millisecond. The next one reads the rest of it.
    `insert into partner_events values
     ('bank', 'odd', 'transfer.settled', ${ORG}, now(), now() - interval '1 second')`,
  ],
  [
    'every event of a time',
    `insert into webhook_periods (org_id, set_at) values (${ORG}, now() - interval '1 hour')`,
  ],
  ['every delivery is of', delivered()],
  ['no event has two', `${delivered()} update deliveries set event = 'charge.voided'`],
  ['every attempt of a delivery', `${delivered()} ${attempted(1, `sha256('other')`)}`],
  ['attempts are numbered', `${delivered()} ${attempted(2)}`],
  ['no attempt came before', `${delivered()} ${attempted(1)} ${attempted(2)}`],
  ['what is delivered', delivered(', status', `, 'DELIVERED'`)],
  ['nothing was sent', `${delivered()} ${attempted(1)}`],
];

/** The faults that only the pass over all rows finds: they take the whole history of a merchant. */
const FAULTS_OF_HISTORIES: readonly (readonly [check: string, plant: string])[] = [
  [
    "a merchant's running totals",
    `update merchant_totals set social_count = social_count + 1 where org_id = ${ORG} and slot = 3`,
  ],
  [
    'no payout took more',
    `update entries set amount = -1000000 where account_id = seeded(4, 0) and journal_id = seeded(10, 99);
     update journals set kind = 'payout' where id = seeded(10, 99)`,
  ],
];

test('every check that runs on slices has a fault that it finds', () => {
  const planted = [...FAULTS, ...FAULTS_OF_HISTORIES];
  expect(
    CHECKS.filter(({ scope }) => scope !== 'whole')
      .map(({ name }) => name)
      .filter((name) => !planted.some(([check]) => name.startsWith(check))),
  ).toEqual([]);
});

test('books without a fault are well, by their changes and by all rows', async () => {
  await inTransaction('', async (pool) => {
    expect(await brokenIn(pool, 0)).toEqual([]);
    expect(await brokenIn(pool, WHOLE_PASS_MS)).toEqual([]);
  });
}, 60_000);

test.each(FAULTS)(
  '"%s…" is found broken among the changes, and among all rows',
  async (check, plant) => {
    await inTransaction(plant, async (pool) => {
      expect(await brokenIn(pool, 0)).toContainEqual(expect.stringMatching(`^${check}`));
      await client.query('delete from integrity_passes');
      expect(await brokenIn(pool, WHOLE_PASS_MS)).toContainEqual(expect.stringMatching(`^${check}`));
    });
  },
  60_000,
);

test.each(FAULTS_OF_HISTORIES)(
  '"%s…" is found broken among all rows',
  async (check, plant) => {
    await inTransaction(plant, async (pool) => {
      expect(await brokenIn(pool, WHOLE_PASS_MS)).toContainEqual(expect.stringMatching(`^${check}`));
    });
  },
  60_000,
);

test('without statistics, too, the checks of a hundred charges join pairs of them at most', async () => {
  await client.query('begin');
  try {
    await client.query(FORGET_STATISTICS);
    await client.query(`set local plan_cache_mode = force_generic_plan; ${PLANNING}`);
    await client.query(`prepare slice (uuid[]) as ${STATEMENTS.get('check_charges')?.text}`);
    const { rows: checkouts } = await client.query<{ id: string }>('select id from checkouts limit 100');
    const keys = `{${checkouts.map(({ id }) => id).join(',')}}`;
    const { rows } = await client.query(
      `explain (analyze, timing off, format json) execute slice('${keys}')`,
    );
    const most = mostRows((rows[0]['QUERY PLAN'] as { Plan: PlanNode }[])[0]?.Plan);
    expect(checkouts).toHaveLength(100);
    expect(most).toBeLessThanOrEqual(100 * 100);
  } finally {
    await client.query('rollback');
  }
}, 60_000);

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** The most rows that a step of a plan has made. */
function mostRows(node?: PlanNode): number {
  if (node === undefined) return 0;
  return Math.max(node['Actual Rows'] * node['Actual Loops'], ...(node.Plans ?? []).map(mostRows));
}

test('the next slice waits until the rest after the last one is over', async () => {
  await inTransaction('', async (pool) => {
    let [slices, isResting] = [0, false];
    const watched = {
      ...pool,
      async connect() {
        expect(isResting).toBe(false);
        return pool.connect();
      },
    } as unknown as Pool;
    const onSlice = async (tookMs: number) => {
      expect(tookMs).toBeGreaterThan(0);
      isResting = true;
      await new Promise((resolve) => setImmediate(resolve));
      isResting = false;
      slices++;
    };
    const pass = await checkBooks(watched, { fullMs: WHOLE_PASS_MS, onSlice });
    expect(slices).toBe(pass.slices);
    expect(slices).toBeGreaterThan(5);
  });
}, 60_000);

test('a slice with a fault is checked again by every pass until it is well', async () => {
  await inTransaction(`update captures set mdr_fee = 1 where charge_id = ${CHARGE}`, async (pool) => {
    for (let pass = 0; pass < 4; pass++) expect(await brokenIn(pool, 0)).toHaveLength(2);
    await client.query(`update captures set mdr_fee = 0 where charge_id = ${CHARGE}`);
    expect(await brokenIn(pool, 0)).toEqual([]);
    expect((await checkBooks(pool, { fullMs: 0 })).suspects).toEqual([]);
  });
}, 60_000);

test('a pass over all rows goes on where the last one ended, and then waits for the next day', async () => {
  await inTransaction('', async (pool) => {
    const places = new Set<string>();
    let finishedAt: Date | null = null;
    while (finishedAt === null && places.size < 50) {
      ({ finishedAt } = await checkBooks(pool, { fullMs: 1 }));
      const { rows } = await client.query('select position from integrity_passes');
      const place = JSON.stringify(rows[0].position.full);
      expect(places).not.toContain(place);
      places.add(place);
    }
    expect(finishedAt).not.toBeNull();
    expect(places.size).toBeGreaterThan(5);
    expect((await checkBooks(pool, { fullMs: WHOLE_PASS_MS })).finishedAt).toEqual(finishedAt);
  });
}, 60_000);

async function brokenIn(pool: Pool, fullMs: number): Promise<string[]> {
  const { results } = await checkBooks(pool, { fullMs });
  return results.filter(({ violations }) => violations > 0).map(({ name }) => name);
}

/** Plants a fault, and takes it back. All statements run on one connection, in its transaction. */
async function inTransaction(plant: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local session_replication_role = replica; ${plant}`);
    const query = (asked: string | object) =>
      typeof asked === 'string' && !asked.startsWith('set local')
        ? Promise.resolve()
        : client.query(asked as never);
    const one = { query, release: () => undefined };
    await work({ query, connect: () => Promise.resolve(one) } as unknown as Pool);
  } finally {
    await client.query('rollback');
  }
}
