import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** An append-only record of a simulator's actions that survives restarts: a file of JSON lines. */
export interface Journal<Entry> {
  /** The entries from before this start, oldest first. */
  readonly earlier: readonly Entry[];
  /** Appends an entry. It is on disk when this returns. */
  append(entry: Entry): void;
}

/** Opens the journal in this file. Null opens one that keeps nothing. */
export function openJournal<Entry>(file: string | null): Journal<Entry> {
  if (file === null) return { earlier: [], append: () => undefined };
  mkdirSync(dirname(file), { recursive: true });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return {
    // A crash can cut the last line short. That action was never acknowledged, so the line is dropped.
    earlier: lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as Entry),
    append: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
  };
}
