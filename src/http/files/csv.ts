import { stringify } from 'csv-stringify/sync';

/** A row by the names of its columns. Objects are written as JSON. */
export type CsvRow = Readonly<Record<string, string | number | object | null>>;

/**
 * Writes rows as CSV by RFC 4180, the header first, with a line feed after each row. Null is an empty cell.
 * It yields once for each page, and the header even without a row.
 */
export async function* csvOf<Row>(
  columns: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
  bodyOf: (row: Row) => CsvRow,
): AsyncGenerator<string, void, undefined> {
  yield stringify([columns]);
  for await (const rows of pages) yield stringify(rows.map(bodyOf), { columns: [...columns] });
}
