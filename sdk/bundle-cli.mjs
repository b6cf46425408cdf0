import { copyFile, cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/**
 * `node bundle-cli.mjs [directory]`: writes the command line with its library as one file, so that the
 * package needs no other at run time. The library's licence goes beside it, and so do the pages and verifiers
 * that the README names.
 */
const here = import.meta.dirname;
const directory = process.argv[2] ?? join(here, 'dist');
await build({
  entryPoints: [join(here, 'cli.ts')],
  outfile: join(directory, 'cli.js'),
  bundle: true,
  platform: 'node',
  target: 'node20.12',
  format: 'esm',
  // commander is CommonJS and requires Node's own modules, which a module cannot without this.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
const commander = dirname(createRequire(import.meta.url).resolve('commander'));
await copyFile(join(commander, 'LICENSE'), join(directory, 'commander.LICENSE'));
const pages = [
  'webhook-verification',
  'webhooks.md',
  'errors-and-idempotency.md',
  'reasons.md',
  'glossary.md',
];
for (const page of pages)
  await cp(join(here, '../docs', page), join(directory, 'docs', page), { recursive: true });
