import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { readJson, writePrivate } from '../../sdk/cli/profile.ts';
import { DATA, DEMO_BOOKS } from '../places.ts';
import { livesAs } from '../processes.ts';
import { runningStack } from '../running.ts';

const NOTE = join(DEMO_BOOKS, 'books.json');

interface Note {
  /** Where PostgreSQL keeps its files: not always below the checkout. */
  readonly postgresql: string | null;
}

/** Where `npm start -- --demo` keeps its books. Throws where the environment names servers of its own: books that can be erased are never theirs. */
export function demoBooks(environment: NodeJS.ProcessEnv): string {
  const given = ['DATABASE_URL', 'TEMPORAL_ADDRESS'].filter((name) => environment[name]).join(' and ');
  if (given !== '') throw new Error(`--demo keeps its books here, but others are named.\nRemedy: unset ${given}, or leave --demo out.`);
  return DEMO_BOOKS;
}

/** Writes down where the books are, for whoever erases them. */
export async function noteDemoBooks(postgresql: string | null): Promise<void> {
  await mkdir(DEMO_BOOKS, { recursive: true });
  await writePrivate(NOTE, { postgresql } satisfies Note);
}

/**
 * The same for the same books, whichever port or name their server answers under: that of `npm start` takes another port
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

/** Removes the demo's books as a whole. Answers whether there were any. Throws while a stack works on them. */
export async function eraseDemoBooks(): Promise<boolean> {
  const note = await readJson<Note | null>(NOTE, null);
  if (note === null) return false;
  const run = await readJson<{ readonly pid: number } | null>(join(DATA, 'run.json'), null);
  const facts = await runningStack();
  // One that is still starting has not said yet whose books it opens.
  const isStarting = facts === null && run !== null && (await livesAs(run.pid, 'stack/start.ts'));
  if (isStarting || facts?.books === DEMO_BOOKS)
    throw new Error(
      'The stack works on the books of the demo.\nRemedy: stop it first (Ctrl-C in its terminal), then npm run seed -- --erase.',
    );
  if (note.postgresql !== null) await rm(note.postgresql, { recursive: true, force: true });
  await rm(DEMO_BOOKS, { recursive: true, force: true });
  return true;
}
