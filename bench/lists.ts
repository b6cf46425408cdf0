/**
 * The cost of reading as history grows: the same calls of the store on 1,000 to 1,000,000 sales of one
 * merchant.
 *
 * Each size is its own database on one server, so that its tables and indexes have that size too. The calls
 * are the store's own prepared statements on one connection. They run by turns over the sizes in many short
 * rounds, so that other work on the machine affects all sizes alike. The exponent is the slope of log(time)
 * on log(sales): 0 is constant, 1 is linear. The control is a statement that does nothing, whose cost has no
 * size.
 *
 * The table also shows the pages of tables and indexes that the call touches when it is planned for its
 * values: at most a few for each row of its answer.
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../src/migrations/migrate.ts';
import { listCashback } from '../src/store/cashback.ts';
import type { AwardStatus } from '../src/domain/cashback.ts';
import { openDatabase } from '../src/store/database.ts';
import type { Database, Queryable } from '../src/store/database.ts';
import { cashbackSummary, merchantBalances } from '../src/store/merchant-totals.ts';
import { listSales, saleView } from '../src/store/sales.ts';
import type { SalesQuery } from '../src/store/sales.ts';
import { statement } from '../src/store/statement.ts';
import { timelineRow } from '../src/store/timeline.ts';
import { DATA } from '../stack/places.ts';
import { startPostgresql } from '../stack/postgresql.ts';
import { stopAllChildren } from '../stack/processes.ts';
import { createProgress } from '../stack/progress.ts';
import { seedHistory } from './history.ts';
import type { History } from './history.ts';
import { printTable } from './report.ts';
import { quantile } from './slices.ts';

const SIZES = [1000, 10_000, 100_000, 300_000, 1_000_000] as const;
const AIM = 0.05;
/** A control with a steeper slope than this makes a run void. */
const CONTROL_WITHIN = 0.05;
const ROUNDS = 25;
const CALLS = 40;
const PAGE = 51;

interface Reading {
  readonly name: string;
  readonly read: (on: Queryable, place: Place) => Promise<unknown>;
}

/** A database of one size, with the start of its deep pages. */
interface Place extends History {
  readonly database: Database;
  readonly deep: { readonly key: string; readonly id: string };
}

const nothing = statement<Record<string, never>, unknown>('nothing', 'select 1');

const sales = (name: string, statuses: SalesQuery['statuses'], deep: boolean): Reading => ({
  name,
  read: (on, place) =>
    listSales(on, {
      orgId: place.orgId,
      env: 'sandbox',
      statuses,
      after: deep ? place.deep : null,
      limit: PAGE,
    }),
});

const cashbackOf = (on: Queryable, userId: string, status: AwardStatus | null) =>
  listCashback(on, { userId, env: 'sandbox', status, after: null, limit: PAGE });

const READINGS: readonly Reading[] = [
  { name: 'control: select 1', read: (on) => nothing(on, {}) },
  sales('sales, first page', [], false),
  sales('sales, page at nine tenths', [], true),
  sales('sales of a rare status, first page', ['VOIDED'], false),
  sales('sales of a rare status, page at nine tenths', ['VOIDED'], true),
  sales('sales of three statuses, first page', ['CAPTURED', 'VOIDED', 'EXPIRED'], false),
  sales('sales of three statuses, page at nine tenths', ['CAPTURED', 'VOIDED', 'EXPIRED'], true),
  { name: 'sale in full', read: (on, { saleId }) => saleView(on, { saleId }) },
  { name: 'timeline of a charge', read: (on, { chargeId }) => timelineRow(on, { chargeId }) },
  { name: 'cashback summary', read: (on, { orgId }) => cashbackSummary(on, { orgId, env: 'sandbox' }) },
  { name: 'balance', read: (on, { orgId }) => merchantBalances(on, { orgId, env: 'sandbox' }) },
  { name: "a shopper's cashback, first page", read: (on, { shopperId }) => cashbackOf(on, shopperId, null) },
  {
    name: "a shopper's cashback of a rare status",
    read: (on, { shopperId }) => cashbackOf(on, shopperId, 'LANDED'),
  },
];

const progress = createProgress((line) => console.error(line));
const directory = join(DATA, `bench-${process.pid}`);
const undo: (() => Promise<unknown>)[] = [
  () => rm(directory, { recursive: true, force: true }),
  stopAllChildren,
];

async function prepare(): Promise<Place[]> {
  const options = {
    directory: join(directory, 'postgresql'),
    logDirectory: join(directory, 'logs'),
    progress,
  };
  const postgresql = await startPostgresql({
    ...options,
    durable: false,
    password: randomBytes(12).toString('hex'),
  });
  undo.push(async () => {
    await postgresql.stop();
    if (postgresql.directory !== null)
      await rm(dirname(postgresql.directory), { recursive: true, force: true });
  });
  const places: Place[] = [];
  for (const size of SIZES) places.push(await placeOf(postgresql.adminUrl, size));
  return places;
}

