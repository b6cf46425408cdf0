import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMailInbox } from '../../../simulators/mail-inbox.ts';
import { migrate } from '../../../src/migrations/migrate.ts';
import { bundleWorkflows } from '../../../src/temporal/workflow-bundle.ts';
import { startApi, startWorker } from '../../../stack/applications.ts';
import { makePartnerSecrets, partnerSettings, startSimulators } from '../../../stack/partners.ts';
import { DATA } from '../../../stack/places.ts';
import { freePort } from '../../../stack/ports.ts';
import type { Child } from '../../../stack/processes.ts';
import { bundlePrograms } from '../../../stack/programs.ts';
import type { Progress } from '../../../stack/progress.ts';
import type { DatabaseAccess } from './database-access.ts';
import { startComponent } from './component.ts';
import type { Component } from './component.ts';
import { PASSWORD, adminUrl, databaseUrl, startSingleDatabase } from './postgresql.ts';
import type { StartDatabase } from './postgresql.ts';
import { openLink } from './proxy.ts';
import type { Link } from './proxy.ts';
import { balanceApis, startBreakableCluster, startDevServer } from './temporal.ts';
import type { BalancedApi, BreakableTemporal, StartComponent, Undo } from './temporal.ts';

/** The service on this machine. Every process and every connection of it can be broken. */
export interface BreakableStack {
  /** The addresses of the APIs, or the one of the balancer in front of them. */
  readonly apiUrls: readonly string[];
  readonly inboxUrl: string;
  /** The database without a link, for changes that no call of the API makes. */
  readonly databaseUrl: string;
  readonly operatorToken: string;
  readonly components: readonly Component[];
  /** Between each API or worker and PostgreSQL or Temporal. */
  readonly links: readonly Link[];
  /** Of each server of a Temporal cluster to PostgreSQL. */
  readonly accesses: readonly DatabaseAccess[];
  readonly logDirectory: string;
  /** Returns true while the stack stops: then no process is broken or restarted. */
  isStopping(): boolean;
  /** Ends every process and deletes the databases. The logs stay. */
  stop(): Promise<void>;
}

export interface StackOptions {
  readonly directory: string;
  readonly apis: number;
  readonly workers: number;
  /**
   * Runs Temporal's own servers on PostgreSQL, and a balancer in front of the APIs, as `npm start --
   * --cluster`.
   */
  readonly isCluster?: boolean;
  /** Starts PostgreSQL: one server by default. */
  readonly startDatabase?: StartDatabase;
  readonly progress: Progress;
}

const CONNECTIONS = 200;
/** For eight servers of Temporal besides APIs and workers. */
const CLUSTER_CONNECTIONS = 400;

/**
 * Starts databases, partners, APIs and workers on free ports. If one fails to start, it stops all of them.
 */
