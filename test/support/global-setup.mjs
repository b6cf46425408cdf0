import { Pool } from 'pg';
import { keepOwnCountries } from './countries.ts';
import { startApplications } from './applications.ts';
import { cloneDatabase, makeTemplate } from './database.ts';

/**
 * One API and one worker for all tests over HTTP, as processes of their own; tests keep apart by their orgs.
 */
export default async function setUp() {
  await makeTemplate();
  const database = await cloneDatabase('shared');
  const books = new Pool({ connectionString: database, max: 1 });
  await keepOwnCountries(books);
  await books.end();
  const applications = await startApplications('shared', { DATABASE_URL: database });
  process.env.TEST_API_URL = applications.apiUrl;
  process.env.TEST_DATABASE_URL = database;
  globalThis.applicationsUnderTest = applications;
}
