/**
 * The cost of a checkout's life in a production-like installation: processor time of each part, rows, bytes
 * on disk, bytes of write-ahead log and commits. And the needs of a hundred million of them a month.
 *
 * The stack is that of `npm start -- --cluster`: Temporal's own server on PostgreSQL. A life is created,
 * authorized and captured, and both webhooks come in; half of them are of a recommended product, which leaves
 * a pending award. Each figure is a difference over all lives. Bytes are those of rewritten tables: a living
 * table also has old versions of rows and pages that are half full.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startWebhookReceiver } from '../simulators/webhook-receiver.ts';
import { createApi } from './people.ts';
import type { Api, Credential, Merchant } from './people.ts';
import { simulateMonth } from './month.ts';
import { processorTimes } from './processor-time.ts';
import { printTable } from './report.ts';
import { withStack } from './stack.ts';
import type { BenchStack } from './stack.ts';

const LIVES = 2000;
const CLIENTS = 4;
const WARM_UPS = 40;
/** Monitoring stops a shopper who pays a thousand times in an hour. */
const SHOPPERS = 8;
const SETTLE_MS = 60_000;
/** PostgreSQL counts what a session did within a second of its last transaction. */
const COUNTED_MS = 2000;
/** Tables of which a life touches fewer rows than this are left out. */
const LEAST = 0.05;
/** The share of lives of a recommended product, whose recommender gets a pending award. */
const RECOMMENDED = 0.5;
const A_MONTH = 100_000_000;
/** The service's own database, and Temporal's. */
const DATABASES = ['payments', 'temporal', 'temporal_visibility'] as const;
type DatabaseName = (typeof DATABASES)[number];

process.exitCode = await withStack(
  async (stack) => {
    const receiver = await startWebhookReceiver();
    stack.atEnd(() => receiver.stop());
    const api = createApi(stack);
    const [shop, recommended, recommender] = await Promise.all([
      api.merchant(receiver.url),
      api.merchant(receiver.url),
      api.shopper(),
    ]);
    await api.recommend(recommender, recommended);
    const buyers = await Promise.all(Array.from({ length: SHOPPERS }, () => api.shopper()));
    let lived = 0;
    const live = async (count: number) => {
      lived += count;
      await liveMany(api, { shops: [shop, recommended], buyers, count });
      await receiver.next(({ number }) => number === 2 * lived, SETTLE_MS);
    };
    await live(WARM_UPS);
    await compact(stack);
    const before = await readAll(stack);
    stack.progress.step(`${LIVES} lives, ${CLIENTS} at a time`);
    await live(LIVES);
    const after = await readAll(stack);
    await compact(stack);
    const perLife = differenceOf(before, { ...after, sizes: (await readAll(stack)).sizes });
    printLife(perLife);
    printMonth(perLife);
    return 0;
  },
  { isCluster: true },
);

