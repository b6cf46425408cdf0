import { styleText } from 'node:util';

/** Rows for people. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Shown instead of a table without rows. */
  readonly none: string;
}

type Style = Parameters<typeof styleText>[0];
/** The part of a terminal's stream that decides how to write to it. */
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'hasColors'>;

const GAP = '  ';
/** A column is not cut below this. */
const NARROWEST = 8;
/** Cut ids are of no use: people copy them into the next command. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^fl_/;
const STATES: readonly (readonly [RegExp, Style])[] = [
  [/^(ACTIVE|AUTHORIZED|CAPTURED|DELIVERED|SETTLED|2\d\d)$/, 'green'],
  [/^(PENDING|PROCESSING|3\d\d)$/, 'yellow'],
  [/^(BLOCKED|CANCELED|EXPIRED|FAILED|RETURNED|REVOKED|VOIDED|4\d\d|5\d\d)$/, 'red'],
];

/**
 * Returns a function that styles text for this stream. It returns plain text to a file, or under NO_COLOR.
 */
export function stylerOf(stream: Stream): (style: Style | null, text: string) => string {
  const colours = stream.isTTY && stream.hasColors();
  return (style, text) =>
    colours && style !== null ? styleText(style, text, { validateStream: false }) : text;
}

/**
 * Formats rows as a table that fits the terminal. Ids stay whole, other columns are cut; where that is not
 * enough each row is a block of lines. Without a terminal nothing is cut.
 */
export function tableLines({ head, rows, none }: Table, stream: Stream): string[] {
  if (rows.length === 0) return [none];
  const style = stylerOf(stream);
  const widths = widthsOf(head, rows, stream.isTTY ? stream.columns : Infinity);
  if (widths === null) return rows.flatMap((row) => blockOf(head, row, style));
  const lineOf = (cells: readonly string[], look: (cell: string, padded: string) => string) =>
    cells
      .map((cell, at) => {
        const width = widths[at] ?? 0;
        return look(cell, padded(cell, at === cells.length - 1 ? 0 : width, width));
      })
      .join(GAP)
      .trimEnd();
  return [
    lineOf(head, (_, text) => style('bold', text)),
    ...rows.map((row) => lineOf(row, (cell, text) => style(styleOf(cell), text))),
  ];
}

/** Returns the widths of the columns, or null when the terminal is too narrow for them. */
function widthsOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  most: number,
): number[] | null {
  const columns = head.map((name, at) => [name, ...rows.map((row) => row[at] ?? '')]);
  const widths = columns.map((cells) => Math.max(...cells.map(lengthOf)));
  const least = columns.map((cells, at) =>
    cells.some((cell) => ID.test(cell)) ? (widths[at] ?? 0) : Math.min(widths[at] ?? 0, NARROWEST),
  );
  const sum = () => widths.reduce((total, width) => total + width, GAP.length * (widths.length - 1));
  while (sum() > most) {
    const spare = widths.map((width, at) => width - (least[at] ?? 0));
    const widest = Math.max(...spare);
    if (widest <= 0) return null;
    const at = spare.indexOf(widest);
    widths[at] = (widths[at] ?? 0) - Math.min(widest, sum() - most);
  }
  return widths;
}

function blockOf(
  head: readonly string[],
  row: readonly string[],
  style: ReturnType<typeof stylerOf>,
): string[] {
  const width = Math.max(...head.map(lengthOf));
  return [
    ...head.map(
      (name, at) =>
        `${style('bold', padded(name, width))}${GAP}${style(styleOf(row[at] ?? ''), row[at] ?? '')}`,
    ),
    '',
  ];
}

const styleOf = (cell: string): Style | null => STATES.find(([state]) => state.test(cell))?.[1] ?? null;

function padded(text: string, width: number, most = Infinity): string {
  const letters = lettersOf(text);
  if (letters.length > most) return `${letters.slice(0, Math.max(1, most - 1)).join('')}…`;
  return text + ' '.repeat(Math.max(0, width - letters.length));
}

const segmenter = new Intl.Segmenter();
const lettersOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);
const lengthOf = (text: string): number => lettersOf(text).length;

/** The line that shows what the command waits for. */
export interface Progress {
  /** A `fetch` during which the line is shown when it takes longer than a second. */
  readonly fetch: typeof fetch;
  /** Removes the line, before something else is written. */
  clear(): void;
}

/** Creates the progress line on the error stream. It shows nothing without a terminal. */
export function createProgress(stream: NodeJS.WriteStream, isShown: boolean): Progress {
  if (!isShown || !stream.isTTY) return { fetch, clear: () => undefined };
  const style = stylerOf(stream);
  const clear = () => void stream.write('\r\u001b[K');
  return {
    clear,
    fetch: async (...request) => {
      const began = Date.now();
      const host = new URL(request[0] instanceof Request ? request[0].url : request[0]).host;
      const timer = setInterval(() => {
        const seconds = Math.floor((Date.now() - began) / 1000);
        stream.write(`\r\u001b[K${style('dim', `waiting for ${host}, ${seconds} s`)}`);
      }, 1000);
      try {
        return await fetch(...request);
      } finally {
        clearInterval(timer);
        if (Date.now() - began >= 1000) clear();
      }
    },
  };
}
