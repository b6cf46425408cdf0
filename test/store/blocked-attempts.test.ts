import fc from 'fast-check';
import { Client } from 'pg';
import { v7 } from 'uuid';
import { recordBlocked } from '../../src/commands/monitoring.ts';
import type { BlockedMovement } from '../../src/commands/monitoring.ts';
import { seriesOf } from '../../src/domain/monitoring.ts';
import type { CountingWindow } from '../../src/domain/monitoring.ts';
import { countMovements, deleteOldAttempts, recordJudgement } from '../../src/store/compliance.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { Database } from '../../src/store/database.ts';
import { listComplianceRecords } from '../../src/store/operator.ts';
import { jsonText } from '../../src/store/statement.ts';
import { asApplication, cloneDatabase } from '../support/database.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const orgId = v7();
const NEWEST = { afterKey: 'infinity', afterId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** By the role of API and worker. */
let database: Database;
/** By the owner, who may change the time of a record. */
let owner: Client;

beforeAll(async () => {
  const url = await cloneDatabase(`blocked_attempts_store_${process.pid}`);
  database = await openDatabase({ url: asApplication(url), poolSize: 4 });
  owner = new Client({ connectionString: url });
  await owner.connect();
  await owner.query(`set session_replication_role = 'replica'`);
  await owner.query(`insert into orgs (id, name, country_code) values ($1, 'shop', 'US')`, [orgId]);
});
afterAll(() => Promise.all([database.close(), owner.end()]));

interface PastMovement {
  readonly partyId: string;
  readonly amount: number;
  readonly currency: string;
  /** Null: monitoring passed it. */
  readonly rule: string | null;
  /** Seconds before `now`. */
  readonly age: number;
  readonly now: number;
}

/** Records a movement as of then. */
async function record({ partyId, amount, currency, rule, age, now }: PastMovement): Promise<void> {
  const id = v7();
  const at = new Date(now - age * 1000);
  const party = { kind: 'payout', partyId, currency } as const;
  const judged: Omit<BlockedMovement, 'rule' | 'series'> = {
    ...{ id, orgId, env: 'live', subject: `payout:${id}`, facts: jsonText({}), at, deadline: null },
    ...{ movement: 'payout', partyId, amount, currency },
  };
  if (rule !== null) await recordBlocked(database.pool, { ...judged, rule, series: seriesOf(party) });
  else {
    const passed = { rule: 'monitoring', decision: 'PASSED', reason: '', series: null };
    await recordJudgement(database.pool, { ...judged, ...passed });
  }
  for (const table of ['compliance_records', 'blocked_attempts'])
    await owner.query(`update ${table} set recorded_at = at where id = $1`, [id]);
}

test('the limits count blocked attempts as if each had a record of its own', async () => {
  const seconds = fc.constantFrom(MINUTE, HOUR, 24 * HOUR, 48 * HOUR);
  const movement = fc.record({
    amount: fc.integer({ min: 0, max: 1000 }),
    currency: fc.constantFrom('USD', 'EUR'),
    rule: fc.constantFrom(null, 'amount', 'velocity'),
    // Half a minute away from the edge of every window.
    age: fc.integer({ min: 0, max: 50 * 60 }).map((minutes) => minutes * MINUTE + 30),
  });
  const window = fc.record({
    seconds,
    currency: fc.constantFrom('any' as const, 'same' as const),
    least: fc.integer({ min: 0, max: 500 }),
    below: fc.option(fc.integer({ min: 500, max: 1000 }), { nil: null }),
  });
  const moved = fc.array(movement, { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(moved, fc.array(window, { minLength: 1, maxLength: 4 }), async (movements, windows) => {
      const [partyId, now] = [v7(), Date.now()];
      for (const one of movements) await record({ ...one, partyId, now });
      const counted = await countMovements(database.pool, {
        ...{ movement: 'payout', partyId, env: 'live', currency: 'USD' },
        windows: jsonText<readonly CountingWindow[]>(windows),
      });
      const expected = windows.map((one) => {
        const found = movements.filter(
          ({ age, currency, amount }) =>
            age < one.seconds &&
            (one.currency === 'any' || currency === 'USD') &&
            amount >= one.least &&
            (one.below === null || amount < one.below),
        );
        const dollars = found.filter(({ currency }) => currency === 'USD');
        return {
          ...one,
          count: found.length,
          sum: dollars.reduce((total, { amount }) => total + amount, 0),
        };
      });
      expect(counted).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

/** The rows of the operators' list that are about these parties, in the order of their ids. */
async function recordsOf(parties: readonly string[]) {
  const { rows } = await owner.query<{ id: string; currency: string }>(
    'select id, currency from compliance_records where party_id = any($1) order by id',
    [parties],
  );
  const listed = await listComplianceRecords(database.pool, { ...NEWEST, limit: 10_000 });
  return rows.map(({ id, currency }) => ({ ...listed.find((row) => row.id === id), currency }));
}

test('a party has one record of blocked attempts for each rule, currency and day', async () => {
  const partyId = v7();
  const now = new Date().setUTCHours(12, 0, 0, 0);
  const blocked = (more: Partial<PastMovement>) =>
    record({ partyId, amount: 100, currency: 'USD', rule: 'amount', age: 24 * HOUR, now, ...more });
  await blocked({});
  await blocked({ amount: 300, age: 25 * HOUR });
  await blocked({ amount: 200, age: 23 * HOUR });
  await blocked({ rule: 'velocity' });
  await blocked({ currency: 'EUR' });
  await blocked({ age: 48 * HOUR });
  const records = await recordsOf([partyId]);
  expect(
    records.map(({ rule, currency, attempts, largestAmount, at, lastAttemptAt }) => [
      ...[rule, currency, attempts, largestAmount],
      Number(lastAttemptAt) - Number(at),
    ]),
  ).toEqual([
    ['amount', 'USD', 3, 300, HOUR * 1000],
    ['velocity', 'USD', 1, 100, 0],
    ['amount', 'EUR', 1, 100, 0],
    ['amount', 'USD', 1, 100, 0],
  ]);
});

test('sweeps at once delete old attempts, and lose none from the number that a record shows', async () => {
  const [now, old] = [Date.now(), 60 * HOUR];
  const parties = Array.from({ length: 20 }, () => v7());
  for (const partyId of parties)
    for (const [amount, age] of [
      [100, old] as const,
      [300, old] as const,
      [200, old] as const,
      [100, MINUTE] as const,
    ])
      await record({ partyId, amount, currency: 'USD', rule: 'amount', age, now });
  const before = await recordsOf(parties);
  expect(new Set(before.map(({ attempts }) => attempts))).toEqual(new Set([1, 3]));
  const sweep = async () => {
    for (let some = 7; some === 7;)
      some = (await deleteOldAttempts(database.pool, { limit: 7, seconds: 48 * HOUR })).length;
  };
  await Promise.all([sweep(), sweep(), sweep()]);
  // A sweep ends at a batch that others have locked: the next one finds the rest.
  await sweep();
  const { rows: left } = await owner.query(
    `select 1 from blocked_attempts where recorded_at < now() - interval '2 days'`,
  );
  expect(left).toEqual([]);
  expect(await recordsOf(parties)).toEqual(before);
});
