import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Connection } from '@temporalio/client';
import { temporalServer } from '../src/temporal/server-address.ts';
import type { TemporalServerAddress } from '../src/temporal/server-address.ts';
import { ensureOrgAttribute, ORG_ATTRIBUTE } from './org-attribute.ts';
import { freePort } from './ports.ts';
import { startChild, whenReady, type Child } from './processes.ts';
import { SILENT, type Progress } from './progress.ts';
import { findTemporal } from './temporal-binary.ts';

const HOST = '127.0.0.1';
const START_MS = 60_000;

/**
 * Corrections of the dev server's defaults, which are too slow for a payment: 20 polls a second add 50 ms to
 * every workflow start, and four partitions of a task queue cause stalls of two seconds under light load.
 */
export const DYNAMIC_CONFIG = {
  'history.transferProcessorMaxPollRPS': 5000,
  'history.timerProcessorMaxPollRPS': 5000,
  'history.visibilityProcessorMaxPollRPS': 5000,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  'system.enableActivityEagerExecution': true,
  // The dev server reads its cluster's metadata again for every search attribute that a workflow writes.
  'system.forceSearchAttributesCacheRefreshOnRead': false,
};

/**
 * Go collects garbage whenever its memory has doubled. With this setting it waits until the memory has
 * tripled, which costs memory and saves processor time. A limit in bytes would cost more than it saves: near
 * it, Go collects all the time.
 */
const GARBAGE_COLLECTION = { GOGC: '200' };

const DEFAULT_NAMESPACES = ['default'];

export interface TemporalServerOptions {
  readonly logDirectory: string;
  /** Any free port by default. */
  readonly port?: number;
  /** The port of the Web UI. The default null starts none. */
  readonly uiPort?: number | null;
  /** The address of the codec server, for the Web UI. */
  readonly codecUrl?: string;
  /** The port of Prometheus metrics, `persistence_requests` among them, or another free one. */
  readonly metricsPort?: number;
  /** The file of the server's state. Without one, each start begins with an empty state. */
  readonly databaseFile?: string;
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error' | 'never';
  /** The namespaces that it has: `default` unless said otherwise. */
  readonly namespaces?: readonly string[];
  /** More settings of the server, on top of `DYNAMIC_CONFIG`. */
  readonly dynamicConfig?: Readonly<Record<string, number | boolean>>;
  /** The address of a running server (TEMPORAL_ADDRESS). No server is started. */
  readonly existingAddress?: string | undefined;
  readonly progress?: Progress;
}

export interface TemporalServer {
  /** `host:port` of the gRPC service. */
  readonly address: string;
  readonly port: number;
  readonly uiUrl: string | null;
  readonly metricsUrl: string | null;
  /** The process. Null for a server that was already running. */
  readonly child: Child | null;
  /** Asks for the namespaces. Throws when no answer comes within seconds. */
  probe(): Promise<unknown>;
  stop(): Promise<void>;
  /**
   * Kills the server with SIGKILL, as a power cut would. A start on the same file and port resumes open
   * workflows.
   */
  kill(): Promise<void>;
}

/**
 * Starts a Temporal dev server, or uses the one at `existingAddress`. Returns when it answers for its
 * namespaces.
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const { namespaces = DEFAULT_NAMESPACES } = options;
  if (options.existingAddress !== undefined) return existing(options.existingAddress, namespaces);

  const command = await findTemporal(options.progress ?? SILENT);
  const port = options.port ?? (await freePort());
  const uiPort = options.uiPort ?? null;
  const metricsPort = options.metricsPort === undefined ? null : await freePort(options.metricsPort);
  const databaseFile = options.databaseFile ?? (await emptyState(options.logDirectory));
  await mkdir(dirname(databaseFile), { recursive: true });
  const child = await startChild({
    name: 'temporal',
    command,
    args: serverArguments(
      { ...options, databaseFile },
      { isKept: options.databaseFile !== undefined, port, uiPort, metricsPort },
    ),
    environment: { ...process.env, ...GARBAGE_COLLECTION },
    logDirectory: options.logDirectory,
  });
  const address = `${HOST}:${port}`;
  try {
    await whenReady(child, () => answers({ address }, namespaces), START_MS);
    await withConnection({ address }, async (connection) => {
      for (const namespace of namespaces) await ensureOrgAttribute(connection, namespace);
    });
  } catch (error) {
    await child.stop();
    throw error;
  }
  return {
    address,
    port,
    uiUrl: uiPort === null ? null : `http://${HOST}:${uiPort}`,
    metricsUrl: metricsPort === null ? null : `http://${HOST}:${metricsPort}/metrics`,
    child,
    probe: () => answers({ address }, namespaces),
    stop: () => child.stop(),
    kill: () => child.kill(),
  };
}

/**
 * Names a file for a state that nobody needs after the process, and removes what an earlier process left
 * there.
 *
 * Never in memory, the dev server's default: that state is gone with its last connection, and each statement
 * that is canceled on a busy machine costs a connection. From then on every call fails with `no such table`.
 */