/** Lives of shoppers by turns, of both merchants by turns, some at once. */
async function liveMany(
  api: Api,
  {
    shops,
    buyers,
    count,
  }: { readonly shops: readonly Merchant[]; readonly buyers: readonly Credential[]; readonly count: number },
): Promise<void> {
  let begun = 0;
  const client = async (): Promise<void> => {
    for (let turn = begun++; turn < count; turn = begun++) {
      const [shop, buyer] = [shops[turn % shops.length], buyers[turn % buyers.length]];
      if (shop === undefined || buyer === undefined) throw new Error('there are neither shops nor buyers');
      await api.capture(await api.authorize(await api.createCheckout(shop), buyer), shop);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** All that was used up to a moment. Times in milliseconds. */
interface Usage {
  readonly processors: ReadonlyMap<string, number>;
  /** Bytes of the write-ahead log, of all databases together. */
  readonly walBytes: number;
  readonly databases: ReadonlyMap<DatabaseName, DatabaseUsage>;
  /** The bytes of each table, as `database.table`, with its indexes and its long values. */
  readonly sizes: ReadonlyMap<string, number>;
}

interface DatabaseUsage {
  readonly commits: number;
  readonly tables: ReadonlyMap<string, TableUsage>;
}

interface TableUsage {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
}

async function withDatabase<T>(
  { superuserUrl }: BenchStack,
  name: DatabaseName,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const url = Object.assign(new URL(superuserUrl), { pathname: `/${name}` });
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Rewrites all tables without the old versions of their rows, which a living table uses again. */
async function compact(stack: BenchStack): Promise<void> {
  for (const name of DATABASES) await withDatabase(stack, name, (client) => client.query('vacuum full'));
}

async function readAll(stack: BenchStack): Promise<Usage> {
  await sleep(COUNTED_MS);
  const processors = (await processorTimes(stack.processes)) ?? new Map<string, number>();
  const databases = new Map<DatabaseName, DatabaseUsage>();
  const sizes = new Map<string, number>();
  let walBytes = 0;
  for (const name of DATABASES) {
    await withDatabase(stack, name, async (client) => {
      const { rows } = await client.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
      walBytes = Number(rows[0]?.bytes);
      const { commits, tables } = await readDatabase(client);
      databases.set(name, { commits, tables });
      for (const [table, { bytes }] of tables) sizes.set(`${name}.${table}`, bytes);
    });
  }
  return { processors, walBytes, databases, sizes };
}

async function readDatabase(client: Client) {
  const { rows: commits } = await client.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  );
  const { rows } = await client.query<{ name: string; bytes: string } & Record<keyof TableUsage, string>>(
    `select relname as name, n_tup_ins as inserted, n_tup_upd as updated, n_tup_del as deleted,
            pg_total_relation_size(relid) as bytes from pg_stat_user_tables`,
  );
  const tables = rows.map(({ name, inserted, updated, deleted, bytes }) => {
    const used = { inserted: Number(inserted), updated: Number(updated), deleted: Number(deleted) };
    return [name, { ...used, bytes: Number(bytes) }] as const;
  });
  return { commits: Number(commits[0]?.count), tables: new Map(tables) };
}

/** The cost of one life: the difference of two moments, shared among the lives between them. */
function differenceOf(before: Usage, after: Usage): Usage {
  const share = (now: number, then = 0) => (now - then) / LIVES;
  const tablesOf = (name: DatabaseName, { tables }: DatabaseUsage) =>
    [...tables].map(([table, { inserted, updated, deleted }]) => {
      const then = before.databases.get(name)?.tables.get(table);
      const used: TableUsage = {
        inserted: share(inserted, then?.inserted),
        updated: share(updated, then?.updated),
        deleted: share(deleted, then?.deleted),
      };
      return [table, used] as const;
    });
  return {
    processors: new Map(
      [...after.processors].map(([name, ms]) => [name, share(ms, before.processors.get(name))]),
    ),
    walBytes: share(after.walBytes, before.walBytes),
    databases: new Map(
      [...after.databases].map(([name, database]) => [
        name,
        {
          commits: share(database.commits, before.databases.get(name)?.commits),
          tables: new Map(tablesOf(name, database)),
        },
      ]),
    ),
    sizes: new Map([...after.sizes].map(([table, bytes]) => [table, share(bytes, before.sizes.get(table))])),
  };
}

/** The bytes of one life in a database. */
function bytesOf({ sizes }: Usage, name: DatabaseName): number {
  const own = [...sizes].filter(([table]) => table.startsWith(`${name}.`));
  return own.reduce((total, [, bytes]) => total + bytes, 0);
}

function sumOf({ tables }: DatabaseUsage, field: keyof TableUsage): number {
  return [...tables.values()].reduce((total, table) => total + table[field], 0);
}

function printLife(life: Usage): void {
  console.log(`\nthe cost of a life (means of ${LIVES}), with two webhooks and half an award\n`);
  printTable(
    ['processor time', 'ms'],
    [...partsOf(life.processors)].map(([part, ms]) => [part, ms.toFixed(1)]),
  );
  console.log(`\n  write-ahead log: ${(life.walBytes / 1000).toFixed(1)} kB\n`);
  for (const [name, database] of life.databases) {
    const sizeOf = (table: string) => life.sizes.get(`${name}.${table}`) ?? 0;
    const rows = [...database.tables]
      .filter(([, { inserted, updated, deleted }]) => inserted + updated + deleted > LEAST)
      .toSorted(([one], [other]) => sizeOf(other) - sizeOf(one))
      .map(([table, used]) => [table, ...cellsOf(used, sizeOf(table))]);
    const sums = {
      inserted: sumOf(database, 'inserted'),
      updated: sumOf(database, 'updated'),
      deleted: sumOf(database, 'deleted'),
    };
    console.log(`  ${name}: ${database.commits.toFixed(1)} commits\n`);
    printTable(
      ['table', 'inserted', 'updated', 'deleted', 'bytes'],
      [...rows, ['in all', ...cellsOf(sums, bytesOf(life, name))]],
    );
    console.log('');
  }
}

function cellsOf({ inserted, updated, deleted }: TableUsage, bytes: number): string[] {
  return [inserted.toFixed(1), updated.toFixed(1), deleted.toFixed(1), bytes.toFixed(0)];
}

/** The processor time of each kind of process: `temporal-history-1` and its like are `temporal-history`. */
function partsOf(processors: ReadonlyMap<string, number>): Map<string, number> {
  const parts = new Map<string, number>();
  for (const [name, ms] of processors) {
    const part = name.replace(/-\d+$/, '');
    parts.set(part, (parts.get(part) ?? 0) + ms);
  }
  return parts;
}

function gb(bytes: number): string {
  return `${(bytes / 1e9).toFixed(0)} GB`;
}

function printMonth(life: Usage): void {
  const month = simulateMonth(A_MONTH, {
    processorMs: partsOf(life.processors),
    commits: [...life.databases.values()].reduce((total, { commits }) => total + commits, 0),
    walBytes: life.walBytes,
    bookBytes: bytesOf(life, 'payments'),
    engineBytes: bytesOf(life, 'temporal') + bytesOf(life, 'temporal_visibility'),
    awards: RECOMMENDED,
  });
  console.log(`\na month of ${A_MONTH.toLocaleString('en')} lives\n`);
  printTable(
    ['', ''],
    [
      ['lives a second, mean', month.meanPerSecond.toFixed(0)],
      ['lives a second, busiest minute', month.peakPerSecond.toFixed(0)],
      ...[...month.processors].map(([part, count]) => [`processors at the peak: ${part}`, count.toFixed(1)]),
      ['commits a second at the peak', month.peakCommits.toFixed(0)],
      ['write-ahead log a second at the peak', `${(month.peakWalBytes / 1e6).toFixed(1)} MB`],
      ['books, added by the month', gb(month.books)],
      ...[...month.engine].map(([days, bytes]) => [`Temporal's store, ${days} days kept`, gb(bytes)]),
      ['pending awards at a time', `${(month.openAwards / 1e6).toFixed(0)} million`],
    ],
  );
}
