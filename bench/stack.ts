import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { startMailInbox } from '../simulators/mail-inbox.ts';
import { migrate } from '../src/migrations/migrate.ts';
import { startApi, startWorker } from '../stack/applications.ts';
import { makePartnerSecrets, partnerSettings } from '../stack/partners.ts';
import { DATA } from '../stack/places.ts';
import { freePort } from '../stack/ports.ts';
import { startPostgresql } from '../stack/postgresql.ts';
import { stopAllChildren } from '../stack/processes.ts';
import { createProgress } from '../stack/progress.ts';
import type { Progress } from '../stack/progress.ts';
import { startTemporalServer } from '../stack/temporal-server.ts';

/** The whole service on this machine, for one benchmark. */
export interface BenchStack {
  readonly apiUrl: string;
  readonly inboxUrl: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** The URL of the Temporal server's metrics. */
  readonly metricsUrl: string;
  /** The native client, as the API uses it. */
  readonly client: Client;
  readonly logDirectory: string;
  /** Process ids by name: `api`, `worker`, `postgresql`, `temporal`. */
  readonly processes: ReadonlyMap<string, number>;
  readonly progress: Progress;
  /** Registers a cleanup that runs before the stack stops. */
  atEnd(undo: () => Promise<unknown>): void;
}

type Undo = () => Promise<unknown>;

/**
 * Starts PostgreSQL (durable, as in production), Temporal (in memory, with metrics), a mail inbox, the API
 * and the worker, runs the benchmark, and stops everything. `more` overrides settings. Returns the exit code:
 * the benchmark's, or 1 for a fault.
 */
export async function withStack(
  benchmark: (stack: BenchStack) => Promise<number>,
  more: NodeJS.ProcessEnv = {},
): Promise<number> {
  const undo: Undo[] = [stopAllChildren];
  const end = async (): Promise<void> => {
    for (const close of undo.splice(0).reverse())
      await close().catch((error: unknown) => console.error(error));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void end().finally(() => process.exit(130)));
  try {
    return await benchmark(await bringUp(undo, more));
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    await end();
  }
}

async function bringUp(undo: Undo[], more: NodeJS.ProcessEnv): Promise<BenchStack> {
  const progress = createProgress((line) => console.error(line));
  const directory = join(DATA, `bench-${process.pid}`);
  const logDirectory = join(directory, 'logs');
  undo.push(() => rm(directory, { recursive: true, force: true }));

  const postgresql = await startPostgresql({
    directory: join(directory, 'postgresql'),
    logDirectory,
    progress,
  });
  undo.push(async () => {
    await postgresql.stop();
    if (postgresql.directory !== null)
      await rm(dirname(postgresql.directory), { recursive: true, force: true });
  });
  await migrate(postgresql.url);
  const temporal = await startTemporalServer({ logDirectory, metricsPort: 0, progress });
  undo.push(() => temporal.stop());
  const inbox = await startMailInbox();
  undo.push(() => inbox.stop());

  const apiPort = await freePort();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const environment = settings({
    DATABASE_URL: postgresql.url,
    TEMPORAL_ADDRESS: temporal.address,
    API_PORT: String(apiPort),
    SMTP_URL: inbox.smtpUrl,
    ...more,
  });
  const worker = await startWorker({ environment, logDirectory });
  undo.push(() => worker.stop());
  const api = await startApi(apiUrl, { environment, logDirectory });
  undo.push(() => api.stop());

  const connection = await NativeConnection.connect({ address: temporal.address });
  undo.push(() => connection.close());
  progress.step('PostgreSQL, Temporal, the API and the worker are up');
  const running = { api, worker, postgresql: postgresql.child, temporal: temporal.child };
  return {
    apiUrl,
    inboxUrl: inbox.url,
    databaseUrl: postgresql.url,
    temporalAddress: temporal.address,
    metricsUrl: temporal.metricsUrl ?? '',
    client: new Client({ connection }),
    logDirectory,
    processes: new Map(
      Object.entries(running).flatMap(([name, child]) => (child === null ? [] : [[name, child.pid]])),
    ),
    progress,
    atEnd: (close) => void undo.push(close),
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
    // No benchmark needs a partner, so nothing listens at this address.
    ...partnerSettings(makePartnerSecrets(), {
      simulatorUrl: 'http://127.0.0.1:9',
      publicUrl: 'http://127.0.0.1:9',
    }),
    ...addresses,
  };
}
