import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { startPartnerSimulators } from '../../simulators/partners.ts';
import type { PartnerSimulators } from '../../simulators/partners.ts';
import { DATA, ROOT } from '../../stack/places.ts';
import type { PartnerSecrets } from '../../stack/partners.ts';
import { startTemporalServer } from '../../stack/temporal-server.ts';
import type { TemporalServer } from '../../stack/temporal-server.ts';
import { createBank } from '../../src/partners/bank.ts';
import type { Queryable } from '../../src/store/database.ts';
import { startApplications } from './applications.ts';
import type { Applications } from './applications.ts';
import { compareWithBank } from './bank-lists.ts';
import type { BankComparison } from './bank-lists.ts';
import { cloneDatabase } from './database.ts';
import { bookkeeping } from './people.ts';

/**
 * API, worker, Temporal and partners of one test alone, each of which can be broken: its bank's lists are its
 * own.
 */
export interface PayoutStack {
  readonly base: string;
  readonly books: Pool;
  readonly applications: Applications;
  /** The task queue of money, which names the other queues. */
  readonly taskQueue: string;
  temporalAddress(): string;
  /** Kills API, worker and Temporal's server, and starts them again where they were. */
  restartAll(): Promise<void>;
  /**
   * Takes Temporal's server and all that it knows away, starts an empty one and reconciles. Answers what that
   * says.
   */
  loseTemporal(): Promise<string>;
  /** Takes the partners away, or brings them back with all that they know. */
  stopPartners(): Promise<void>;
  startPartners(): Promise<void>;
  /** Changes the text of the bank's own ledger, as its clerk would behind our back. */
  rewriteBank(change: (ledger: string) => string): Promise<void>;
  /**
   * Holds the books, or what a transaction sees of them, against the bank's. Null when the bank cannot be
   * asked.
   */
  compare(on?: Queryable): Promise<BankComparison | null>;
  stop(): Promise<void>;
}

/** Starts one. Helpers that reach for the simulators find those of this stack. */
export async function startPayoutStack(name: string, settings: NodeJS.ProcessEnv = {}): Promise<PayoutStack> {
  const directory = join(DATA, `${name}-${process.pid}`);
  const logDirectory = join(directory, 'logs');
  // Events after which a run continues as a new one. No payout has as many by itself.
  const dynamicConfig = { 'limit.historyCount.suggestContinueAsNew': 300 };
  const temporalAt = { logDirectory, databaseFile: join(directory, 'temporal.db'), dynamicConfig };
  const secrets = JSON.parse(process.env['TEST_PARTNER_SECRETS'] ?? '{}') as PartnerSecrets;
  const partners = (port = 0): Promise<PartnerSimulators> =>
    startPartnerSimulators({
      port,
      token: secrets.partner_token,
      verificationSecret: secrets.verification_secret,
      bankSecret: secrets.bank_secret,
      serviceUrl: 'http://127.0.0.1:9',
      stateDirectory: directory,
    });
  let temporal: TemporalServer = await startTemporalServer(temporalAt);
  let simulators = await partners();
  const url = await cloneDatabase(`${name}_${process.pid}`);
  const shared = process.env['TEST_SIMULATOR_URL'];
  process.env['TEST_SIMULATOR_URL'] = simulators.url;
  const applications = await startApplications(name, {
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: temporal.address,
    ...settings,
  });
  const books = bookkeeping(url);
  const bank = createBank({ url: `${simulators.url}/bank`, token: secrets.partner_token });

  return {
    base: applications.apiUrl,
    books,
    applications,
    taskQueue: name,
    temporalAddress: () => temporal.address,
    async restartAll() {
      await Promise.all([applications.api.kill(), applications.worker.kill(), temporal.kill()]);
      temporal = await startTemporalServer({ ...temporalAt, port: temporal.port });
      await Promise.all([applications.restartWorker(), applications.restartApi()]);
    },
    async loseTemporal() {
      await temporal.kill();
      for (const part of ['', '-wal', '-shm']) await rm(`${temporalAt.databaseFile}${part}`, { force: true });
      temporal = await startTemporalServer({ ...temporalAt, port: temporal.port });
      // Not in this process's own time: the partners live here too, and are to answer meanwhile.
      const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'stack', 'reconcile.ts')], {
        env: { ...process.env, DATABASE_URL: url, TEMPORAL_ADDRESS: temporal.address, TASK_QUEUE: name },
      });
      return stdout;
    },
    stopPartners: () => simulators.stop(),
    async startPartners() {
      simulators = await partners(Number(new URL(simulators.url).port));
    },
    async rewriteBank(change) {
      const file = join(directory, 'bank.jsonl');
      await simulators.stop();
      await writeFile(file, change(await readFile(file, 'utf8')));
      simulators = await partners(Number(new URL(simulators.url).port));
    },
    compare: (on = books) => compareWithBank(on, bank),
    async stop() {
      process.env['TEST_SIMULATOR_URL'] = shared;
      await Promise.all([applications.stop(), books.end()]);
      await Promise.all([temporal.stop(), simulators.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
