import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { proofPage } from '../docs/proof-page.ts';
import { onNpmGone } from '../../stack/parent-watch.ts';
import { ROOT } from '../../stack/places.ts';
import { stopAllChildren } from '../../stack/processes.ts';
import { createProgress } from '../../stack/progress.ts';
import { readCommand, usage, UsageError } from './options.ts';
import { PARTS, SKIPPED_WHEN_QUICK } from './parts.ts';
import { readCircumstances, readRecord, withRuns, writeRecord } from './record.ts';
import { exitCode, runParts, summary } from './runner.ts';

const progress = createProgress();
/** The exit code after a signal. */
const INTERRUPTED = 130;
let isEnding = false;

/** `npm run proof`: runs the parts and, in full, writes docs/proof.md. Returns the exit code. */
async function main(): Promise<number> {
  const { isHelp, isQuick, seed, parts } = readCommand(process.argv.slice(2), PARTS, SKIPPED_WHEN_QUICK);
  if (isHelp) {
    console.log(usage(PARTS));
    return 0;
  }
  const circumstances = await readCircumstances(seed);
  progress.step(
    `proof of ${parts.map(({ name }) => name).join(', ')}${isQuick ? ', small versions' : ''}; --seed ${seed} repeats it`,
  );
  const runs = await runParts(parts, { isQuick, seed, progress });
  // A signal stopped the processes of the parts, so they failed. The record must not contain that.
  if (isEnding) return INTERRUPTED;
  if (!isQuick) {
    const record = withRuns(await readRecord(), runs, circumstances);
    await writeRecord(record);
    await writeFile(join(ROOT, 'docs', 'proof.md'), proofPage(record));
    progress.step('wrote docs/proof.json and docs/proof.md');
  }
  console.log(`\n${summary(runs)}\n`);
  return exitCode(runs);
}

/** Stops all processes of the parts, then ends this process. */
async function end(code: number): Promise<never> {
  isEnding = true;
  await stopAllChildren();
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void end(INTERRUPTED));
await onNpmGone(() => void end(INTERRUPTED));
try {
  await end(await main());
} catch (error) {
  const isUsage = error instanceof UsageError;
  console.error(
    `\nnpm run proof failed: ${isUsage ? `${error.message}\n\n${usage(PARTS)}` : String(error)}\n`,
  );
  await end(1);
}
