import type { BookedEntryRow } from '../../store/books.ts';
import type { FORMATS } from '../shapes/books.ts';
import { balanceEntryBody } from '../shapes/books.ts';
import { beancountOf } from './beancount.ts';
import { camt053Of } from './camt053.ts';
import { csvOf } from './csv.ts';
import { hledgerOf } from './hledger.ts';
import { pdfOf } from './pdf.ts';
import type { StatementFile } from './statement-file.ts';

/** A format of statements that are files. */
export type FileFormat = Exclude<(typeof FORMATS)[number], 'json'>;

/** Writes a statement in one format. */
interface Writer {
  readonly mediaType: string;
  readonly extension: string;
  write(file: StatementFile): AsyncGenerator<string | Uint8Array, void, undefined>;
}

/** The columns of entries as CSV. Source: contract, section 17. */
const COLUMNS = [
  'id',
  'created_at',
  'kind',
  'amount_minor',
  'currency',
  'charge_id',
  'return_id',
  'payout_id',
];

const PLAIN = 'text/plain; charset=utf-8';

export const WRITERS: Readonly<Record<FileFormat, Writer>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    extension: 'csv',
    write: ({ entries }) => csvOf<BookedEntryRow>(COLUMNS, entries, balanceEntryBody),
  },
  pdf: { mediaType: 'application/pdf', extension: 'pdf', write: pdfOf },
  camt053: { mediaType: 'application/xml', extension: 'xml', write: camt053Of },
  beancount: { mediaType: PLAIN, extension: 'beancount', write: beancountOf },
  hledger: { mediaType: PLAIN, extension: 'journal', write: hledgerOf },
};
