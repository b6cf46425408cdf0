import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../stack/places.ts';
import type { PartRun } from './runner.ts';

const execute = promisify(execFile);

/** The committed results. docs/proof.md is generated from them. */
export const RECORD = join(ROOT, 'docs', 'proof.json');

/** All parts of the page, in its order. */
export const PART_NAMES = [
  'exploration',
  'mutation',
  'histories',
  'protocol',
  'fire',
  'cluster',
  'failover',
] as const;

/** The commit, machine and day of a run. */
export interface Circumstances {
  readonly seed: number;
  /** The commit's full hash. Null outside a clone. */
  readonly commit: string | null;
  /** True when the files differed from the commit. */
  readonly isDirty: boolean;
  /** The day in UTC, as 2027-01-31. */
  readonly date: string;
  readonly node: string;
  readonly cores: number;
}

/** The last full run of each part, by the part's name. */
export type ProofRecord = Readonly<Record<string, PartRun & Circumstances>>;

/** Reads the circumstances of a run. Call it before any file is written. */
export async function readCircumstances(seed: number): Promise<Circumstances> {
  // The page and the record are results of the last run: otherwise every second run would count as changed.
  const changed = await git('status', '--porcelain', '--', '.', ':!docs/proof.md', ':!docs/proof.json');
  return {
    seed,
    commit: await git('rev-parse', 'HEAD'),
    isDirty: changed !== null && changed !== '',
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    cores: availableParallelism(),
  };
}

async function git(...args: string[]): Promise<string | null> {
  return execute('git', args, { cwd: ROOT }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

/** Replaces the earlier runs of the same parts in the record. */
export function withRuns(
  record: ProofRecord,
  runs: readonly PartRun[],
  circumstances: Circumstances,
): ProofRecord {
  return { ...record, ...Object.fromEntries(runs.map((run) => [run.name, { ...run, ...circumstances }])) };
}

export async function readRecord(): Promise<ProofRecord> {
  return JSON.parse(await readFile(RECORD, 'utf8')) as ProofRecord;
}

export async function writeRecord(record: ProofRecord): Promise<void> {
  await writeFile(RECORD, `${JSON.stringify(record, null, 2)}\n`);
}
