import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { migrate as migrateHere } from '../src/migrations/migrate.ts';
import { startMailInbox } from '../simulators/mail-inbox.ts';
import { bundleWorkflows } from '../src/temporal/workflow-bundle.ts';
import { startTemporalCluster } from '../stack/cluster/temporal-cluster.ts';
import { startApi, startWorker } from '../stack/applications.ts';
import { makePartnerSecrets, partnerSettings, startSimulators } from '../stack/partners.ts';
import { DATA, ROOT } from '../stack/places.ts';
import { freePort, steadyPort } from '../stack/ports.ts';
import { startPostgresql } from '../stack/postgresql.ts';
import { bundlePrograms } from '../stack/programs.ts';
import { stopAllChildren, type Child } from '../stack/processes.ts';
import { createProgress } from '../stack/progress.ts';
import type { Progress } from '../stack/progress.ts';
import { startTemporalServer } from '../stack/temporal-server.ts';

/** The whole service on this machine, for one benchmark. */
export interface BenchStack {
  readonly apiUrl: string;
  readonly inboxUrl: string;
  readonly databaseUrl: string;
  /** The same database, as a superuser: for seeding past triggers and foreign keys. */
  readonly superuserUrl: string;
  readonly temporalAddress: string;
  /** The URL of the Temporal server's metrics. Empty for a cluster. */
  readonly metricsUrl: string;
  /** The controls of the simulated partners. Empty without them. */
  readonly simulatorUrl: string;
  readonly operatorToken: string;
  /** The native client, as the API uses it. */
  readonly client: Client;
  readonly logDirectory: string;
  /** Process ids by name: `api`, `worker`, `postgresql`, `temporal`, or a cluster's processes. */
  readonly processes: ReadonlyMap<string, number>;
  readonly worker: Child;
  /** Starts another worker, in the place of a killed one or beside the first. */
  readonly startWorker: () => Promise<Child>;
  readonly progress: Progress;
  /** Registers a cleanup that runs before the stack stops. */
  atEnd(undo: () => Promise<unknown>): void;
}

type Undo = () => Promise<unknown>;

/** Changes to the default stack. */
export interface BenchOptions {
  /** Settings that override the usual ones. */
  readonly settings?: NodeJS.ProcessEnv;
  /** The folder of the code that runs: this project's by default. */
  readonly root?: string;
  /** The program that serves the API, in the place of the service's own. */
  readonly api?: string;
  /** Keeps Temporal's store in a file, as `npm start` does. In memory by default. */
  readonly isStored?: boolean;
  /** Runs Temporal's own server on PostgreSQL, as `npm start -- --cluster` does, and not the dev server. */
  readonly isCluster?: boolean;
  /** Gives live a namespace of its own, and starts the simulated partners that live needs. */
  readonly hasLive?: boolean;
}

/**
 * Starts PostgreSQL (durable, as in production), Temporal (with metrics), a mail inbox, the API and the
 * worker, runs the benchmark, and stops everything. Returns the exit code: the benchmark's, or 1 for a fault.
 */
export async function withStack(
  benchmark: (stack: BenchStack) => Promise<number>,
  options: BenchOptions = {},
): Promise<number> {
  const undo: Undo[] = [stopAllChildren];
  const end = async (): Promise<void> => {
    for (const close of undo.splice(0).reverse())
      await close().catch((error: unknown) => console.error(error));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void end().finally(() => process.exit(130)));
  try {
    return await benchmark(await bringUp(undo, options));
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    await end();
  }
}

/** Starts a second stack beside the first, which ends it. */
export async function besideStack(stack: BenchStack, options: BenchOptions): Promise<BenchStack> {
  const undo: Undo[] = [];
  stack.atEnd(async () => {
    for (const close of undo.splice(0).reverse()) await close();
  });
  return bringUp(undo, options);
}

/** Migrates a database with the migrations of the code in this folder. */
async function migrateBy(root: string, databaseUrl: string): Promise<void> {
  const migrations = pathToFileURL(join(root, 'src', 'migrations', 'migrate.ts')).href;
  const { migrate } = (await import(migrations)) as { migrate: typeof migrateHere };
  await migrate(databaseUrl);
}

/** Stops PostgreSQL and deletes its files. */
async function remove({ stop, directory }: Awaited<ReturnType<typeof startPostgresql>>): Promise<void> {
  await stop();
  if (directory !== null) await rm(dirname(directory), { recursive: true, force: true });
}

interface Files {
  readonly directory: string;
  readonly logDirectory: string;
  readonly progress: Progress;
}

/** A running Temporal, with its processes by name. */
interface RunningTemporal {
  readonly address: string;
  readonly metricsUrl: string;
  readonly children: Readonly<Record<string, Child | null>>;
}

async function startDevServer(
  undo: Undo[],
  { isStored = false, hasLive = false }: BenchOptions,
  { directory, logDirectory, progress }: Files,
): Promise<RunningTemporal> {
  const server = await startTemporalServer({
    logDirectory,
    ...(hasLive && { namespaces: ['default', LIVE_NAMESPACE] }),
    metricsPort: 0,
    progress,
    ...(isStored ? { databaseFile: join(directory, 'temporal.db') } : {}),
  });
  undo.push(() => server.stop());
  return {
    address: server.address,
    metricsUrl: server.metricsUrl ?? '',
    children: { temporal: server.child },
  };
}

