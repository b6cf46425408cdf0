import { MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { withSecretFiles } from '../secret-files.ts';
import { grantTo } from './grants.ts';
import { Foundation } from './0001_foundation.ts';
import { People } from './0002_people.ts';
import { Credentials } from './0003_credentials.ts';
import { Verification } from './0004_verification.ts';
import { SandboxClock } from './0005_sandbox_clock.ts';
import { Checkouts } from './0006_checkouts.ts';
import { Charges } from './0007_charges.ts';
import { Payouts } from './0008_payouts.ts';
import { Ledger } from './0009_ledger.ts';
import { CapturesAndReturns } from './0010_captures_and_returns.ts';
import { Cashback } from './0011_cashback.ts';
import { MerchantTotals } from './0012_merchant_totals.ts';
import { Webhooks } from './0013_webhooks.ts';
import { Requests } from './0014_requests.ts';
import { Locks } from './0015_locks.ts';
import { DueThings } from './0016_due_things.ts';
import { OrgEvents } from './0017_org_events.ts';
import { SignIns } from './0018_sign_ins.ts';
import { Destinations } from './0020_destinations.ts';
import { Keys } from './0021_keys.ts';
import { Privacy } from './0023_privacy.ts';
import { Hints } from './0024_hints.ts';
import { EventLog } from './0025_event_log.ts';
import { RequestIds } from './0026_request_ids.ts';
import { FirstAttempts } from './0027_first_attempts.ts';
import { Suspense } from './0028_suspense.ts';
import { BankEdges } from './0029_bank_edges.ts';
import { MerchantBooks } from './0030_merchant_books.ts';
import { BankComparison } from './0033_bank_comparison.ts';
import { AuthorizationRequests } from './0035_authorization_requests.ts';
import { DueWindows } from './0037_due_windows.ts';
import { IntegrityPasses } from './0038_integrity_passes.ts';
import { BlockedAttempts } from './0040_blocked_attempts.ts';
import { Retention } from './0041_retention.ts';
import { WithdrawnProposals } from './0042_withdrawn_proposals.ts';
import { KnownStatuses } from './0043_known_statuses.ts';

/**
 * Every migration in order. A landed file never changes: test/structure/migrations.test.ts holds its digest.
 */
export const MIGRATIONS = [
  { name: '0001_foundation', class: Foundation },
  { name: '0002_people', class: People },
  { name: '0003_credentials', class: Credentials },
  { name: '0004_verification', class: Verification },
  { name: '0005_sandbox_clock', class: SandboxClock },
  { name: '0006_checkouts', class: Checkouts },
  { name: '0007_charges', class: Charges },
  { name: '0008_payouts', class: Payouts },
  { name: '0009_ledger', class: Ledger },
  { name: '0010_captures_and_returns', class: CapturesAndReturns },
  { name: '0011_cashback', class: Cashback },
  { name: '0012_merchant_totals', class: MerchantTotals },
  { name: '0013_webhooks', class: Webhooks },
  { name: '0014_requests', class: Requests },
  { name: '0015_locks', class: Locks },
  { name: '0016_due_things', class: DueThings },
  { name: '0017_org_events', class: OrgEvents },
  { name: '0018_sign_ins', class: SignIns },
  { name: '0020_destinations', class: Destinations },
  { name: '0021_keys', class: Keys },
  { name: '0023_privacy', class: Privacy },
  { name: '0024_hints', class: Hints },
  { name: '0025_event_log', class: EventLog },
  { name: '0026_request_ids', class: RequestIds },
  { name: '0027_first_attempts', class: FirstAttempts },
  { name: '0028_suspense', class: Suspense },
  { name: '0029_bank_edges', class: BankEdges },
  { name: '0030_merchant_books', class: MerchantBooks },
  { name: '0033_bank_comparison', class: BankComparison },
  { name: '0035_authorization_requests', class: AuthorizationRequests },
  { name: '0037_due_windows', class: DueWindows },
  { name: '0038_integrity_passes', class: IntegrityPasses },
  { name: '0040_blocked_attempts', class: BlockedAttempts },
  { name: '0041_retention', class: Retention },
  { name: '0042_withdrawn_proposals', class: WithdrawnProposals },
  { name: '0043_known_statuses', class: KnownStatuses },
];

/** The advisory lock of migrations. Any number that no other code uses. */
const MIGRATION_LOCK = 7700;

/**
 * Migrates a database to the newest schema, as the owner of its tables. Returns the names of the migrations
 * that it ran. Several callers at once are safe: an advisory lock lets one run after the other.
 *
 * `applicationUrl` is the address by which API and worker connect. If its role is another one, that role gets
 * its rights.
 */
export async function migrate(databaseUrl: string, applicationUrl = databaseUrl): Promise<string[]> {
  const lock = new Client({ connectionString: databaseUrl });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseOlder(lock);
    const names = await runMigrations(databaseUrl);
    const [owner, application] = [databaseUrl, applicationUrl].map(roleOf);
    if (application !== undefined && application !== owner) await grantTo(application, lock);
    return names;
  } finally {
    await lock.end();
  }
}

/** Returns the role in the address of a database. */
function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/**
 * Refuses a database from before 0.1.0: its migrations were named by date, and no migration leads from there
 * to here.
 */
async function refuseOlder(database: Client): Promise<void> {
  const { rows } = await database.query(`select to_regclass('migrations') is not null as exists`);
  if (rows[0]?.exists !== true) return;
  const older = await database.query(`select 1 from migrations where name like '2026-%' limit 1`);
  if (older.rowCount === 0) return;
  throw new Error(
    'this database is older than version 0.1.0: make a new one (for `npm start`, delete .data)',
  );
}

async function runMigrations(databaseUrl: string): Promise<string[]> {
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    // MikroORM reads host, port, role and database from the address, and no more: without this the connection
    // would be in plain text whatever `sslmode` says.
    driverOptions: { connectionString: databaseUrl },
    extensions: [Migrator],
    pool: { min: 0, max: 2 },
    migrations: {
      tableName: 'migrations',
      migrationsList: MIGRATIONS,
      snapshot: false,
      transactional: true,
      allOrNothing: true,
    },
    debug: false,
    logger: () => undefined,
  });
  try {
    const ran = await orm.migrator.up();
    return ran.map(({ name }) => name);
  } finally {
    await orm.close(true);
  }
}

if (import.meta.main) {
  const { DATABASE_URL: application, MIGRATION_DATABASE_URL: owner } = withSecretFiles(process.env);
  const url = owner || application;
  if (!url) throw new Error('MIGRATION_DATABASE_URL and DATABASE_URL are not set');
  const names = await migrate(url, application || url);
  console.log(names.length === 0 ? 'the schema is up to date' : `ran ${names.join(', ')}`);
}
