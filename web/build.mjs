// Builds the console if its sources have changed since the last build. Runs before `npm start` and `npm
// test`, and in the image. The output is not committed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = join(ROOT, 'web', 'console', 'dist');
/** The digest of the sources that the output was built from. */
const RECORD = join(OUTPUT, 'sources.sha256');

function digest() {
  const hash = createHash('sha256');
  const files = readdirSync(join(ROOT, 'web'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(OUTPUT));
  // The lock file decides which versions of the libraries go into the bundle.
  for (const file of [...files.toSorted(), join(ROOT, 'package-lock.json')])
    hash.update(`${relative(ROOT, file)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Compresses each file once, so that no request has to. */
function compress() {
  const assets = join(OUTPUT, 'assets');
  for (const name of readdirSync(assets)) {
    const content = readFileSync(join(assets, name));
    writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content));
  }
}

const sources = digest();
if (!existsSync(RECORD) || readFileSync(RECORD, 'utf8') !== sources) {
  const began = Date.now();
  // The project's own Node: npm may run on an older one than Vite needs.
  const own = join(ROOT, 'node_modules', '.bin', 'node');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(
    existsSync(own) ? own : process.execPath,
    [vite, 'build', '--config', join(ROOT, 'web', 'vite.config.mjs')],
    { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) process.exit(status ?? 1);
  compress();
  writeFileSync(RECORD, sources);
  console.log(`console built in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
