import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { readJson, writePrivate } from '../../sdk/cli/profile.ts';
import { DATA, DEMO_BOOKS } from '../places.ts';
import { livesAs } from '../processes.ts';
import { runningStack } from '../running.ts';

const NOTE = join(DEMO_BOOKS, 'books.json');

interface Note {
  /** PostgreSQL's data directory, which may be outside the checkout. */
  readonly postgresql: string | null;
}

/**
 * The data directory of `npm start -- --demo`. Throws if the environment names servers of its own: their data
 * must never be erased.
 */
export function demoBooks(environment: NodeJS.ProcessEnv): string {
  const given = ['DATABASE_URL', 'TEMPORAL_ADDRESS'].filter((name) => environment[name]).join(' and ');
  if (given !== '')
    throw new Error(
      `--demo uses its own servers, but the environment names others.\nRemedy: unset ${given}, or leave --demo out.`,
    );
  return DEMO_BOOKS;
}

/** Records the place of the data, so that it can be erased. */
export async function noteDemoBooks(postgresql: string | null): Promise<void> {
  await mkdir(DEMO_BOOKS, { recursive: true });
  await writePrivate(NOTE, { postgresql } satisfies Note);
}

/**
 * The identity of a database, independent of its server's port and host name: `npm start` takes another port
 * when its own is busy.
 */
export async function booksOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ books: string }>(
      `select system_identifier || ' ' || oid as books from pg_control_system(), pg_database where datname = current_database()`,
    );
    return rows[0]?.books ?? databaseUrl;
  } finally {
    await client.end();
  }
}

/** Erases the demo's data as a whole. Returns false if there was none. Throws while a stack uses it. */
export async function eraseDemoBooks(): Promise<boolean> {
  const note = await readJson<Note | null>(NOTE, null);
  if (note === null) return false;
  const run = await readJson<{ readonly pid: number } | null>(join(DATA, 'run.json'), null);
  const facts = await runningStack();
  // A stack that is still starting has not yet published the data that it opens.
  const isStarting = facts === null && run !== null && (await livesAs(run.pid, 'stack/start.ts'));
  if (isStarting || facts?.books === DEMO_BOOKS)
    throw new Error(
      'A stack uses the demo’s data.\nRemedy: stop it first (Ctrl-C in its terminal), then npm run seed -- --erase.',
    );
  if (note.postgresql !== null) await rm(note.postgresql, { recursive: true, force: true });
  await rm(DEMO_BOOKS, { recursive: true, force: true });
  return true;
}