export async function startStack(options: StackOptions): Promise<BreakableStack> {
  const undo: Undo = [];
  const stop = async (): Promise<void> => {
    for (const close of undo.splice(0).reverse())
      await close().catch((error: unknown) => options.progress.step(String(error)));
  };
  try {
    const stack = await bringUp(options, undo);
    let isStopping = false;
    return {
      ...stack,
      isStopping: () => isStopping,
      async stop() {
        isStopping = true;
        // Ends the faults first: a process that is cut off or frozen could not stop.
        for (const link of stack.links) link.restore();
        await Promise.all(
          stack.components
            .filter(({ name }) => /^(api|worker)-/.test(name))
            .map((application) => application.stop()),
        );
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function bringUp(
  options: StackOptions,
  undo: Undo,
): Promise<Omit<BreakableStack, 'stop' | 'isStopping'>> {
  const { directory, progress } = options;
  const logDirectory = join(directory, 'logs');
  const keep = async (component: Promise<Component>): Promise<Component> => {
    const kept = await component;
    undo.push(() => kept.stop());
    return kept;
  };
  const start = (name: string, launch: (logs: string) => Promise<Child>) =>
    keep(startComponent({ name, logDirectory, progress, launch }));

  undo.push(() => rm(join(directory, 'books'), { recursive: true, force: true }));
  const { startDatabase = startSingleDatabase, isCluster = false } = options;
  const maxConnections = isCluster ? CLUSTER_CONNECTIONS : CONNECTIONS;
  const postgresql = await startDatabase({ directory, maxConnections, start, undo, progress });
  await migrate(databaseUrl(postgresql.port));
  const temporal = await bringUpTemporal(options, { start, postgresqlPort: postgresql.port });
  const inbox = await startMailInbox();
  undo.push(() => inbox.stop());

  const settings = await sharedSettings(directory, inbox.smtpUrl, undo);
  // A process of the cluster must be back soon, as in production. The histories run the sources.
  const bundles = isCluster ? await bundleService(directory) : {};
  const names = [...numbered('worker', options.workers), ...numbered('api', options.apis)];
  const reached = { postgresql: postgresql.port, temporal: temporal.port };
  const starting = names.map((name) =>
    startApplication(name, { settings, bundles, ports: reached, undo, start }),
  );
  // Waits for all of them before the clean-up: otherwise a process that starts later would stay behind.
  await Promise.allSettled(starting);
  const applications = await Promise.all(starting);
  const apis = applications.flatMap(({ api }) => (api === null ? [] : [api]));
  const front = isCluster ? await balanceApis(apis, start) : null;
  progress.step(`PostgreSQL, Temporal, ${names.join(', ')} run; logs: ${logDirectory}`);
  return {
    apiUrls: front === null ? apis.map(({ url }) => url) : [front.url],
    components: [
      ...[...postgresql.components, ...temporal.components],
      ...applications.map(({ component }) => component),
      ...(front === null ? [] : [front.component]),
    ],
    links: applications.flatMap(({ links }) => links),
    accesses: temporal.accesses,
    inboxUrl: inbox.url,
    databaseUrl: databaseUrl(postgresql.port),
    operatorToken: settings.OPERATOR_TOKEN,
    logDirectory,
  };
}

interface Application {
  readonly component: Component;
  readonly links: readonly Link[];
  /** Null for a worker. */
  readonly api: BalancedApi | null;
}

interface ApplicationOptions {
  readonly settings: NodeJS.ProcessEnv;
  readonly bundles: Bundles;
  readonly ports: { readonly postgresql: number; readonly temporal: number };
  readonly undo: Undo;
  readonly start: StartComponent;
}

/** Starts one API or worker, which reaches PostgreSQL and Temporal through its own links. */
async function startApplication(
  name: string,
  { settings, bundles, ports, undo, start }: ApplicationOptions,
): Promise<Application> {
  const toDatabase = await openLink(`${name} to postgresql`, () => ports.postgresql);
  const toTemporal = await openLink(`${name} to temporal`, () => ports.temporal);
  undo.push(() => Promise.all([toDatabase.close(), toTemporal.close()]));
  const [port, internalPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const api = name.startsWith('api') ? { name, port, url, internalPort } : null;
  const environment = {
    ...settings,
    ...(bundles.workflows !== undefined && { WORKFLOW_BUNDLE: bundles.workflows }),
    DATABASE_URL: databaseUrl(toDatabase.port),
    TEMPORAL_ADDRESS: `127.0.0.1:${toTemporal.port}`,
    API_PORT: String(port),
    API_METRICS_PORT: String(internalPort),
  };
  const { programs } = bundles;
  const component = await start(name, (logDirectory) =>
    api === null
      ? startWorker({ environment, logDirectory, programs })
      : startApi(url, { environment, logDirectory, programs }),
  );
  return { component, links: [toDatabase, toTemporal], api };
}

/** The bundled code of the service. Without it, the sources run. */
interface Bundles {
  readonly workflows?: string;
  readonly programs?: string;
}

async function bundleService(directory: string): Promise<Bundles> {
  const workflows = join(directory, 'workflows.js');
  const programs = join(DATA, 'proof', 'programs');
  await writeFile(workflows, (await bundleWorkflows()).code);
  await bundlePrograms(programs);
  return { workflows, programs };
}

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);

function bringUpTemporal(
  { directory, isCluster = false, progress }: StackOptions,
  { start, postgresqlPort }: { start: StartComponent; postgresqlPort: number },
): Promise<BreakableTemporal> {
  if (!isCluster) return startDevServer(directory, start);
  return startBreakableCluster({
    directory,
    adminUrl: adminUrl(postgresqlPort),
    password: PASSWORD,
    start,
    progress,
  });
}

/**
 * The settings that all APIs and workers share, except their addresses. It also starts the partner
 * simulators, which are never broken.
 */
async function sharedSettings(directory: string, smtpUrl: string, undo: Undo) {
  const secrets = makePartnerSecrets();
  const port = await freePort();
  // Sandbox money needs no callbacks, so nothing listens at this address.
  const publicUrl = 'http://127.0.0.1:9';
  const simulators = await startSimulators({
    port,
    secrets,
    publicUrl,
    stateDirectory: null,
    logDirectory: join(directory, 'logs'),
  });
  undo.push(() => simulators.stop());
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    SMTP_URL: smtpUrl,
    TASK_QUEUE: 'histories',
    ENCRYPTION_KEYS: `histories:${randomBytes(32).toString('base64')}`,
    DIGEST_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKEN: randomBytes(16).toString('hex'),
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    ADDRESS_LIMITS_SPARE_LOOPBACK: 'true',
    CALLS_PER_KEY: '1000000',
    CALLS_PER_SESSION: '1000000',
    CLOCK_MOVES_PER_ORG: '1000000',
    CALLS_PER_ADDRESS: '1000000',
    OTP_MAILS_PER_HOUR: '1000000',
    // One owner signs up merchants for as long as the run takes.
    FRESH_MINUTES: '1000000',
    LOG_LEVEL: 'warn',
    ...partnerSettings(secrets, { simulatorUrl: `http://127.0.0.1:${port}`, publicUrl }),
  };
}
