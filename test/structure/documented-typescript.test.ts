import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = [
  'README.md',
  'sdk/README.md',
  ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
];

/** The TypeScript blocks of a page, one after the other: later ones use what earlier ones declare. */
function programOf(page: string): string {
  if (!page.endsWith('.md')) return '';
  const blocks = readFileSync(join(ROOT, page), 'utf8').matchAll(/^```(?:ts|typescript)\n(.*?)^```$/gms);
  return [...blocks].map(([, block]) => block).join('\n');
}

const programs = PAGES.map((page) => [page, programOf(page)] as const).filter(
  ([, program]) => program !== '',
);

test('pages have TypeScript', () => {
  expect(programs.map(([page]) => page)).toEqual(expect.arrayContaining(['README.md', 'sdk/README.md']));
});

test.each(programs)('the TypeScript of %s compiles under strict settings', (page, program) => {
  const file = join(ROOT, page.replace(/\.md$/, '.shown.ts'));
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    paths: {
      'merchant-payments-client': [join(ROOT, 'sdk/index.ts')],
      'merchant-payments-client/webhooks': [join(ROOT, 'sdk/webhooks.ts')],
    },
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (name) => (name === file ? program : readFile(name));
  host.fileExists = (name) => name === file || fileExists(name);
  const { getSourceFile } = host;
  host.getSourceFile = (name, target, ...more) =>
    name === file ? ts.createSourceFile(name, program, target) : getSourceFile(name, target, ...more);
  const compiled = ts.createProgram([file], options, host);
  const faults = ts.getPreEmitDiagnostics(compiled).map(({ messageText, start = 0, file: at }) => {
    const line = at === undefined ? 0 : at.getLineAndCharacterOfPosition(start).line;
    return `${program.split('\n')[line]}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(faults).toEqual([]);
});
