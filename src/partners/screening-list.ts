import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { createNameIndex } from './name-index.ts';
import type { NameIndex } from './name-index.ts';
import type { Screening, ScreeningHit } from './screening.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The columns that the file must have. It may have more. */
const COLUMNS = ['id', 'schema', 'name', 'aliases', 'dataset', 'last_seen'] as const;

export interface ScreeningListOptions {
  /** A list in the format of OpenSanctions' `targets.simple.csv`. */
  readonly file: string;
  /** The least similarity of names that is a hit, 0 to 1. */
  readonly minScore: number;
  /** The greatest age of a usable list, by its newest `last_seen`. Null accepts any age. */
  readonly maxAgeDays: number | null;
  readonly now?: () => Date;
}

interface Entry {
  readonly id: string;
  readonly names: readonly string[];
  readonly dataset: string;
}

interface List {
  readonly version: string;
  readonly asOf: Date;
  readonly index: NameIndex<Entry>;
}

/**
 * Screens against a list in a file. The file is read at the first call, and again whenever it has changed.
 * Replace it with one move, or half a list is read. Without a readable list, or with an empty or too old one,
 * every answer is `unavailable`.
 *
 * The age of a list counts from its newest `last_seen`, which the publisher renews in every issue, or else
 * from the file's time.
 */
export function createScreeningList({ file, minScore, maxAgeDays, now = () => new Date() }: ScreeningListOptions): Screening {
  let held: { key: string; list: Promise<List | null> } | null = null;

  async function current(): Promise<List | null> {
    const { mtime, mtimeMs, size, ino } = await stat(file);
    const key = `${mtimeMs}:${size}:${ino}`;
    if (held?.key !== key) held = { key, list: readList(file, mtime, now()).catch(() => null) };
    return held.list;
  }

  return {
    async screen({ name }) {
      const list = await current().catch(() => null);
      if (list === null) return { kind: 'unavailable' };
      if (maxAgeDays !== null && now().getTime() - list.asOf.getTime() > maxAgeDays * DAY_MS) return { kind: 'unavailable' };
      const hits: ScreeningHit[] = list.index
        .search(name, minScore)
        .map(({ entry, score }) => ({ entityId: entry.id, name: entry.names[0] ?? '', list: entry.dataset, score }));
      return { kind: 'screened', listVersion: list.version, hits };
    },
  };
}

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

/**
 * Reads the list. Throws on a malformed file: a row with missing columns can be the rest of a broken
 * download.
 */
async function readList(file: string, changed: Date, now: Date): Promise<List> {
  const hash = createHash('sha256');
  const entries: Entry[] = [];
  let lastSeen = 0;
  await pipeline(
    createReadStream(file),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    parse({ bom: true, comment: '#', comment_no_infix: true, columns: known, max_record_size: 4 * 1024 * 1024 }),
    async (rows: AsyncIterable<Row>) => {
      for await (const row of rows) {
        entries.push(entryOf(row));
        lastSeen = Math.max(lastSeen, pastTime(row.last_seen, now));
      }
    },
  );
  if (entries.length === 0) throw new Error('the list is empty');
  const asOf = lastSeen === 0 ? changed : new Date(lastSeen);
  const version = `${asOf.toISOString()} sha256:${hash.digest('hex').slice(0, 16)}`;
  return { version, asOf, index: createNameIndex(entries) };
}

function known(header: string[]): string[] {
  const absent = COLUMNS.filter((column) => !header.includes(column));
  if (absent.length > 0) throw new Error(`the list lacks ${absent.join(', ')}`);
  return header;
}

function entryOf({ id, name, aliases, dataset }: Row): Entry {
  const names = [name, ...aliases.split(';')].map((one) => one.trim()).filter((one) => one !== '');
  if (id === '' || names.length === 0) throw new Error('an entry lacks its id or its name');
  return { id, names, dataset };
}

/**
 * Milliseconds since 1970. 0 for an invalid time, and for a future time, which would make the list look fresh
 * for ever.
 */
function pastTime(text: string, now: Date): number {
  const time = Date.parse(text);
  return Number.isNaN(time) || time > now.getTime() + DAY_MS ? 0 : time;
}
