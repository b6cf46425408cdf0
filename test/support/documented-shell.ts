import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/** A shell block of a page, with the output that the page shows after it. */
export interface ShellBlock {
  /** Where its fence is, from 1. */
  readonly line: number;
  readonly code: string;
  /** The block of text or JSON that follows before the next shell block; null when the page shows none. */
  readonly shown: { readonly language: 'text' | 'json'; readonly text: string } | null;
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;
/** The mark of a page for text that differs in every run. */
const ANYTHING = '…';
/** A page that waits for what never comes. */
const LONGEST_MS = 50_000;

/** Every shell block of a page, in order. */
export async function shellBlocks(page: string | URL): Promise<ShellBlock[]> {
  const markdown = await readFile(page, 'utf8');
  const found: ShellBlock[] = [];
  for (const { 1: language = '', 2: code = '', index } of markdown.matchAll(FENCE)) {
    const last = found.at(-1);
    if (language === 'sh' || language === 'bash') {
      found.push({ line: markdown.slice(0, index).split('\n').length, code: code.trim(), shown: null });
    } else if ((language === 'text' || language === 'json') && last?.shown === null) {
      found[found.length - 1] = { ...last, shown: { language, text: code.trim() } };
    }
  }
  return found;
}

/** The result of a block. */
export interface BlockRun<Block extends ShellBlock> {
  readonly block: Block;
  /** Everything that it printed. */
  readonly output: string;
}

/**
 * Runs blocks in order in one shell, as a reader would paste them, but for two things: whatever fails ends
 * the shell, a call that the API refuses too unless the page shows a refusal, and the answer of each `curl`
 * ends its line. Answers those that ran to their end; the last of them failed when `code` is not 0.
 */
export async function runBlocks<Block extends ShellBlock>(
  blocks: readonly Block[],
  { directory, environment }: { directory: string; environment: NodeJS.ProcessEnv },
): Promise<{ code: number | null; runs: BlockRun<Block>[]; errors: string }> {
  const mark = (index: number) => `@@@ block ${index}`;
  const script = [
    'set -eo pipefail; shopt -s inherit_errexit',
    `curl() { command curl --fail-with-body --no-progress-meter --write-out '\\n' "$@"; }`,
    ...blocks.map(
      ({ code, shown }, index) =>
        `echo '${mark(index)}'\n${showsRefusal(shown) ? `{ ${code}\n} || true` : code}`,
    ),
  ].join('\n');
  const shell = spawn('bash', ['-s'], { cwd: directory, env: environment, timeout: LONGEST_MS });
  shell.stdin.end(script);
  const [said, errors, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'exit'),
  ]);
  const begun = blocks.filter((_, index) => said.includes(`${mark(index)}\n`));
  const runs = begun.map((block, index) => {
    const from = said.indexOf(mark(index)) + mark(index).length;
    const to = index + 1 < begun.length ? said.indexOf(mark(index + 1)) : said.length;
    return { block, output: said.slice(from, to).trim() };
  });
  return { code: code as number | null, runs, errors };
}

function showsRefusal(shown: ShellBlock['shown']): boolean {
  return shown?.language === 'json' && 'error' in (JSON.parse(shown.text) as object);
}

/**
 * Where the output differs from what the page shows, or null. JSON must be the same, text must hold the lines
 * shown, in their order; `…` within a text or a line stands for anything.
 */
export function differenceFrom(shown: ShellBlock['shown'], output: string): string | null {
  if (shown === null) return null;
  if (shown.language === 'json') return jsonDifference(JSON.parse(shown.text), parsed(output), '');
  let rest = output.split('\n').map((line) => line.trim());
  for (const line of shown.text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const at = rest.findIndex((one) => isLike(line, one));
    if (at < 0) return `no line like: ${line}`;
    rest = rest.slice(at + 1);
  }
  return null;
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return `(no JSON) ${output}`;
  }
}

function jsonDifference(shown: unknown, found: unknown, path: string): string | null {
  if (typeof shown === 'string' && typeof found === 'string' && isLike(shown, found)) return null;
  if (!isComposed(shown) || !isComposed(found) || Array.isArray(shown) !== Array.isArray(found))
    return Object.is(shown, found)
      ? null
      : `${path || 'the answer'} is ${JSON.stringify(found)}, not ${JSON.stringify(shown)}`;
  const names = new Set([...Object.keys(shown), ...Object.keys(found)]);
  for (const name of names) {
    const difference = jsonDifference(shown[name], found[name], `${path}.${name}`);
    if (difference !== null) return difference;
  }
  return null;
}

const isComposed = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function isLike(pattern: string, line: string): boolean {
  const parts = pattern
    .split(ANYTHING)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^]*')}$`).test(line);
}
