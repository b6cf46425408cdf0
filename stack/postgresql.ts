import { access, chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './ports.ts';
import { findHome, giveTo, type PostgresqlHome } from './postgresql-home.ts';
import { livesAs, startChild, whenReady, type Child } from './processes.ts';
import { SILENT, type Progress } from './progress.ts';

const HOST = '127.0.0.1';
const START_MS = 60_000;
const OLD_SERVER_MS = 15_000;
const SUPERUSER = 'postgres';

export interface PostgresqlOptions {
  /** The data directory, new or from an earlier start. */
  readonly directory: string;
  readonly logDirectory: string;
  /** Any free port by default. */
  readonly port?: number;
  /** The application's database and the name of the role that owns it. */
  readonly database?: string;
  readonly password?: string;
  /** The password of the role by which API and worker connect. The other password by default. */
  readonly applicationPassword?: string;
  readonly maxConnections?: number;
  /** False trades durability for speed, for tests that need no recovery. */
  readonly durable?: boolean;
  /** The URL of a running server (DATABASE_URL). No server is started; the database is created if absent. */
  readonly existingUrl?: string | undefined;
  /** The address by which API and worker connect to the running server. `existingUrl` by default. */
  readonly existingApplicationUrl?: string | undefined;
  readonly progress?: Progress;
}

export interface Postgresql {
  /** The application's database, as its owner (no superuser). */
  readonly url: string;
  /** The same for API and worker: their role owns nothing. `migrate` gives it its rights. */
  readonly applicationUrl: string;
  /** The database `postgres` as superuser: for `create database … template …`. */
  readonly adminUrl: string;
  readonly port: number;
  /** The process. Null for a server that was already running. */
  readonly child: Child | null;
  /** The actual data directory. It may differ from the requested one when running as root. */
  readonly directory: string | null;
  stop(): Promise<void>;
  /** Kills the server with SIGKILL, as a power cut would. A start on the same directory and port recovers. */
  kill(): Promise<void>;
}

/**
 * Starts the bundled PostgreSQL, or uses the one at `existingUrl`, and creates the application's database if
 * absent.
 */
export async function startPostgresql(options: PostgresqlOptions): Promise<Postgresql> {
  if (options.existingUrl !== undefined) return existing(options.existingUrl, options.existingApplicationUrl);
  const progress = options.progress ?? SILENT;
  const password = options.password ?? 'payments';
  const home = await findHome(options.directory, progress);
  const fresh = !(await exists(join(home.data, 'PG_VERSION')));
  if (fresh) await initialise(home, password, options);
  else await endOldServer(home.data, progress);

  const port = options.port ?? (await freePort());
  const child = await startServer(home, port, options);
  const database = options.database ?? 'payments';
  const application = { role: `${database}_app`, password: options.applicationPassword ?? password };
  const adminUrl = `postgresql://${SUPERUSER}:${encodeURIComponent(password)}@${HOST}:${port}/postgres`;
  try {
    await whenReady(child, () => answers(adminUrl), START_MS);
    await createDatabase(adminUrl, database, { role: database, password });
    await createRole(adminUrl, application);
  } catch (error) {
    await child.stop();
    throw explained(error, options.directory);
  }
  return {
    url: `postgresql://${database}:${encodeURIComponent(password)}@${HOST}:${port}/${database}`,
    applicationUrl: `postgresql://${application.role}:${encodeURIComponent(application.password)}@${HOST}:${port}/${database}`,
    adminUrl,
    port,
    child,
    directory: home.data,
    stop: () => child.stop(),
    kill: () => child.kill(),
  };
}

/**
 * Builds the data directory under another name and renames it, so that an interrupted start leaves no
 * incomplete one.
 */
async function initialise(
  home: PostgresqlHome,
  password: string,
  { logDirectory, durable = true }: PostgresqlOptions,
): Promise<void> {
  const building = `${home.data}.${process.pid}`;
  const passwordFile = `${building}.password`;
  await mkdir(building, { recursive: true });
  await chmod(building, 0o700);
  await giveTo(home.account, building);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await giveTo(home.account, passwordFile);
  try {
    const initdb = await startChild({
      name: 'initdb',
      command: join(home.programs, 'bin', 'initdb'),
      // The built-in collation sorts text the same way on every machine, regardless of its locales.
      args: [
        `--pgdata=${building}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--lc-collate=C',
        '--lc-ctype=C',
        '--lc-messages=C',
        '--lc-monetary=C',
        '--lc-numeric=C',
        '--lc-time=C',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      logDirectory,
      workingDirectory: '/',
      account: home.account,
    });
    const outcome = await initdb.exited;
    if (outcome !== 'code 0') throw new Error(`initdb ended with ${outcome}:\n${await initdb.lastLines()}`);
    await rename(building, home.data);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(building, { recursive: true, force: true });
  }
}

function startServer(home: PostgresqlHome, port: number, options: PostgresqlOptions): Promise<Child> {
  const settings = {
    listen_addresses: HOST,
    unix_socket_directories: '',
    max_connections: options.maxConnections ?? 200,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable === false
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : {}),
  };
  return startChild({
    name: 'postgresql',
    command: join(home.programs, 'bin', 'postgres'),
    args: [
      '-D',
      home.data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    logDirectory: options.logDirectory,
    workingDirectory: '/',
    account: home.account,
    // Fast shutdown: rolls back open transactions and closes connections instead of waiting for them.
    stopSignal: 'SIGINT',
  });
}

/**
 * Cleans up after a server that ended uncleanly.
 *
 * Its lock file names a process id. PostgreSQL refuses to start if any process of its user now has that id,
 * so a stale file is removed. A server that outlived its parent is stopped first.
 */
async function endOldServer(data: string, progress: Progress): Promise<void> {
  const lockFile = join(data, 'postmaster.pid');
  const pid = Number((await readFile(lockFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  const runs = () => livesAs(pid, data);
  if (await runs()) {
    progress.step(`an earlier PostgreSQL (process ${pid}) still runs on ${data}: stopping it`);
    process.kill(pid, 'SIGINT');
    const deadline = Date.now() + OLD_SERVER_MS;
    while ((await runs()) && Date.now() < deadline) await sleep(100);
    if (await runs()) throw new Error(`The earlier PostgreSQL does not stop.\nRemedy: kill -9 ${pid}`);
  }
  await rm(lockFile, { force: true });
}

async function existing(url: string, applicationUrl = url): Promise<Postgresql> {
  const adminUrl = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  try {
    await answers(url).catch(async (error: unknown) => {
      if ((error as { code?: string }).code !== '3D000') throw error;
      await createDatabase(adminUrl, decodeURIComponent(new URL(url).pathname.slice(1)));
    });
  } catch (error) {
    throw new Error(
      `The PostgreSQL of DATABASE_URL does not answer: ${error instanceof Error ? error.message : error}\n` +
        'Remedy: start it, correct DATABASE_URL, or unset DATABASE_URL to have one started.',
    );
  }
  const nothing = () => Promise.resolve();
  return {
    url,
    applicationUrl,
    adminUrl,
    port: Number(new URL(url).port || 5432),
    child: null,
    directory: null,
    stop: nothing,
    kill: nothing,
  };
}

/** Returns true when the server of this URL answers a query. Throws without an answer. */
export async function answers(url: string): Promise<boolean> {
  await withClient(url, (client) => client.query('select 1'));
  return true;
}

/** Creates a database and the role that owns it, if absent. Without an owner the connecting role owns it. */
export async function createDatabase(
  adminUrl: string,
  name: string,
  owner?: { readonly role: string; readonly password: string },
): Promise<void> {
  const owned = owner === undefined ? '' : ` owner ${pg.escapeIdentifier(owner.role)}`;
  if (owner !== undefined) await createRole(adminUrl, owner);
  await withClient(adminUrl, async (client) => {
    if ((await client.query('select from pg_database where datname = $1', [name])).rowCount !== 0) return;
    await client.query(`create database ${pg.escapeIdentifier(name)}${owned}`);
  });
}

/** Creates a role that may log in, and nothing else. Sets the password of one that exists. */
export async function createRole(
  adminUrl: string,
  { role, password }: { role: string; password: string },
): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    const verb = rowCount === 0 ? 'create' : 'alter';
    await client.query(
      `${verb} role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(password)}`,
    );
  });
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function explained(error: unknown, directory: string): unknown {
  if (
    (error as { code?: string }).code !== '28P01' &&
    !String(error).includes('password authentication failed')
  )
    return error;
  return new Error(
    `The data in ${directory} was made with another password than .data/secrets.json holds.\nRemedy: put the file back, or delete .data to start afresh.`,
  );
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
