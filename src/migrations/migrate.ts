import { MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { Countries } from './2026-11-21-countries.ts';
import { Commands } from './2026-11-22-commands.ts';
import { Foundation } from './2026-11-21-foundation.ts';
import { MoneyOverTime } from './2026-11-21-money-over-time.ts';
import { Partners } from './2026-11-21-partners.ts';
import { Payouts } from './2026-11-21-payouts.ts';
import { People } from './2026-11-21-people.ts';
import { Recommendations } from './2026-11-21-recommendations.ts';
import { References } from './2026-11-21-references.ts';
import { Requests } from './2026-11-21-requests.ts';
import { SignInLimits } from './2026-11-21-sign-in-limits.ts';
import { Verification } from './2026-11-21-verification.ts';
import { Webhooks } from './2026-11-21-webhooks.ts';
import { Guards } from './2026-11-22-guards.ts';

/** Every migration in order. The names are what the database remembers: never rename one that has landed. */
const MIGRATIONS = [
  { name: '2026-11-21-foundation', class: Foundation },
  { name: '2026-11-21-money-over-time', class: MoneyOverTime },
  { name: '2026-11-21-people', class: People },
  { name: '2026-11-21-partners', class: Partners },
  { name: '2026-11-21-payouts', class: Payouts },
  { name: '2026-11-21-sign-in-limits', class: SignInLimits },
  { name: '2026-11-21-verification', class: Verification },
  { name: '2026-11-21-webhooks', class: Webhooks },
  { name: '2026-11-21-requests', class: Requests },
  { name: '2026-11-21-recommendations', class: Recommendations },
  { name: '2026-11-21-references', class: References },
  { name: '2026-11-21-countries', class: Countries },
  { name: '2026-11-22-commands', class: Commands },
  { name: '2026-11-22-guards', class: Guards },
];

/** Any number, as long as nothing else locks by it. */
const MIGRATION_LOCK = 7700;

/**
 * Brings a database to the newest schema and answers the names of what it ran; nothing when it was there already.
 * Several callers at once are safe: an advisory lock lets one after the other.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const lock = new Client({ connectionString: databaseUrl });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await runMigrations(databaseUrl);
  } finally {
    await lock.end();
  }
}

async function runMigrations(databaseUrl: string): Promise<string[]> {
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    pool: { min: 0, max: 2 },
    migrations: { tableName: 'migrations', migrationsList: MIGRATIONS, snapshot: false, transactional: true, allOrNothing: true },
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
  const url = process.env['DATABASE_URL'];
  if (url === undefined) throw new Error('DATABASE_URL is not set');
  const names = await migrate(url);
  console.log(names.length === 0 ? 'the schema is up to date' : `ran ${names.join(', ')}`);
}
