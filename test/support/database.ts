import { Client } from 'pg';
import { migrate } from '../../src/migrations/migrate.ts';
import { createRole } from '../../stack/postgresql.ts';

const TEMPLATE = 'template_migrated';
/** The role by which API and worker connect. */
const APPLICATION = { role: 'payments_app', password: 'application' };

const adminUrl = (): string => {
  const url = process.env['TEST_DATABASE_ADMIN_URL'];
  if (url === undefined) throw new Error('TEST_DATABASE_ADMIN_URL is not set: run the tests by `npm test`');
  return url;
};

/** The address of a database on the tests' PostgreSQL. */
export function databaseUrl(name: string): string {
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * The address for API and worker: their role instead of the tests' superuser. Another role's address stays as
 * it is.
 */
export function asApplication(url: string): string {
  const changed = new URL(url);
  if (changed.username !== new URL(adminUrl()).username) return url;
  changed.username = APPLICATION.role;
  changed.password = APPLICATION.password;
  return changed.href;
}

async function asAdmin<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes the migrated database that all others are copies of. */
export async function makeTemplate(): Promise<void> {
  await asAdmin((client) => client.query(`create database ${TEMPLATE}`));
  await createRole(adminUrl(), APPLICATION);
  await migrate(databaseUrl(TEMPLATE), asApplication(databaseUrl(TEMPLATE)));
}

/** A migrated, empty database of its own. Answers its address, as superuser: `asApplication` changes it. */
export async function cloneDatabase(name: string): Promise<string> {
  await asAdmin(async (client) => {
    // Two copies at once of one template refuse each other.
    await client.query('select pg_advisory_lock(1)');
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return databaseUrl(name);
}
