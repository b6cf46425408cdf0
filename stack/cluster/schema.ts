import { Client } from 'pg';
import { createDatabase } from '../postgresql.ts';
import { runTool } from '../tool-cache.ts';

/** Temporal's role in PostgreSQL, which owns both of its databases. */
export const TEMPORAL_ROLE = 'temporal';
export const STORE = 'temporal';
export const VISIBILITY = 'temporal_visibility';

const SCHEMAS = { [STORE]: 'postgresql/v12/temporal', [VISIBILITY]: 'postgresql/v12/visibility' };

export interface SchemaOptions {
  /** The path of `temporal-sql-tool`. */
  readonly sqlTool: string;
  /** PostgreSQL as superuser. */
  readonly adminUrl: string;
  /** The password of Temporal's role. */
  readonly password: string;
}

/** Creates Temporal's databases if absent, and brings their schema to the version of the server. */
export async function prepareSchema({ sqlTool, adminUrl, password }: SchemaOptions): Promise<void> {
  const { hostname, port } = new URL(adminUrl);
  for (const [database, schema] of Object.entries(SCHEMAS)) {
    await createDatabase(adminUrl, database, { role: TEMPORAL_ROLE, password });
    const tool = (...args: string[]) =>
      runTool(
        sqlTool,
        [
          ...['--plugin', 'postgres12', '--endpoint', hostname, '--port', port],
          ...['--user', TEMPORAL_ROLE, '--database', database, ...args],
        ],
        '/',
        // Not an argument: every user of the machine can read those.
        { ...process.env, SQL_PASSWORD: password },
      );
    const url = Object.assign(new URL(adminUrl), { username: TEMPORAL_ROLE, password, pathname: database });
    if (!(await hasVersions(url.href))) await tool('setup-schema', '--version', '0.0');
    await tool('update-schema', '--schema-name', schema);
  }
}

/** Returns true if the database has the table in which the tool keeps its version. */
async function hasVersions(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('schema_version') is not null as found`,
    );
    return rows[0]?.found === true;
  } finally {
    await client.end();
  }
}
