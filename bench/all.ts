/**
 * Runs benchmarks one after the other and writes what they print to docs/performance.md, with the machine,
 * the commit and the day. `npm run bench -- lives capture` runs these two and keeps the other figures of the
 * page.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../stack/places.ts';

/** The benchmarks and their questions, in the order of the page. */
const BENCHMARKS = {
  lives: 'How many checkouts live through a second, with both webhooks?',
  dbos: 'What does a life cost over an engine inside the API?',
  'half-load': 'How much longer does the slowest of a hundred calls take?',
  capture: 'What does a capture cost over a bare update of a workflow?',
  creation: 'What does a creation cost over a bare start of a workflow?',
  shell: 'What does a call cost over a bare server?',
  webhooks: 'Do slow receivers delay others, and how many webhooks go out a second?',
  awards: 'What does an award cost, and how long does a moved clock take over a thousand?',
  restart: 'How long do payments wait when a worker is killed?',
  lists: 'Do lists slow down as they grow?',
  console: 'Does the console stay smooth over a million sales?',
  screening: 'How long does a search in a sanctions list take?',
  flood: 'Does live notice a flooded sandbox?',
  growth: 'Do the passes in the background cost more as the books grow?',
  'sign-in': 'Can an owner sign in under attack?',
  size: 'What does a life cost, and what do a hundred million of them a month need?',
  writes: "How often does a checkout write to Temporal's store?",
} as const;
type Name = keyof typeof BENCHMARKS;

const PAGE = join(ROOT, 'docs', 'performance.md');
const HEAD = `# Performance

Figures are ratios of two arms that take turns within one run, so that other work on the machine affects both.
Compare ratios, not milliseconds. \`npm run bench\` measures all of them and writes this page; the benchmarks are in
\`bench\`, and each says at its top what it compares.
`;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exit(1);
}

const names = Object.keys(BENCHMARKS) as Name[];
for (const name of asked.length === 0 ? names : names.filter((known) => asked.includes(known))) {
  console.error(`\n${name}: ${BENCHMARKS[name]}`);
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  console.log(stdout);
  if (stdout.trim() === '') {
    console.error(`${name} printed no figures (exit code ${status}); the page keeps the old ones`);
    process.exitCode = 1;
  } else {
    record(name, stdout.trim());
  }
}

/** Replaces the section of a benchmark, and keeps the others in their order. */
function record(name: Name, printed: string): void {
  const sections = readSections();
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
  const day = new Date().toISOString().slice(0, 10);
  sections.set(
    name,
    `## ${name}\n\n${BENCHMARKS[name]} Measured on ${day} at ${commit}: ${machine}.\n\n\`\`\`text\n${printed}\n\`\`\`\n`,
  );
  writeFileSync(PAGE, [HEAD, ...names.flatMap((known) => sections.get(known) ?? [])].join('\n'));
}

function readSections(): Map<string, string> {
  let page = '';
  try {
    page = readFileSync(PAGE, 'utf8');
  } catch {
    // The first run makes the page.
  }
  const parts = page.split(/^(?=## )/m).slice(1);
  return new Map(parts.map((part) => [/^## (\S+)/.exec(part)?.[1] ?? '', `${part.trimEnd()}\n`]));
}
