import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { ENVIRONMENTS } from '../../src/domain/environment.ts';
import { createApi } from '../../bench/people.ts';
import { migrate } from '../../src/migrations/migrate.ts';
import { openDatabase } from '../../src/store/database.ts';
import { checkIntegrity } from '../../src/store/integrity.ts';
import { reconcileAll } from '../../src/temporal/reconcile.ts';
import { DATA } from '../../stack/places.ts';
import { stopAllChildren } from '../../stack/processes.ts';
import { createProgress } from '../../stack/progress.ts';
import { taskQueues } from '../../workflows/messages.ts';
import { copyOfServer, dumpOfDatabase } from './backup.ts';
import type { Backup } from './backup.ts';
import { countOpen, countStatuses, endsOf, seedObligations, sum } from './obligations.ts';
import type { Seeded } from './obligations.ts';
import { startBoth, startServers, startSurroundings } from './service.ts';
import type { Servers, Surroundings } from './service.ts';

const USAGE = `npm run rehearse [-- --open <number>] [-- --dump]
  --open <number>  the open rows at the time of the backup (1000)
  --dump           pg_dump instead of a copy of the server's files, on the empty database that
                   MIGRATION_DATABASE_URL (its owner) and DATABASE_URL (API and worker) name`;
/** Longer than the longest wait of the sandbox: an award lands after 30 days. */
const SECONDS_UNTIL_ALL_IS_DUE = 45 * 24 * 3600;
const FINISH_MS = 300_000;

const progress = createProgress();

/** Runs a step, and prints its duration. */
async function timed<T>(what: string, step: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await step();
  progress.step(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return result;
}

interface Before {
  readonly seeded: Seeded;
  readonly surroundings: Surroundings;
  readonly open: Readonly<Record<string, number>>;
}

/** Makes open rows, backs up the database, then kills every process and deletes both stores. */
async function loseEverything(count: number, directory: string, backup: Backup): Promise<Before> {
  const surroundings = await startSurroundings(directory);
  const servers = await startServers(directory, progress);
  await migrate(servers.postgresql.url, servers.postgresql.applicationUrl);
  const applications = await startBoth(servers, surroundings, directory);
  const pool = new Pool({ connectionString: servers.postgresql.url, max: 2 });
  const addresses = { apiUrl: applications.apiUrl, inboxUrl: surroundings.inboxUrl };
  const seeded = await timed('open rows made', () => seedObligations(addresses, pool, count));
  const open = await countOpen(pool);
  progress.step(`${sum(open)} open rows: ${JSON.stringify(open)}`);
  await timed('the backup is taken', () => backup.take(servers.postgresql));
  await pool.end();
  await Promise.all([applications.kill(), servers.kill()]);
  await Promise.all([
    backup.lose(),
    ...['', '-wal', '-shm'].map((end) => rm(`${join(directory, 'temporal.db')}${end}`, { force: true })),
  ]);
  progress.step("every process was killed, the database and Temporal's store are deleted");
  return { seeded, surroundings, open };
}

/** Starts the missing workflow of every open row. */
async function rebuild({ postgresql, client }: Servers) {
  const database = await openDatabase({ url: postgresql.applicationUrl, poolSize: 4 });
  try {
    return await reconcileAll(
      { client, database, environments: ENVIRONMENTS, startSettings: { queues: taskQueues('payments') } },
      null,
    );
  } finally {
    await database.close();
  }
}

/** Repeats a call that is answered 503: a move that takes longer than a call goes on without it. */
async function repeated<T>(call: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + FINISH_MS; ; await sleep(1000)) {
    try {
      return await call();
    } catch (error) {
      if (!/ answered 503 /.test(String(error)) || Date.now() > deadline) throw error;
    }
  }
}

/** Waits until no row is open. Returns the open rows that are left after that time. */
async function finish(pool: Pool): Promise<Record<string, number>> {
  const deadline = Date.now() + FINISH_MS;
  for (;;) {
    const open = await countOpen(pool);
    if (sum(open) === 0 || Date.now() > deadline) return open;
    await sleep(500);
  }
}

async function rehearse(count: number, directory: string, backup: Backup): Promise<boolean> {
  const { seeded, surroundings, open } = await loseEverything(count, directory, backup);

  await timed('the backup is restored', () => backup.restore());
  const servers = await timed('PostgreSQL and an empty Temporal answer', () =>
    startServers(directory, progress),
  );
  // It gives the role of API and worker its rights, which a dump does not hold.
  await migrate(servers.postgresql.url, servers.postgresql.applicationUrl);
  const pool = new Pool({ connectionString: servers.postgresql.url, max: 2 });
  const restored = await countOpen(pool);
  const rebuilt = await timed('workflows rebuilt', () => rebuild(servers));
  progress.step(`reconciliation: ${JSON.stringify(rebuilt)}`);
  const applications = await startBoth(servers, surroundings, directory);
  const { advance } = createApi({ ...applications, inboxUrl: surroundings.inboxUrl, atEnd: () => undefined });
  const fired = await timed('the sandbox clock moved past all of it', () =>
    repeated(() => advance(seeded.shop, SECONDS_UNTIL_ALL_IS_DUE)),
  );
  const left = await timed('all rows finished', () => finish(pool));
  const integrity = await checkIntegrity(pool);
  const violations = integrity.filter((check) => check.violations > 0);
  const statuses = await countStatuses(pool);
  progress.step(`fired ${fired}; statuses: ${JSON.stringify(statuses)}`);
  progress.step(`${integrity.length} checks of the books, ${violations.length} with violations`);
  for (const { name, violations: number } of violations) console.log(`FAIL ${number} ${name}`);
  await pool.end();
  await Promise.all([applications.kill(), servers.kill()]);
  await backup.clean();
  const isWhole = JSON.stringify(restored) === JSON.stringify(open) && rebuilt.started === sum(open);
  if (!isWhole) console.log(`FAIL open before ${JSON.stringify(open)}, after ${JSON.stringify(restored)}`);
  const wrong = Object.entries(endsOf(open)).filter(([status, rows]) => (statuses[status] ?? 0) !== rows);
  if (wrong.length > 0) console.log(`FAIL expected ${JSON.stringify(Object.fromEntries(wrong))}`);
  if (sum(left) > 0) console.log(`FAIL still open: ${JSON.stringify(left)}`);
  return isWhole && wrong.length === 0 && sum(left) === 0 && violations.length === 0;
}

/**
 * Rehearses the loss of everything: the service runs with open rows, its database is backed up, all processes
 * are killed and both stores deleted. From the backup and an empty Temporal every row must finish, once.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { open: { type: 'string', default: '1000' }, dump: { type: 'boolean', default: false } },
  });
  const directory = join(DATA, `rehearsal-${process.pid}`);
  if (!(Number(values.open) >= 8)) throw new Error(USAGE);
  const owner = process.env['MIGRATION_DATABASE_URL'];
  if (values.dump !== (owner !== undefined)) throw new Error(USAGE);
  const backup =
    owner === undefined
      ? copyOfServer(join(directory, 'backup'))
      : dumpOfDatabase(join(directory, 'payments.dump'), owner);
  let passed = false;
  try {
    passed = await rehearse(Number(values.open), directory, backup);
  } finally {
    await stopAllChildren();
    // On failure the logs stay.
    if (passed) await rm(directory, { recursive: true, force: true });
  }
  console.log(passed ? 'the rehearsal passed' : `the rehearsal FAILED; logs: ${join(directory, 'logs')}`);
  process.exit(passed ? 0 : 1);
}

await main();
