import anyAscii from 'any-ascii';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { majorUnits } from '../../domain/currency.ts';
import type { BookedEntryRow } from '../../store/books.ts';
import { closingOf, oneLine } from './statement-file.ts';
import type { StatementFile } from './statement-file.ts';

/** Letters of Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic. */
const NAME_FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
/** A font that every PDF reader has: rows of equal letters need no layout and no embedded glyphs. */
const ROW_FONT = 'Courier';

const MARGIN = 40;
const ROW_HEIGHT = 10;
const ROW_SIZE = 7.5;

/**
 * Writes a statement as PDF: the totals of the month, then one row for each entry. A page is sent as soon as
 * it is full.
 */
export async function* pdfOf(file: StatementFile): AsyncGenerator<Uint8Array, void, undefined> {
  const { month, currency, madeAt, entries, org } = file;
  const info = { Title: `Statement ${month.name} ${currency}, ${oneLine(org.name)}`, CreationDate: madeAt };
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, info });
  const made: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => made.push(chunk));
  const taken = () => Buffer.concat(made.splice(0));
  document.registerFont('name', NAME_FONT);
  writeHead(document, file);
  let page = 1;
  writeFoot(document, file, page);
  yield taken();
  for await (const rows of entries) {
    for (const entry of rows) {
      if (document.y > document.page.height - MARGIN - 2 * ROW_HEIGHT) {
        document.addPage();
        page += 1;
        writeFoot(document, file, page);
        writeRow(document, COLUMN_NAMES);
      }
      writeRow(document, rowOf(entry, currency));
    }
    yield taken();
  }
  const ended = new Promise((resolve) => document.once('end', resolve));
  document.end();
  await ended;
  yield taken();
}

type Document = InstanceType<typeof PDFDocument>;

function writeHead(document: Document, file: StatementFile): void {
  const { org, env, month, currency, totals } = file;
  const { parts, opening } = totals;
  document
    .font('name')
    .fontSize(16)
    .text(readable(document, oneLine(org.name)));
  document.fontSize(10).text(`Statement ${month.name}, ${currency}, ${env}`).moveDown(0.2);
  document.fontSize(8).text(`Organization ${org.id}`).moveDown();
  const sums: readonly (readonly [string, bigint])[] = [
    ['Opening balance', opening],
    ['Captured', parts.captured],
    ['Fees', -parts.fees],
    ['Cashback', -parts.cashback],
    ['Returned', -parts.returned],
    ['Cashback taken back', parts.cashbackCut],
    ['Paid out', -parts.paidOut],
    ['Payouts reversed', parts.reversed],
    ['Adjusted', parts.adjusted],
    ['Closing balance', closingOf(file)],
  ];
  document.font(ROW_FONT).fontSize(9);
  for (const [title, amount] of sums)
    document.text(`${title.padEnd(22)}${majorUnits(amount, currency).padStart(24)} ${currency}`);
  document.moveDown();
  writeRow(document, COLUMN_NAMES);
}

const COLUMN_NAMES = row(['Time (UTC)', 'Kind', 'Amount', 'Charge or payout']);

function row([time = '', kind = '', amount = '', reference = '']: readonly string[]): string {
  return `${time.padEnd(21)}${kind.padEnd(16)}${amount.padStart(24)}  ${reference}`;
}

function rowOf(entry: BookedEntryRow, currency: string): string {
  const time = entry.at.toISOString().slice(0, 19).replace('T', ' ');
  return row([
    time,
    entry.kind,
    majorUnits(entry.amount, currency),
    entry.chargeId ?? entry.payoutId ?? entry.id,
  ]);
}

/** The parts of a document below its typed methods, which lay out text at a fifth of a millisecond a row. */
interface Plain {
  readonly _font: { readonly id: string; ref(): object; readonly font: GlyphFont };
  readonly page: { readonly height: number; readonly fonts: Record<string, object> };
  addContent(operators: string): void;
}

/** Writes a row by PDF's own operators. Its letters are ASCII, without parentheses and backslashes. */
function writeRow(document: Document, text: string): void {
  const { y } = document;
  document.font(ROW_FONT);
  const { _font: font, page, addContent } = document as unknown as Plain;
  page.fonts[font.id] ??= font.ref();
  const place = `1 0 0 -1 ${MARGIN} ${(y + ROW_SIZE).toFixed(2)} Tm`;
  addContent.call(document, `BT /${font.id} ${ROW_SIZE} Tf ${place} (${text}) Tj ET`);
  document.y = y + ROW_HEIGHT;
}

/** Writes the number of the page below its rows, and leaves the place of the next row as it was. */
function writeFoot(document: Document, { month, currency }: StatementFile, page: number): void {
  const { y } = document;
  document.y = document.page.height - MARGIN - ROW_HEIGHT;
  writeRow(document, `${month.name} ${currency}, page ${page}`);
  document.y = y;
}

interface GlyphFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** Replaces letters that the font lacks, such as Chinese ones, by Latin ones. */
function readable(document: Document, text: string): string {
  const { font } = (document as unknown as Plain)._font;
  return [...text]
    .map((letter) => (font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : anyAscii(letter)))
    .join('');
}