async function placeOf(adminUrl: string, size: number): Promise<Place> {
  const url = new URL(adminUrl);
  url.pathname = `/sales_${size}`;
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database sales_${size}`);
  await admin.end();
  await migrate(url.href);
  const history = await seedHistory(url.href, size);
  progress.step(`${size} sales are there`);
  const database = await openDatabase({ url: url.href, poolSize: 1 });
  undo.push(() => database.close());
  return { ...history, database, deep: await deepPlace(database, history, size) };
}

/**
 * The start of the last tenth. It pages through the whole history on the way, which must show each sale once.
 */
async function deepPlace({ pool }: Database, { orgId }: History, size: number): Promise<Place['deep']> {
  const seen = new Set<string>();
  let deep: Place['deep'] | null = null;
  for (let after: Place['deep'] | null = null; ;) {
    const rows = await listSales(pool, { orgId, env: 'sandbox', statuses: [], after, limit: 100 });
    const last = rows.at(-1);
    if (last === undefined) break;
    for (const { id } of rows) seen.add(id);
    after = { key: last.createdAt.toISOString(), id: last.id };
    if (seen.size >= size * 0.9) deep ??= after;
  }
  if (seen.size !== size || deep === null) throw new Error(`paging told ${seen.size} of ${size} sales`);
  return deep;
}

/**
 * Milliseconds per call, by reading and size: the lower quartile of the rounds, which other work on the
 * machine affects least.
 */
async function measure(places: readonly Place[]): Promise<number[][]> {
  const rounds = READINGS.map(() => places.map((): number[] => []));
  for (let round = -3; round < ROUNDS; round++) {
    for (const [index, { read }] of READINGS.entries()) {
      for (let turn = 0; turn < places.length; turn++) {
        const size = (turn + round + places.length) % places.length;
        const place = places[size] as Place;
        const begin = performance.now();
        for (let call = 0; call < CALLS; call++) await read(place.database.pool, place);
        if (round >= 0) rounds[index]?.[size]?.push((performance.now() - begin) / CALLS);
      }
    }
  }
  return rounds.map((sizes) => sizes.map((times) => quantile(times, 0.25)));
}

/** The slope of log(cost) on log(size), by least squares. */
function exponentOf(costs: readonly number[]): number {
  const points = costs.map((cost, index) => [Math.log(SIZES[index] ?? NaN), Math.log(cost)] as const);
  const [meanX, meanY] = [0, 1].map(
    (axis) => points.reduce((total, point) => total + (point[axis] ?? NaN), 0) / points.length,
  ) as [number, number];
  const slope = points.reduce((total, [x, y]) => total + (x - meanX) * (y - meanY), 0);
  return slope / points.reduce((total, [x]) => total + (x - meanX) ** 2, 0);
}

/** The pages of tables and indexes that each reading touches, by reading and size. */
async function countPages(places: readonly Place[]): Promise<number[][]> {
  return Promise.all(READINGS.map(({ read }) => Promise.all(places.map((place) => pagesOf(read, place)))));
}

async function pagesOf(read: Reading['read'], place: Place): Promise<number> {
  let pages = 0;
  const explaining: Queryable = {
    async query(query) {
      const explain = `explain (analyze, buffers, format json) ${query.text}`;
      const { rows } = await place.database.pool.query(explain, query.values);
      const { Plan: plan } = rows[0]['QUERY PLAN'][0];
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      // A statement keeps the columns of its first result: the plan's columns would stay for the measurement.
      return place.database.pool.query(query);
    },
  };
  await read(explaining, place);
  return pages;
}

/**
 * Prints both costs. Returns the exit code: 1 when a reading misses its aim, or the control makes the run
 * void.
 */
function print(times: readonly (readonly number[])[], pages: readonly (readonly number[])[]): number {
  const sizes = SIZES.map((size) => size.toLocaleString('en'));
  console.log(
    `\nreading as history grows: ms a call (lower quartile of ${ROUNDS} rounds of ${CALLS}) and pages touched\n`,
  );
  const rows = READINGS.map(({ name }, index) => {
    const [time, page] = [times[index] ?? [], pages[index] ?? []];
    const exponent = exponentOf(time);
    const verdict = index === 0 ? '' : exponent <= AIM ? 'reached' : 'missed';
    return [name, ...time.map((ms) => ms.toFixed(3)), exponent.toFixed(3), verdict, ...page.map(String)];
  });
  printTable(['', ...sizes, 'exponent', `aim <= ${AIM}`, ...sizes], rows);
  const isVoid = Math.abs(exponentOf(times[0] ?? [])) > CONTROL_WITHIN;
  if (isVoid)
    console.log(
      `\nVOID: the control, which has no size, is further from 0 than ${CONTROL_WITHIN}. Other work is going on here: run it again.`,
    );
  return isVoid || !times.slice(1).every((costs) => exponentOf(costs) <= AIM) ? 1 : 0;
}

try {
  const places = await prepare();
  const pages = await countPages(places);
  progress.step('reading by turns');
  process.exitCode = print(await measure(places), pages);
} finally {
  for (const close of undo.reverse()) await close().catch((error: unknown) => console.error(error));
}
