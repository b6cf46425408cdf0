import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a simulator has done, in order, over restarts: a file of JSON lines. */
export interface Journal<Entry> {
  /** What was written before this start, oldest first. */
  readonly earlier: readonly Entry[];
  /** Written when this returns. */
  append(entry: Entry): void;
}

/** Opens the journal in this file, or one that forgets everything for null. */
export function openJournal<Entry>(file: string | null): Journal<Entry> {
  if (file === null) return { earlier: [], append: () => undefined };
  mkdirSync(dirname(file), { recursive: true });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return {
    // A last line that a crash cut short was never answered for.
    earlier: lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as Entry),
    append: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
  };
}
