import { PART_NAMES } from '../proof/record.ts';
import type { Circumstances, ProofRecord } from '../proof/record.ts';
import type { PartRun } from '../proof/runner.ts';

type RecordedRun = PartRun & Circumstances;

/** The page of the proof: for each part its claim, its figures, and the place and time of the run. */
export function proofPage(record: ProofRecord): string {
  const rows = PART_NAMES.map((name) => overview(name, record[name]));
  const sections = PART_NAMES.flatMap((name) => section(record[name]));
  return `# Proof

Made by \`npm run proof\`; run it again instead of editing this page. It shows that the promises hold, by means that have nothing in common.
Each part names the commit and the seed of its last full run: \`npm run proof -- --only protocol --seed 1\` runs one part with that seed.

| Part | Result | Commit | Date | Seconds |
| --- | --- | --- | --- | ---: |
${rows.join('\n')}
${sections.map((text) => `\n${text}`).join('')}`;
}

function overview(name: string, run: RecordedRun | undefined): string {
  if (run === undefined) return `| ${name} | not run yet | | | |`;
  return `| [${name}](#${name}) | ${run.result.status} | ${commitOf(run)} | ${run.date} | ${run.seconds} |`;
}

function section(run: RecordedRun | undefined): string[] {
  if (run === undefined) return [];
  const { figures, faults, remedy, status } = run.result;
  const circumstances = `Seed \`${run.seed}\`, commit ${commitOf(run)}, ${run.date}, Node ${run.node}, ${run.cores} cores, ${run.seconds} s.`;
  return [
    [
      `## ${run.name}\n\n${run.shows}\n\n${circumstances}\n`,
      ...(figures.length === 0 ? [] : [table(figures)]),
      ...(faults.length === 0 ? [] : [`Faults:\n\n${faults.map((fault) => `- ${oneLine(fault)}`).join('\n')}\n`]),
      ...(status === 'left out' ? [`Left out. ${remedy === undefined ? '' : `Remedy: ${oneLine(remedy)}`}`.trim() + '\n'] : []),
    ].join('\n'),
  ];
}

function table(figures: RecordedRun['result']['figures']): string {
  const rows = figures.map(({ name, bar = '', value }) => `| ${cell(name)} | ${cell(bar)} | ${cell(value)} |`);
  return `| Figure | Bar | Measured |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function commitOf({ commit, isDirty }: Circumstances): string {
  return `${commit === null ? 'unknown' : `\`${commit.slice(0, 12)}\``}${isDirty ? ' with changes' : ''}`;
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
const cell = (text: string): string => oneLine(text).replaceAll('|', '\\|');
