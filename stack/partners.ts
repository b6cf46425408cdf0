import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { thresholdsOfEveryCurrency } from './monitoring.ts';
import { ROOT } from './places.ts';
import { startChild, whenReady, type Child } from './processes.ts';

const START_MS = 30_000;

/** The shared secrets of the service and the partner simulators. */
export interface PartnerSecrets {
  readonly partner_token: string;
  readonly verification_secret: string;
  readonly bank_secret: string;
}

/** Creates the shared secrets. */
export function makePartnerSecrets(): PartnerSecrets {
  const make = () => randomBytes(24).toString('base64url');
  return { partner_token: make(), verification_secret: make(), bank_secret: make() };
}

/** The partner settings of API and worker, with every partner simulated at `simulatorUrl`. */
export function partnerSettings(
  secrets: PartnerSecrets,
  { simulatorUrl, publicUrl }: { simulatorUrl: string; publicUrl: string },
) {
  const token = secrets.partner_token;
  return {
    PUBLIC_URL: publicUrl,
    VERIFICATION_URL: `${simulatorUrl}/verification`,
    VERIFICATION_TOKEN: token,
    VERIFICATION_SECRET: secrets.verification_secret,
    BANK_NAME: 'simulated-bank',
    BANK_URL: `${simulatorUrl}/bank`,
    BANK_TOKEN: token,
    BANK_SECRET: secrets.bank_secret,
    PAYEE_NAMES_URL: `${simulatorUrl}/payee-names`,
    PAYEE_NAMES_TOKEN: token,
    // The sample list holds fictitious names and is as old as the checkout, so it has no age limit.
    // Production sets its own list.
    SCREENING_LIST_FILE: join(ROOT, 'data', 'sanctions', 'sample.csv'),
    SCREENING_LIST_MAX_AGE_DAYS: '36500',
    // Live does not start without thresholds. Production sets its own.
    MONITORING_THRESHOLDS: thresholdsOfEveryCurrency(),
  };
}

export interface SimulatorOptions {
  readonly port: number;
  readonly secrets: PartnerSecrets;
  /** The base URL of the service, for the simulators' unrequested callbacks: deposits. */
  readonly publicUrl: string;
  /** The directory of the simulators' state. Null forgets it on restart. */
  readonly stateDirectory: string | null;
  readonly logDirectory: string;
}

/** Starts the partner simulators as a separate process. Returns when they answer at that port. */
export async function startSimulators({
  port,
  secrets,
  publicUrl,
  stateDirectory,
  logDirectory,
}: SimulatorOptions): Promise<Child> {
  const child = await startChild({
    name: 'simulators',
    command: process.execPath,
    args: [join(ROOT, 'simulators', 'server.ts')],
    logDirectory,
    workingDirectory: ROOT,
    environment: {
      PATH: process.env['PATH'],
      SIMULATOR_PORT: String(port),
      SIMULATOR_TOKEN: secrets.partner_token,
      SIMULATOR_STATE: stateDirectory ?? '',
      VERIFICATION_SECRET: secrets.verification_secret,
      BANK_SECRET: secrets.bank_secret,
      PUBLIC_URL: publicUrl,
    },
  });
  await whenReady(
    child,
    async () => (await readFile(child.logFile, 'utf8')).includes('simulators ready'),
    START_MS,
  );
  return child;
}
