import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Connection } from '@temporalio/client';
import { freePort } from './ports.ts';
import { startChild, whenReady, type Child } from './processes.ts';
import { SILENT, type Progress } from './progress.ts';
import { findTemporal } from './temporal-binary.ts';

const HOST = '127.0.0.1';
const START_MS = 60_000;

/**
 * What the dev server's defaults get wrong for a payment: 20 polls a second add 50 ms to every workflow start, and
 * four partitions of a task queue give stalls of two seconds under light load.
 */
const DYNAMIC_CONFIG = {
  'history.transferProcessorMaxPollRPS': 5000,
  'history.timerProcessorMaxPollRPS': 5000,
  'history.visibilityProcessorMaxPollRPS': 5000,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  'system.enableActivityEagerExecution': true,
};

export interface TemporalServerOptions {
  readonly logDirectory: string;
  /** Preferred port; another free one is taken when it is busy. Any free one by default. */
  readonly port?: number;
  /** Preferred port of the Web UI; null, the default, starts none. */
  readonly uiPort?: number | null;
  /** Serves Prometheus metrics, `persistence_requests` among them, on this port (or another free one). */
  readonly metricsPort?: number;
  /** Keeps state in this file; without one it is lost with the process. */
  readonly databaseFile?: string;
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error' | 'never';
  readonly namespace?: string;
  /** Settings of the server besides those that every one here has. */
  readonly dynamicConfig?: Readonly<Record<string, number | boolean>>;
  /** A server that runs already (TEMPORAL_ADDRESS): nothing is started. */
  readonly existingAddress?: string | undefined;
  readonly progress?: Progress;
}

export interface TemporalServer {
  /** `host:port` of the gRPC service. */
  readonly address: string;
  readonly port: number;
  readonly uiUrl: string | null;
  readonly metricsUrl: string | null;
  /** The process, null for a server that ran already. */
  readonly child: Child | null;
  stop(): Promise<void>;
  /** Pulls the plug: SIGKILL. Starting again on the same file and port resumes what was open. */
  kill(): Promise<void>;
}

/** Starts a Temporal dev server, or uses the one at `existingAddress`, and returns once it answers for the namespace. */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const namespace = options.namespace ?? 'default';
  if (options.existingAddress !== undefined) return existing(options.existingAddress, namespace);

  const command = await findTemporal(options.progress ?? SILENT);
  const port = await freePort(options.port ?? 0);
  const uiPort = typeof options.uiPort === 'number' ? await freePort(options.uiPort) : null;
  const metricsPort = options.metricsPort === undefined ? null : await freePort(options.metricsPort);
  if (options.databaseFile !== undefined) await mkdir(dirname(options.databaseFile), { recursive: true });
  const child = await startChild({
    name: 'temporal',
    command,
    args: serverArguments(options, { port, uiPort, metricsPort }),
    logDirectory: options.logDirectory,
  });
  const address = `${HOST}:${port}`;
  try {
    await whenReady(child, () => answers(address, namespace), START_MS);
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
    stop: () => child.stop(),
    kill: () => child.kill(),
  };
}

interface Ports {
  readonly port: number;
  readonly uiPort: number | null;
  readonly metricsPort: number | null;
}

function serverArguments(options: TemporalServerOptions, { port, uiPort, metricsPort }: Ports): string[] {
  const { databaseFile, namespace = 'default', logLevel = 'warn', dynamicConfig = {} } = options;
  return [
    ...['server', 'start-dev', '--ip', HOST, '--port', String(port), '--namespace', namespace, '--log-level', logLevel],
    ...(uiPort === null ? ['--headless'] : ['--ui-port', String(uiPort)]),
    ...(metricsPort === null ? [] : ['--metrics-port', String(metricsPort)]),
    // The file store at its defaults is three times slower than memory; these win most of that back.
    ...(databaseFile === undefined
      ? []
      : ['--db-filename', databaseFile, '--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal']),
    ...Object.entries({ ...DYNAMIC_CONFIG, ...dynamicConfig }).flatMap(([name, value]) => ['--dynamic-config-value', `${name}=${value}`]),
  ];
}

async function answers(address: string, namespace: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: 2000 });
  try {
    await connection.withDeadline(Date.now() + 5000, () => connection.workflowService.describeNamespace({ namespace }));
    return true;
  } finally {
    await connection.close();
  }
}

async function existing(address: string, namespace: string): Promise<TemporalServer> {
  await answers(address, namespace).catch((error: unknown) => {
    throw new Error(
      `The Temporal server at TEMPORAL_ADDRESS=${address} does not answer for namespace ${namespace}: ${error instanceof Error ? error.message : error}\n` +
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
    stop: nothing,
    kill: nothing,
  };
}
