import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './places.ts';
import { startChild, whenReady, type Child } from './processes.ts';

const START_MS = 30_000;

/** What the service and its partners' simulators know of each other. */
export interface PartnerSecrets {
  readonly partner_token: string;
  readonly verification_secret: string;
  readonly bank_secret: string;
}

/** Secrets between the service and its simulators. */
export function makePartnerSecrets(): PartnerSecrets {
  const make = () => randomBytes(24).toString('base64url');
  return { partner_token: make(), verification_secret: make(), bank_secret: make() };
}

/** The settings of API and worker that concern partners, all of them simulated at `simulatorUrl`. */
export function partnerSettings(secrets: PartnerSecrets, { simulatorUrl, publicUrl }: { simulatorUrl: string; publicUrl: string }) {
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
    // Made-up names, as old as the checkout: production names a list of its own.
    SCREENING_LIST_FILE: join(ROOT, 'data', 'sanctions', 'sample.csv'),
    SCREENING_LIST_MAX_AGE_DAYS: '36500',
  };
}

export interface SimulatorOptions {
  readonly port: number;
  readonly secrets: PartnerSecrets;
  /** Where the simulators send what nobody asked for: deposits. */
  readonly publicUrl: string;
  /** Where they keep what they know over a restart; null forgets it. */
  readonly stateDirectory: string | null;
  readonly logDirectory: string;
}

/** Starts the partners' simulators as a process of their own and returns once they answer at that port. */
export async function startSimulators({ port, secrets, publicUrl, stateDirectory, logDirectory }: SimulatorOptions): Promise<Child> {
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
  await whenReady(child, async () => (await readFile(child.logFile, 'utf8')).includes('simulators ready'), START_MS);
  return child;
}
