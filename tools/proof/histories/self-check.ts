import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checker } from './checker.ts';
import { writeLines } from './history.ts';
import { PLANTED } from './planted.ts';
import type { PlantedHistory } from './planted.ts';

/** Hands the checker histories with planted faults and without. Answers one sentence for each wrong verdict. */
export async function selfCheck(check: Checker, directory: string): Promise<string[]> {
  const faults: string[] = [];
  for (const planted of PLANTED) {
    const file = join(directory, 'planted.jsonl');
    await writeLines(file, planted.lines);
    const { findings } = await check(file);
    const seen = findings.map(({ model, verdict }) => `${model} ${verdict}`);
    if (!isAsExpected(planted, seen)) faults.push(`the checker finds ${seen.join(', ') || 'nothing'} in "${planted.name}"`);
    await rm(file);
  }
  return faults;
}

function isAsExpected({ expected }: PlantedHistory, seen: readonly string[]): boolean {
  return expected === null ? seen.length === 0 : seen.includes(`${expected.model} ${expected.verdict}`);
}
