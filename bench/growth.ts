/**
 * Do the passes in the background cost more as the books grow?
 *
 * Books of 10⁴, 10⁵ and (with `-- --million`) 10⁶ captured charges with an open award each, of which the same
 * few are due. Measured for each size: time, calls to PostgreSQL and Temporal, and memory, of a pass over
 * what is due. The exponent is the slope of log(time) over log(size): 0 for a cost that does not grow, 1 for
 * one that grows as the books do.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import pg from 'pg';
import { ENVIRONMENTS } from '../src/domain/environment.ts';
import { migrate } from '../src/migrations/migrate.ts';
import { checkBooks } from '../src/store/integrity-passes.ts';
import { openDatabase } from '../src/store/database.ts';
import type { Database } from '../src/store/database.ts';
import { reconcile, reconcileAll } from '../src/temporal/reconcile.ts';
import { startPostgresql } from '../stack/postgresql.ts';
import { stopAllChildren } from '../stack/processes.ts';
import { startTemporalServer } from '../stack/temporal-server.ts';
import { taskQueues } from '../workflows/messages.ts';
import { makeDue, seedCharges } from './growth-books.ts';
import { printTable } from './report.ts';
import { median } from './slices.ts';

const SIZES = process.argv.includes('--million') ? [10_000, 100_000, 1_000_000] : [10_000, 100_000];
const DUE = 200;
const ROUNDS = 7;
/** The rows of the pass over all of them. */
const LOST = 2000;
const CHECK_ROUNDS = 3;
/** The charges that are written between two passes of the checks. */
const CHANGED = 1000;

interface Figure {
  readonly ms: number;
  readonly statements: number;
  readonly calls: number;
  readonly peakMb: number;
}

const directory = await mkdtemp(join(tmpdir(), 'growth-'));
const counts = { statements: 0, calls: 0 };
try {
  const logDirectory = join(directory, 'logs');
  const [postgresql, temporal] = await Promise.all([
    startPostgresql({ directory: join(directory, 'postgresql'), logDirectory }),
    startTemporalServer({ logDirectory }),
  ]);
  await migrate(postgresql.url);
  const admin = new URL(postgresql.adminUrl);
  admin.pathname = new URL(postgresql.url).pathname;
  const seeder = new pg.Client({ connectionString: admin.href });
  await seeder.connect();
  const deps = await openDeps(postgresql.url, temporal.address);
  const rows: string[][] = [];
  const figures: Figure[] = [];
  const checkRows: string[][] = [];
  const checks: Figure[] = [];
  let size = 0;
  for (const next of SIZES) {
    // Old enough that no pass takes them for changes.
    await seedCharges(seeder, { first: size, end: next, minutesAgo: 60 });
    await seeder.query('vacuum analyze');
    console.error(`seeded ${next} charges`);
    size = next;
    await makeDue(seeder, DUE, 20);
    // The first pass starts the missing workflows. The measured ones find them running, as always.
    await reconcile(deps);
    const figure = await measure(() => reconcile(deps));
    figures.push(figure);
    rows.push(cells(size, 'what is due', figure));
    const checked = await measureChecks(deps.database.pool, seeder, size);
    size += CHANGED * (CHECK_ROUNDS + 1);
    checks.push(checked.changes);
    checkRows.push(cells(next, `${CHANGED} changed charges`, checked.changes));
    // It reads every row, so one size is enough.
    if (checked.full !== null) checkRows.push(cells(next, 'all rows, in slices', checked.full));
    console.error(rows.at(-1)?.join('  '));
  }
  // Every one of these rows has lost its workflow: each is started.
  await seeder.query('delete from awards where id >= seeded(11, $1::bigint)', [LOST]);
  rows.push(cells(LOST, 'all rows, by hand', await measure(() => reconcileAll(deps, null), 1)));
  console.log(`\nreconciliation, ${DUE} of the awards due (medians of ${ROUNDS} passes)\n`);
  printTable(['open awards', 'pass', 'ms', 'statements', 'calls of Temporal', 'more heap, MB'], rows);
  console.log(`\n  exponent of the scheduled pass: ${exponent(figures).toFixed(2)}`);
  console.log(`\nintegrity checks (medians of ${CHECK_ROUNDS} passes; the pass over all rows once)\n`);
  printTable(['charges', 'pass', 'ms', 'statements', 'calls of Temporal', 'more heap, MB'], checkRows);
  console.log(`\n  exponent of the pass over changes: ${exponent(checks).toFixed(2)}`);
  await seeder.end();
  await deps.database.close();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  // Connections that the end of the server breaks are no fault.
  process.on('uncaughtException', () => undefined);
  await stopAllChildren();
  await rm(directory, { recursive: true, force: true });
}

