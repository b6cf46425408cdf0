import { Client, escapeIdentifier } from 'pg';
import { createRole } from '../../../stack/postgresql.ts';

/** The access of one process to PostgreSQL, by a role of its own. It can be cut off without a proxy. */
export interface DatabaseAccess {
  /** `temporal-history-1 to postgresql`. */
  readonly name: string;
  readonly role: string;
  /** Closes the role's connections and refuses new ones until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

export interface AccessOptions {
  /** PostgreSQL as superuser. */
  readonly adminUrl: string;
  /** The role whose rights the new one gets. */
  readonly group: string;
  readonly password: string;
}

/** Creates a role with the rights of the group. A proxy would slow down every statement of a busy server. */
export async function openAccess(
  process: string,
  { adminUrl, group, password }: AccessOptions,
): Promise<DatabaseAccess> {
  const role = process.replaceAll('-', '_');
  const quoted = escapeIdentifier(role);
  await createRole(adminUrl, { role, password });
  await run(adminUrl, `grant ${escapeIdentifier(group)} to ${quoted}`);
  return {
    name: `${process} to postgresql`,
    role,
    async cut() {
      await run(adminUrl, `alter role ${quoted} nologin`);
      await run(adminUrl, 'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
        role,
      ]);
    },
    restore: () => run(adminUrl, `alter role ${quoted} login`),
  };
}

async function run(adminUrl: string, statement: string, values: string[] = []): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
