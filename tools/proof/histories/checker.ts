import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Progress } from '../../../stack/progress.ts';
import { cachedFolder, inCache, onPath, runTool } from '../../../stack/tool-cache.ts';

const run = promisify(execFile);
const SOURCES = join(import.meta.dirname, 'checker');
const LONGEST_VERDICT = 64 * 1024 * 1024;

/** The verdict on all objects of one kind. */
export interface CheckedPart {
  readonly model: 'charge' | 'wallet' | 'balance';
  readonly objects: number;
  readonly operations: number;
  /** Objects that are legal only because a process died between a commit and its answer. */
  readonly excused: number;
  readonly ms: number;
}

/** An object whose history no legal order of calls explains. */
export interface Finding {
  readonly model: CheckedPart['model'];
  readonly object: string;
  /** `late`: legal only if a command that got 503 took effect. `undecided`: the search took too long. */
  readonly verdict: 'illegal' | 'late' | 'undecided';
  /** The ids of the calls that the longest legal order cannot place. */
  readonly calls: readonly number[];
  /** Checkouts of this object that are findings themselves. They explain this finding. */
  readonly follows: readonly string[];
  /** Every call of the object, one line each. */
  readonly history: readonly string[];
}

export interface Verdict {
  readonly parts: readonly CheckedPart[];
  readonly findings: readonly Finding[];
}

/** Checks a recorded history, a file of JSON lines. */
export type Checker = (file: string) => Promise<Verdict>;

export const GO_REMEDY = 'Install Go 1.24 or newer, so that `go version` works, and run it again.';

/**
 * Builds the checker from its Go sources, once per version. Returns null when it is not built yet and Go is
 * missing.
 */
export async function buildChecker(progress: Progress): Promise<Checker | null> {
  const name = `histories-checker-${await digestOfSources()}`;
  const go = await onPath('go');
  if (go === null && (await inCache(name, 'checker')) === null) return null;
  const folder = await cachedFolder(name, (target) =>
    progress.during(
      'building the checker of histories (once)',
      runTool(go as string, ['build', '-o', join(target, 'checker'), '.'], SOURCES),
    ),
  );
  return async (file) => {
    const { stdout } = await run(join(folder, 'checker'), [file], { maxBuffer: LONGEST_VERDICT });
    return JSON.parse(stdout) as Verdict;
  };
}

async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(SOURCES)).sort())
    hash.update(name).update(await readFile(join(SOURCES, name)));
  return hash.digest('hex').slice(0, 16);
}
