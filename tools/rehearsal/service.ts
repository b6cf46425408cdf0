import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { startMailInbox } from '../../simulators/mail-inbox.ts';
import { startApi, startWorker } from '../../stack/applications.ts';
import { makePartnerSecrets, partnerSettings, startSimulators } from '../../stack/partners.ts';
import { freePort } from '../../stack/ports.ts';
import { startPostgresql } from '../../stack/postgresql.ts';
import type { Postgresql } from '../../stack/postgresql.ts';
import type { Progress } from '../../stack/progress.ts';
import { startTemporalServer } from '../../stack/temporal-server.ts';
import type { TemporalServer } from '../../stack/temporal-server.ts';

/** PostgreSQL and Temporal, whose stores can be lost. */
export interface Servers {
  readonly postgresql: Postgresql;
  readonly temporal: TemporalServer;
  readonly client: Client;
  /** Kills both with SIGKILL. */
  kill(): Promise<void>;
}

/** The database and Temporal's store below this directory. Both are new unless the directory has them. */
export async function startServers(directory: string, progress: Progress): Promise<Servers> {
  const logDirectory = join(directory, 'logs');
  const postgresql = await startPostgresql({
    directory: join(directory, 'postgresql'),
    logDirectory,
    existingUrl: process.env['MIGRATION_DATABASE_URL'],
    existingApplicationUrl: process.env['DATABASE_URL'],
    progress,
  });
  const temporal = await startTemporalServer({
    logDirectory,
    progress,
    databaseFile: join(directory, 'temporal.db'),
  });
  const connection = await NativeConnection.connect({ address: temporal.address });
  return {
    postgresql,
    temporal,
    client: new Client({ connection }),
    async kill() {
      await connection.close();
      await Promise.all([postgresql.kill(), temporal.kill()]);
    },
  };
}

/** The parts that survive the loss: settings with their secrets, partners and the inbox. */
export interface Surroundings {
  readonly settings: NodeJS.ProcessEnv;
  readonly inboxUrl: string;
}

export async function startSurroundings(directory: string): Promise<Surroundings> {
  const inbox = await startMailInbox();
  const secrets = makePartnerSecrets();
  const port = await freePort();
  const publicUrl = 'http://127.0.0.1:9';
  await startSimulators({
    port,
    secrets,
    publicUrl,
    stateDirectory: null,
    logDirectory: join(directory, 'logs'),
  });
  return {
    inboxUrl: inbox.url,
    settings: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ENCRYPTION_KEYS: `rehearsal:${randomBytes(32).toString('base64')}`,
      DIGEST_KEY: randomBytes(32).toString('base64'),
      OPERATOR_TOKEN: randomBytes(16).toString('hex'),
      SMTP_URL: inbox.smtpUrl,
      ADDRESS_LIMITS_SPARE_LOOPBACK: 'true',
      CALLS_PER_KEY: '1000000',
      CALLS_PER_SESSION: '1000000',
      CLOCK_MOVES_PER_ORG: '1000000',
      LOG_LEVEL: 'warn',
      ...partnerSettings(secrets, { simulatorUrl: `http://127.0.0.1:${port}`, publicUrl }),
    },
  };
}

export interface Applications {
  readonly apiUrl: string;
  /** Kills both with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a worker and an API on the migrated database, by the role that owns nothing. */
export async function startBoth(
  { postgresql, temporal }: Servers,
  { settings }: Surroundings,
  directory: string,
): Promise<Applications> {
  const port = await freePort();
  const apiUrl = `http://127.0.0.1:${port}`;
  const environment = {
    ...settings,
    DATABASE_URL: postgresql.applicationUrl,
    TEMPORAL_ADDRESS: temporal.address,
    API_PORT: String(port),
  };
  const logDirectory = join(directory, 'logs');
  const worker = await startWorker({ environment, logDirectory });
  const api = await startApi(apiUrl, { environment, logDirectory });
  return { apiUrl, kill: async () => void (await Promise.all([api.kill(), worker.kill()])) };
}
