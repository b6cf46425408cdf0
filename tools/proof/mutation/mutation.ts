import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DATA, ROOT } from '../../../stack/places.ts';
import type { ProofFigure, ProofOptions, ProofPart, ProofResult } from '../part.ts';
import { scoreOf, survivorsOf } from './report.ts';
import type { MutationReport, Survivor } from './report.ts';
import { EQUIVALENT_MUTANTS } from './survivors.ts';
import type { EquivalentMutant } from './survivors.ts';

const LEAST_PERCENT = 90;
/** The path of the report, the same as in `stryker.json`. */
const REPORT = join(DATA, 'mutation.json');
const CONFIG = join(import.meta.dirname, 'stryker.json');
const MOST_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Plants faults one by one into the money rules with Stryker. The tests of the rules must notice each of
 * them.
 */
export const mutation: ProofPart = {
  name: 'mutation',
  shows: 'The tests of the money rules notice a fault planted anywhere in them.',
  async run({ progress }: ProofOptions): Promise<ProofResult> {
    const { mutate } = JSON.parse(await readFile(CONFIG, 'utf8')) as { readonly mutate: readonly string[] };
    // One run a file: each takes minutes, and says when it ends what it found.
    let files: MutationReport['files'] = {};
    for (const file of mutate) {
      await progress.during(`planting faults into ${file}`, runStryker(file));
      const report = JSON.parse(await readFile(REPORT, 'utf8')) as MutationReport;
      const { percent, detected, undetected } = scoreOf(
        Object.values(report.files).flatMap(({ mutants }) => mutants),
      );
      progress.step(`${file}: ${percentText(percent)} of ${detected + undetected} mutants killed`);
      files = { ...files, ...report.files };
    }
    return judge({ files });
  },
};

async function runStryker(file: string): Promise<void> {
  const program = join(
    createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json'),
    '../bin/stryker.js',
  );
  await promisify(execFile)(process.execPath, [program, 'run', CONFIG, '--mutate', file], {
    cwd: ROOT,
    maxBuffer: MOST_OUTPUT_BYTES,
  });
}

/**
 * Returns the figures of a report with its failures: a low score, a survivor that is not in the table of
 * equivalent mutants, a row of the table that matches none.
 */
export function judge(
  report: MutationReport,
  equivalent: readonly EquivalentMutant[] = EQUIVALENT_MUTANTS,
): ProofResult {
  const files = Object.entries(report.files);
  const all = scoreOf(files.flatMap(([, { mutants }]) => mutants));
  const figures: ProofFigure[] = [
    { name: 'mutants', value: String(all.detected + all.undetected) },
    { name: 'killed, all files', value: percentText(all.percent), bar: `≥ ${LEAST_PERCENT} %` },
    ...files.map(([file, { mutants }]) => ({
      name: `killed, ${file}`,
      value: percentText(scoreOf(mutants).percent),
    })),
  ];
  const survivors = survivorsOf(report);
  const unknown = survivors.filter((survivor) => !equivalent.some((row) => isOf(row, survivor)));
  const stale = equivalent.filter(
    (row) => survivors.filter((survivor) => isOf(row, survivor)).length !== (row.count ?? 1),
  );
  figures.push({ name: 'equivalent mutants', value: String(survivors.length - unknown.length) });
  const faults = [
    ...(all.percent < LEAST_PERCENT
      ? [`${percentText(all.percent)} of the mutants are killed, less than ${LEAST_PERCENT} %.`]
      : []),
    ...unknown.map(survivorText),
    ...stale.map(({ file, original, replacement, count = 1 }) => {
      return `survivors.ts: ${file}: \`${original}\` → \`${replacement}\` is not what survives ${count === 1 ? 'once' : `${count} times`}.`;
    }),
  ];
  return { status: faults.length === 0 ? 'passed' : 'failed', figures, faults };
}

function isOf(row: EquivalentMutant, { file, original, mutant }: Survivor): boolean {
  return row.file === file && row.original === original && row.replacement === mutant.replacement;
}

function survivorText({ file, original, mutant }: Survivor): string {
  const { line, column } = mutant.location.start;
  return `${file}:${line}:${column}: no test notices ${mutant.mutatorName}: \`${original}\` → \`${mutant.replacement}\`.`;
}

const percentText = (percent: number): string => `${percent.toFixed(1)} %`;
