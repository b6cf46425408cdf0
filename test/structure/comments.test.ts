import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../stack/places.ts';

const WIDTH = 110;
/** Landed migrations are frozen. Generators write the other files. */
const EXEMPT = /^(src\/migrations\/.*|sdk\/(types|operations)\.ts|web\/console\/(facts|reasons)\.ts)$/;
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.([cm]?js|tsx?)$/.test(file) && !EXEMPT.test(file));

interface Comment {
  /** `file:line` of its first line. */
  readonly place: string;
  readonly text: string;
  readonly columns: number;
}

/** The comments of a source, a comment at the end of a line too. Lines of one `//` block are apart. */
function commentsOf(file: string, source: string): Comment[] {
  return [...source.matchAll(/(?<=^|[\s({,;])(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm)].map(
    ({ 0: comment, index }) => {
      const before = source.slice(0, index).split('\n');
      const indent = before.at(-1)?.length ?? 0;
      const columns = comment.split('\n').map((line, row) => line.length + (row === 0 ? indent : 0));
      return {
        place: `${file}:${before.length}`,
        text: comment.replaceAll(/^[ \t]*(?:\/\*+|\*(?!\/)|\/\/)[ \t]*|\s*\*\/$/gm, '').trim(),
        columns: Math.max(...columns),
      };
    },
  );
}

/** True if a sentence of the comment opens with a question word, which hides its subject. */
const opensAsQuestion = ({ text }: Comment): boolean =>
  /(?:^|\n\n|[.!?:;]\s+)(?:What|Whether|Whoever|How)\b/.test(text);

const COMMENTS = FILES.flatMap((file) => commentsOf(file, readFileSync(join(ROOT, file), 'utf8')));

test.each(['What', 'Whether', 'Whoever', 'How'])('a sentence that opens with %s is found', (word) => {
  const source = [
    `const glob = 'a/*.ts'; // ${word} it finds.`,
    `/** The rate. ${word}`,
    ' * it is rounded. */',
    `  // ${word} it is.`,
    `/**\n * The shapes\n *\n * ${word} they are. */`,
    `const url = 'https://${word}.example'; // The host and ${word}.`,
  ].join('\n');
  const comments = commentsOf('a.ts', source).map((comment) => [comment.place, opensAsQuestion(comment)]);
  expect(comments).toEqual([
    ['a.ts:1', true],
    ['a.ts:2', true],
    ['a.ts:4', true],
    ['a.ts:5', true],
    ['a.ts:9', false],
  ]);
});

test('there are comments to look at', () => {
  expect(COMMENTS.length).toBeGreaterThan(1000);
});

test('no sentence of a comment opens with What, Whether, Whoever or How', () => {
  expect(COMMENTS.filter(opensAsQuestion).map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});

test(`comments are at most ${WIDTH} columns wide`, () => {
  expect(COMMENTS.filter(({ columns }) => columns > WIDTH).map(({ place }) => place)).toEqual([]);
});
