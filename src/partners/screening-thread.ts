import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { createNameIndex } from './name-index.ts';
import type { NameIndex } from './name-index.ts';
import type { ScreeningResult } from './screening.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The columns that this program reads. The format may have more. */
const COLUMNS = ['id', 'schema', 'name', 'aliases', 'dataset', 'last_seen'] as const;
/** A process reads one or two lists: the one in use, and the sandbox's sample. */
const MOST_LISTS = 4;

/** A name to look up, and the list to search. */
export interface ScreeningTask {
  /** A list in the format of OpenSanctions' `targets.simple.csv`. */
  readonly file: string;
  readonly name: string;
  /** The least similarity that is a hit, 0 to 1. */
  readonly minScore: number;
  /** A list that its maker has not renewed for longer is not used. Null accepts any age. */
  readonly maxAgeDays: number | null;
  /** Milliseconds since 1970. */
  readonly now: number;
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

/** The lists in memory by file, each with the state of the file that it was read from. */
const lists = new Map<string, { key: string; list: Promise<List | null> }>();

/**
 * Looks a name up in a list. Runs in a thread of its own: reading and searching 200,000 names would delay the
 * activities that move money. See `screening-list.ts`.
 *
 * Returns `unavailable` when the list cannot be read, is empty or too old, and for a name that cannot be
 * compared.
 */
export async function screenByList({
  file,
  name,
  minScore,
  maxAgeDays,
  now,
}: ScreeningTask): Promise<ScreeningResult> {
  const list = await currentList(file, now).catch(() => null);
  if (list === null) return { kind: 'unavailable' };
  if (maxAgeDays !== null && now - list.asOf.getTime() > maxAgeDays * DAY_MS) return { kind: 'unavailable' };
  const found = list.index.search(name, minScore);
  if (found === null) return { kind: 'unavailable' };
  const hits = found.map(({ entry, score }) => ({
    entityId: entry.id,
    name: entry.names[0] ?? '',
    list: entry.dataset,
    score,
  }));
  return { kind: 'screened', listVersion: list.version, hits };
}

async function currentList(file: string, now: number): Promise<List | null> {
  const { mtime, mtimeMs, size, ino } = await stat(file);
  const key = `${mtimeMs}:${size}:${ino}`;
  const held = lists.get(file);
  if (held?.key === key) return held.list;
  const list = readList(file, mtime, new Date(now)).catch(() => null);
  lists.set(file, { key, list });
  const [oldest] = lists.keys();
  if (lists.size > MOST_LISTS && oldest !== undefined) lists.delete(oldest);
  return list;
}

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

/**
 * Throws on a file that is no such list: a row too short may be all that a broken download left of a name.
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
    parse({
      bom: true,
      comment: '#',
      comment_no_infix: true,
      columns: known,
      max_record_size: 4 * 1024 * 1024,
    }),
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
 * Milliseconds since 1970; 0 for what is no time and for what lies ahead, which would keep a list young for
 * ever.
 */
function pastTime(text: string, now: Date): number {
  const time = Date.parse(text);
  return Number.isNaN(time) || time > now.getTime() + DAY_MS ? 0 : time;
}
