import { readFile } from 'node:fs/promises';
import type { Child } from '../../stack/processes.ts';

/** A line of a process's log. */
export type Line = Readonly<Record<string, unknown>>;

/** The JSON lines of the process's log so far. */
export async function linesOf({ logFile }: Child): Promise<Line[]> {
  const text = await readFile(logFile, 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);
}
