import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { NamedHistory } from './replaying.ts';

const FOLDER = join(import.meta.dirname, 'histories');

export const recordingOf = (name: string): string => join(FOLDER, `${name}.json`);

/** The names of the recordings that there are. */
export async function recordedNames(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.map((file) => file.replace(/\.json$/, '')).sort();
}

/** Reads a recording. */
export async function readRecording(name: string): Promise<NamedHistory> {
  const text = await readFile(recordingOf(name), 'utf8');
  return { workflowId: name, history: historyFromJSON(JSON.parse(text)) };
}

/** Which workflow a history is of. */
export function typeOf({ history }: NamedHistory): string {
  return history.events?.[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name ?? '';
}

/** A history as it is kept: as JSON, without names and places of the machine that it was made on. */
export function textOf({ history }: NamedHistory): string {
  const json = JSON.parse(historyToJSON(history)) as unknown;
  const text = JSON.stringify(json, (key, value: unknown) => (key === 'stackTrace' ? '' : value), 1);
  return `${text.replaceAll(/"\d+@[^"]*"/g, '"recorder"')}\n`;
}