async function openDeps(databaseUrl: string, address: string) {
  const connection = await Connection.connect({
    address,
    interceptors: [
      (options, next) => {
        counts.calls++;
        return next(options) as never;
      },
    ],
  });
  const opened = await openDatabase({ url: databaseUrl, poolSize: 4 });
  const pool = new Proxy(opened.pool, {
    get(target, name) {
      if (name === 'query' || name === 'connect') counts.statements++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const database: Database = { ...opened, pool };
  return {
    client: new TemporalClient({ connection }),
    database,
    environments: ENVIRONMENTS,
    startSettings: { queues: taskQueues(`growth-${randomUUID()}`) },
  };
}

/** The checks of 1,000 changed charges, and of all rows. Both must find nothing. */
async function measureChecks(pool: pg.Pool, seeder: pg.Client, size: number) {
  const pass = async (fullMs: number): Promise<void> => {
    const { results } = await checkBooks(pool, { fullMs });
    const broken = results.filter(({ violations }) => violations > 0);
    if (broken.length > 0) throw new Error(`the checks found ${JSON.stringify(broken)}`);
  };
  // The first pass begins at the present end of the books.
  await seeder.query('delete from integrity_passes');
  await pass(0);
  const found: Figure[] = [];
  for (let round = 0; round <= CHECK_ROUNDS; round++) {
    const first = size + round * CHANGED;
    await seedCharges(seeder, { first, end: first + CHANGED });
    const figure = await measure(() => pass(0), 1);
    if (round > 0) found.push(figure);
  }
  const of = (name: keyof Figure): number => median(found.map((figure) => figure[name]));
  const changes = {
    ms: of('ms'),
    statements: of('statements'),
    calls: of('calls'),
    peakMb: of('peakMb'),
  };
  console.error(cells(size, 'changes', changes).join('  '));
  if (size !== SIZES[0]) return { changes, full: null };
  await seeder.query('delete from integrity_passes');
  return { changes, full: await measure(() => pass(3_600_000), 1) };
}

/** Medians of several passes, after one that is not counted. */
async function measure(pass: () => Promise<unknown>, rounds = ROUNDS): Promise<Figure> {
  if (rounds > 1) await pass();
  const found: Figure[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = { ...counts, heap: process.memoryUsage().heapUsed };
    let peak = before.heap;
    const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage().heapUsed)), 5);
    const begin = performance.now();
    await pass();
    clearInterval(watching);
    found.push({
      ms: performance.now() - begin,
      statements: counts.statements - before.statements,
      calls: counts.calls - before.calls,
      peakMb: (peak - before.heap) / 2 ** 20,
    });
  }
  const of = (name: keyof Figure): number => median(found.map((figure) => figure[name]));
  return { ms: of('ms'), statements: of('statements'), calls: of('calls'), peakMb: of('peakMb') };
}

function cells(size: number, pass: string, { ms, statements, calls, peakMb }: Figure): string[] {
  return [String(size), pass, ms.toFixed(0), String(statements), String(calls), peakMb.toFixed(0)];
}

/** The slope of log(time) over log(size), between the smallest and the largest size. */
function exponent(figures: readonly Figure[]): number {
  const [first, last] = [figures[0]?.ms ?? NaN, figures.at(-1)?.ms ?? NaN];
  return Math.log(last / first) / Math.log((SIZES.at(-1) ?? NaN) / (SIZES[0] ?? NaN));
}
