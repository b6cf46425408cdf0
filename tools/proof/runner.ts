import type { ProofOptions, ProofPart, ProofResult } from './part.ts';

/** The result of one part, with its duration. */
export interface PartRun {
  readonly name: string;
  readonly shows: string;
  readonly seconds: number;
  readonly result: ProofResult;
}

/**
 * Runs the parts one after the other: two at once would slow each other down. A part that throws has failed.
 */
export async function runParts(parts: readonly ProofPart[], options: ProofOptions): Promise<PartRun[]> {
  const runs: PartRun[] = [];
  for (const part of parts) {
    options.progress.step(`${part.name}: ${part.shows}`);
    const began = performance.now();
    const result = await part.run(options).catch(failedWith);
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    for (const fault of result.faults) options.progress.step(`${part.name}: ${fault}`);
    options.progress.step(`${part.name}: ${result.status} after ${seconds} s`);
    runs.push({ name: part.name, shows: part.shows, seconds, result });
  }
  return runs;
}

function failedWith(error: unknown): ProofResult {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return { status: 'failed', figures: [], faults: [`It broke off: ${reason}`] };
}

/** Returns 1 if a part failed, else 0. A part that was left out is no failure: its remedy is on the page. */
export function exitCode(runs: readonly PartRun[]): number {
  return runs.some(({ result }) => result.status === 'failed') ? 1 : 0;
}

/** The table for the terminal: one line for each part and for each figure. */
export function summary(runs: readonly PartRun[]): string {
  return runs.flatMap(({ name, seconds, result }) => partLines(name, seconds, result)).join('\n');
}

function partLines(
  name: string,
  seconds: number,
  { status, figures, faults, remedy }: ProofResult,
): string[] {
  const width = Math.max(0, ...figures.map((figure) => figure.name.length));
  return [
    `${name}: ${status} (${seconds} s)`,
    ...figures.map(
      ({ name: figure, value, bar }) =>
        `  ${figure.padEnd(width)}  ${value}${bar === undefined ? '' : ` (bar: ${bar})`}`,
    ),
    ...faults.map((fault) => `  FAULT  ${fault}`),
    ...(remedy === undefined ? [] : [`  Remedy: ${remedy}`]),
  ];
}