async function emptyState(logDirectory: string): Promise<string> {
  const file = join(logDirectory, 'temporal.sqlite');
  await Promise.all(['', '-wal', '-shm'].map((suffix) => rm(`${file}${suffix}`, { force: true })));
  return file;
}

interface Choices {
  /** The state outlives the process, and the machine. */
  readonly isKept: boolean;
  readonly port: number;
  readonly uiPort: number | null;
  readonly metricsPort: number | null;
}

function serverArguments(
  options: TemporalServerOptions & { readonly databaseFile: string },
  { isKept, port, uiPort, metricsPort }: Choices,
): string[] {
  const { databaseFile, namespaces = DEFAULT_NAMESPACES, logLevel = 'warn', dynamicConfig = {} } = options;
  return [
    ...['server', 'start-dev', '--ip', HOST, '--port', String(port), '--log-level', logLevel],
    ...new Set(namespaces).values().flatMap((namespace) => ['--namespace', namespace]),
    // Quicker than `ensureOrgAttribute`, but it works for a new store only.
    ...['--search-attribute', `${ORG_ATTRIBUTE}=Keyword`],
    ...(uiPort === null ? ['--headless'] : ['--ui-port', String(uiPort)]),
    ...(options.codecUrl === undefined ? [] : ['--ui-codec-endpoint', options.codecUrl]),
    ...(metricsPort === null ? [] : ['--metrics-port', String(metricsPort)]),
    // With its defaults the file store is three times slower than memory. These settings recover most of
    // that.
    ...[
      '--db-filename',
      databaseFile,
      '--sqlite-pragma',
      'journal_mode=wal',
      '--sqlite-pragma',
      `synchronous=${isKept ? 'normal' : 'off'}`,
    ],
    ...Object.entries({ ...DYNAMIC_CONFIG, ...dynamicConfig }).flatMap(([name, value]) => [
      '--dynamic-config-value',
      `${name}=${value}`,
    ]),
  ];
}

async function answers(server: TemporalServerAddress, namespaces: readonly string[]): Promise<boolean> {
  await withConnection(server, (connection) =>
    connection.withDeadline(Date.now() + 5000, async () => {
      for (const namespace of namespaces) await connection.workflowService.describeNamespace({ namespace });
    }),
  );
  return true;
}

async function withConnection(
  server: TemporalServerAddress,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  const connection = await Connection.connect({ ...server, connectTimeout: 2000 });
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}

async function existing(address: string, namespaces: readonly string[]): Promise<TemporalServer> {
  const server = temporalServer({ ...process.env, TEMPORAL_ADDRESS: address });
  await answers(server, namespaces).catch((error: unknown) => {
    throw new Error(
      `The Temporal server at TEMPORAL_ADDRESS=${address} does not answer for ${namespaces.join(' and ')}: ${error instanceof Error ? error.message : error}\n` +
        'Remedy: start it, correct TEMPORAL_ADDRESS, or unset TEMPORAL_ADDRESS to have one started.',
    );
  });
  const nothing = () => Promise.resolve();
  return {
    address,
    port: Number(address.split(':').at(-1)),
    uiUrl: process.env['TEMPORAL_UI_URL'] ?? null,
    metricsUrl: null,
    child: null,
    probe: () => answers(server, namespaces),
    stop: nothing,
    kill: nothing,
  };
}
