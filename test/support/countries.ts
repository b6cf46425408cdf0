import type { Pool } from 'pg';

/** Countries that no test names otherwise. */
const CANDIDATES =
  'AD AI AW AX BL BM BQ CC CK CX FK FM FO GF GG GI GL GP GU HM IM IO JE KI KM KN KY LC MF MH MO MP MQ MS NC'.split(
    ' ',
  );

/**
 * A country whose terms nobody has set, and that no other test is given. Terms hold for every merchant of a
 * country, and all tests over HTTP share one database: two that change the same country's would depend on
 * which runs first.
 */
export async function ownCountry(books: Pool): Promise<string> {
  const { rows: free } = await books.query<{ code: string }>(
    `select code from unnest($1::text[]) code where code not in (select country_code from tests.countries_taken) limit 1`,
    [CANDIDATES],
  );
  const code = free[0]?.code;
  if (code === undefined) throw new Error(`tests have taken all ${CANDIDATES.length} countries of the list`);
  const { rowCount } = await books.query(
    'insert into tests.countries_taken values ($1) on conflict do nothing',
    [code],
  );
  // Another test file may have taken it meanwhile.
  return rowCount === 1 ? code : ownCountry(books);
}

/**
 * Makes the list of countries that tests have taken. Before the tests: of two that make it at once one would
 * fail.
 */
export async function keepOwnCountries(books: Pool): Promise<void> {
  await books.query('create schema tests');
  await books.query('create table tests.countries_taken (country_code text primary key)');
}
