import { Client } from 'pg';
import { migrate } from '../../src/migrations/migrate.ts';

const TEMPLATE = 'template_migrated';

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
  await migrate(databaseUrl(TEMPLATE));
}

/** A migrated, empty database of its own. Answers its address. */
export async function cloneDatabase(name: string): Promise<string> {
  await asAdmin(async (client) => {
    // Two copies at once of one template refuse each other.
    await client.query('select pg_advisory_lock(1)');
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return databaseUrl(name);
}
