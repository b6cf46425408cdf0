import type { Pool } from 'pg';
import { startApplications } from './applications.ts';
import type { Applications } from './applications.ts';
import { cloneDatabase, databaseUrl } from './database.ts';
import { bookkeeping, expectIntegrity } from './people.ts';

interface Options {
  /**
   * Starts an API and a worker of this name, on a database of their own. Without it, the file uses the shared
   * ones.
   */
  readonly own?: string;
  /** Settings of the own API and worker, or what starts their servers first and answers the settings. */
  readonly settings?: NodeJS.ProcessEnv | (() => Promise<NodeJS.ProcessEnv>);
  /** When the integrity program runs. `never` is for files that write rows which break the books. */
  readonly check?: 'at the end' | 'after each test' | 'never';
  /** The time for the last check. */
  readonly timeoutMs?: number;
}

export interface ApiTest {
  /** The database of the API under test. */
  readonly books: Pool;
  /** The own API and worker. */
  readonly applications: Applications;
}

/**
 * Sets a file of API tests up, and ends it with the integrity program. Helpers call the own API, if there is
 * one. Hooks run in the order of their definition: an `afterAll` below this call finds API and worker
 * stopped.
 */
export function apiTest({ own, settings = {}, check = 'at the end', timeoutMs }: Options = {}): ApiTest {
  const database = own === undefined ? undefined : `${own}_${process.pid}`;
  const books = bookkeeping(database === undefined ? undefined : databaseUrl(database));
  let applications: Applications | undefined;

  if (database !== undefined) {
    beforeAll(async () => {
      const [url, chosen] = await Promise.all([
        cloneDatabase(database),
        typeof settings === 'function' ? settings() : settings,
      ]);
      applications = await startApplications(database, { DATABASE_URL: url, ...chosen });
      process.env['TEST_API_URL'] = applications.apiUrl;
    });
  }
  if (check === 'after each test') afterEach(() => expectIntegrity(books));
  afterAll(async () => {
    await applications?.stop();
    if (check === 'at the end') await expectIntegrity(books);
    await books.end();
  }, timeoutMs);

  return {
    books,
    get applications() {
      if (applications === undefined)
        throw new Error('the file has no API of its own, or it has not started yet');
      return applications;
    },
  };
}