async function startCluster(
  undo: Undo[],
  adminUrl: string,
  { directory, logDirectory, progress }: Files,
): Promise<RunningTemporal> {
  const children: Record<string, Child> = {};
  const { address } = await startTemporalCluster({
    directory: join(directory, 'temporal'),
    adminUrl,
    password: randomBytes(12).toString('hex'),
    namespaces: ['default'],
    portOf: () => steadyPort(),
    keep: async ({ name, launch }) => {
      const child = await launch(logDirectory);
      children[name] = child;
      undo.push(() => child.stop());
    },
    progress,
  });
  return { address, metricsUrl: '', children };
}

const LIVE_NAMESPACE = 'live';
let stacks = 0;

async function bringUp(undo: Undo[], options: BenchOptions): Promise<BenchStack> {
  const { settings: more = {}, root = ROOT, isCluster = false, hasLive = false } = options;
  const progress = createProgress((line) => console.error(line));
  const directory = join(DATA, `bench-${process.pid}-${++stacks}`);
  const logDirectory = join(directory, 'logs');
  undo.push(() => rm(directory, { recursive: true, force: true }));

  const postgresql = await startPostgresql({
    directory: join(directory, 'postgresql'),
    logDirectory,
    progress,
  });
  undo.push(() => remove(postgresql));
  await migrateBy(root, postgresql.url);
  const files = { directory, logDirectory, progress };
  const temporal = isCluster
    ? await startCluster(undo, postgresql.adminUrl, files)
    : await startDevServer(undo, options, files);
  const inbox = await startMailInbox();
  undo.push(() => inbox.stop());

  const workflows = join(directory, 'workflows.js');
  await writeFile(workflows, (await bundleWorkflows()).code);
  const apiPort = await freePort();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const environment = settings({
    DATABASE_URL: postgresql.url,
    TEMPORAL_ADDRESS: temporal.address,
    API_PORT: String(apiPort),
    SMTP_URL: inbox.smtpUrl,
    ...(hasLive ? await startPartners(undo, { apiUrl, logDirectory }) : NO_PARTNERS),
    ...(root === ROOT ? { WORKFLOW_BUNDLE: workflows } : {}),
    ...more,
  });
  const programs = root === ROOT ? join(DATA, 'bench-programs') : undefined;
  if (programs !== undefined) await bundlePrograms(programs);
  const launchWorker = () => startWorker({ environment, logDirectory, programs, root });
  const worker = await launchWorker();
  undo.push(() => worker.stop());
  const api = await startApi(apiUrl, { environment, logDirectory, programs, root, script: options.api });
  undo.push(() => api.stop());

  const connection = await NativeConnection.connect({ address: temporal.address });
  undo.push(() => connection.close());
  progress.step('PostgreSQL, Temporal, the API and the worker are up');
  const running = { api, worker, postgresql: postgresql.child, ...temporal.children };
  return {
    apiUrl,
    inboxUrl: inbox.url,
    databaseUrl: postgresql.url,
    superuserUrl: Object.assign(new URL(postgresql.adminUrl), { pathname: new URL(postgresql.url).pathname })
      .href,
    temporalAddress: temporal.address,
    metricsUrl: temporal.metricsUrl,
    simulatorUrl: environment['BANK_URL']?.replace(/\/bank$/, '') ?? '',
    operatorToken: environment['OPERATOR_TOKEN'] ?? '',
    client: new Client({ connection }),
    logDirectory,
    worker,
    startWorker: launchWorker,
    processes: new Map(
      Object.entries(running).flatMap(([name, child]) => (child === null ? [] : [[name, child.pid]])),
    ),
    progress,
    atEnd: (close) => void undo.push(close),
  };
}

/** Nothing listens at this address. */
const NOWHERE = { simulatorUrl: 'http://127.0.0.1:9', publicUrl: 'http://127.0.0.1:9' };
const NO_PARTNERS = partnerSettings(makePartnerSecrets(), NOWHERE);

/** Starts the simulated partners. Returns the settings by which API and worker reach them, and live. */
async function startPartners(
  undo: Undo[],
  { apiUrl: publicUrl, logDirectory }: { readonly apiUrl: string; readonly logDirectory: string },
): Promise<NodeJS.ProcessEnv> {
  const [secrets, port] = [makePartnerSecrets(), await freePort()];
  const simulators = await startSimulators({ port, secrets, publicUrl, stateDirectory: null, logDirectory });
  undo.push(() => simulators.stop());
  return {
    ...partnerSettings(secrets, { simulatorUrl: `http://127.0.0.1:${port}`, publicUrl }),
    TEMPORAL_LIVE_NAMESPACE: LIVE_NAMESPACE,
  };
}

/** The settings of production, except for the addresses and for temporary secrets. */
function settings(addresses: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    DIGEST_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKEN: randomBytes(16).toString('hex'),
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    ADDRESS_LIMITS_SPARE_LOOPBACK: 'true',
    CALLS_PER_KEY: '1000000',
    CALLS_PER_SESSION: '1000000',
    CLOCK_MOVES_PER_ORG: '1000000',
    OTP_MAILS_PER_HOUR: '1000000',
    LOG_LEVEL: 'warn',
    ...addresses,
  };
}
