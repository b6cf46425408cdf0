/**
 * The cost of a checkout's life in a production-like installation: processor time of each part, rows, bytes
 * on disk, bytes of write-ahead log and commits. And the needs of a hundred million of them a month.
 *
 * The stack is that of `npm start -- --cluster`: Temporal's own server on PostgreSQL. A life is created,
 * authorized and captured, and both webhooks come in; half of them are of a recommended product, which leaves
 * a pending award. Each figure is a difference over all lives.
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
    const before = await readAll(stack);
    stack.progress.step(`${LIVES} lives, ${CLIENTS} at a time`);
    await live(LIVES);
    const perLife = differenceOf(before, await readAll(stack), LIVES);
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
interface Used {
  readonly processors: ReadonlyMap<string, number>;
  /** Bytes of the write-ahead log, of all databases together. */
  readonly walBytes: number;
  readonly databases: ReadonlyMap<DatabaseName, UsedDatabase>;
}

interface UsedDatabase {
  readonly commits: number;
  readonly tables: ReadonlyMap<string, UsedTable>;
}

interface UsedTable {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** With its indexes and its long values. */
  readonly bytes: number;
}

async function readAll({ processes, superuserUrl }: BenchStack): Promise<Used> {
  await sleep(COUNTED_MS);
  const processors = (await processorTimes(processes)) ?? new Map<string, number>();
  const databases = new Map<DatabaseName, UsedDatabase>();
  let walBytes = 0;
  for (const name of DATABASES) {
    const client = new Client({
      connectionString: Object.assign(new URL(superuserUrl), { pathname: `/${name}` }).href,
    });
    await client.connect();
    const { rows: wal } = await client.query<{ bytes: string }>(
      `select pg_current_wal_lsn() - '0/0' as bytes`,
    );
    walBytes = Number(wal[0]?.bytes);
    databases.set(name, await readDatabase(client));
    await client.end();
  }
  return { processors, walBytes, databases };
}

async function readDatabase(client: Client): Promise<UsedDatabase> {
  const { rows: commits } = await client.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  );
  const { rows } = await client.query<{ name: string } & Record<keyof UsedTable, string>>(
    `select relname as name, n_tup_ins as inserted, n_tup_upd as updated, n_tup_del as deleted,
            pg_total_relation_size(relid) as bytes from pg_stat_user_tables`,
  );
  const tables = rows.map(({ name, inserted, updated, deleted, bytes }): [string, UsedTable] => [
    name,
    {
      inserted: Number(inserted),
      updated: Number(updated),
      deleted: Number(deleted),
      bytes: Number(bytes),
    },
  ]);
  return { commits: Number(commits[0]?.count), tables: new Map(tables) };
}

/** The cost of one life: the difference of two moments, shared among the lives between them. */
function differenceOf(before: Used, after: Used, lives: number): Used {
  const share = (now: number, then = 0) => (now - then) / lives;
  return {
    processors: new Map(
      [...after.processors].map(([name, ms]) => [name, share(ms, before.processors.get(name))]),
    ),
    walBytes: share(after.walBytes, before.walBytes),
    databases: new Map(
      [...after.databases].map(([name, { commits, tables }]) => {
        const old = before.databases.get(name);
        const change = [...tables].map(([table, now]): [string, UsedTable] => {
          const then = old?.tables.get(table);
          return [
            table,
            {
              inserted: share(now.inserted, then?.inserted),
              updated: share(now.updated, then?.updated),
              deleted: share(now.deleted, then?.deleted),
              bytes: share(now.bytes, then?.bytes),
            },
          ];
        });
        return [name, { commits: share(commits, old?.commits), tables: new Map(change) }];
      }),
    ),
  };
}

function sumOf({ tables }: UsedDatabase, field: keyof UsedTable): number {
  return [...tables.values()].reduce((total, table) => total + table[field], 0);
}

function printLife({ processors, walBytes, databases }: Used): void {
  console.log(`\nthe cost of a life (means of ${LIVES}), with two webhooks and half an award\n`);
  printTable(
    ['processor time', 'ms'],
    [...partsOf(processors)].map(([part, ms]) => [part, ms.toFixed(1)]),
  );
  console.log(`\n  write-ahead log: ${(walBytes / 1000).toFixed(1)} kB\n`);
  for (const [name, database] of databases) {
    const rows = [...database.tables]
      .filter(([, { inserted, updated, deleted }]) => inserted + updated + deleted > LEAST)
      .toSorted(([, one], [, other]) => other.bytes - one.bytes)
      .map(([table, used]) => [table, ...cellsOf(used)]);
    const all = cellsOf({
      inserted: sumOf(database, 'inserted'),
      updated: sumOf(database, 'updated'),
      deleted: sumOf(database, 'deleted'),
      bytes: sumOf(database, 'bytes'),
    });
    console.log(`  ${name}: ${database.commits.toFixed(1)} commits\n`);
    printTable(['table', 'inserted', 'updated', 'deleted', 'bytes'], [...rows, ['in all', ...all]]);
    console.log('');
  }
}

function cellsOf({ inserted, updated, deleted, bytes }: UsedTable): string[] {
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

function printMonth({ processors, walBytes, databases }: Used): void {
  const [books, store, visibility] = DATABASES.map((name) => databases.get(name));
  if (books === undefined || store === undefined || visibility === undefined) throw new Error('not measured');
  const month = simulateMonth(A_MONTH, {
    processorMs: partsOf(processors),
    commits: books.commits + store.commits + visibility.commits,
    walBytes,
    bookBytes: sumOf(books, 'bytes'),
    engineBytes: sumOf(store, 'bytes') + sumOf(visibility, 'bytes'),
    awards: books.tables.get('awards')?.inserted ?? 0,
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
      ['open awards', `${(month.openAwards / 1e6).toFixed(0)} million`],
    ],
  );
}
