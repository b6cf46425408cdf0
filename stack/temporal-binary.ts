import { homedir } from 'node:os';
import { join } from 'node:path';
import { buildWithGo } from './go-build.ts';
import { downloadOfficial } from './official-download.ts';
import type { Progress } from './progress.ts';
import { cachedFolder, inCache, onPath, works } from './tool-cache.ts';

/**
 * One version, downloaded or built, with server 1.29.1 and Web UI 2.42.1, whose names the pages use. It is
 * the newest tag that `go install` accepts: later ones carry `replace` directives.
 */
const VERSION = '1.5.1';
const DOWNLOADED = `temporal-cli-download-${VERSION}`;
const PACKAGE = 'github.com/temporalio/cli/cmd/temporal';
const GO_PACKAGE = `${PACKAGE}@v${VERSION}`;
/**
 * Newer than the server asks for. With its own, 1.39, a statement that times out on a busy machine leaves the
 * connection interrupted: the server then answers every call with `interrupted (9)` until it is restarted.
 */
const SQLITE_VERSION = '1.44.3';
const BUILT = `temporal-cli-${VERSION}-sqlite-${SQLITE_VERSION}`;

/**
 * Finds a working `temporal` command. Throws one error that names every remedy.
 *
 * The search order is: TEMPORAL_CLI, the PATH, the directory of `go install`, the cache of this project, the
 * official download, a build from source with Go (minutes, once).
 */
export async function findTemporal(progress: Progress): Promise<string> {
  const named = process.env['TEMPORAL_CLI'];
  if (named) {
    if (await works(named, ['--version'])) return named;
    throw new Error(
      `TEMPORAL_CLI=${named} does not run.\nRemedy: give the path of the temporal command, or unset TEMPORAL_CLI.`,
    );
  }
  const goBin = process.env['GOBIN'] || join(homedir(), 'go', 'bin');
  const ready = [
    await onPath('temporal'),
    join(goBin, 'temporal'),
    await inCache(DOWNLOADED, 'temporal'),
    await inCache(BUILT, 'temporal'),
  ];
  for (const path of ready) if (path !== null && (await works(path, ['--version']))) return path;

  const failures: string[] = [];
  for (const [what, obtain] of ways()) {
    try {
      return await progress.during(what, obtain());
    } catch (error) {
      failures.push(`${what}: ${reasonOf(error)}`);
      progress.step(`  that failed: ${reasonOf(error).split('\n')[0]}`);
    }
  }
  throw new Error(noTemporal(failures));
}

function ways(): [string, () => Promise<string>][] {
  return [
    ['downloading the Temporal command', download],
    ['building the Temporal command from source (2 to 4 minutes, once; cached for later clones)', build],
  ];
}

async function download(): Promise<string> {
  const folder = await cachedFolder(DOWNLOADED, async (target) => {
    await downloadOfficial({ artifact: 'cli', version: `v${VERSION}` }, 'temporal', target);
    if (!(await works(join(target, 'temporal'), ['--version'])))
      throw new Error('what was downloaded does not run');
  });
  return join(folder, 'temporal');
}

async function build(): Promise<string> {
  const folder = await cachedFolder(BUILT, async (target) => {
    const modules = [GO_PACKAGE, `modernc.org/sqlite@v${SQLITE_VERSION}`];
    await buildWithGo({ go: '1.24', modules, packages: { temporal: PACKAGE } }, target);
    if (!(await works(join(target, 'temporal'), ['--version'])))
      throw new Error('what was built does not run');
  });
  return join(folder, 'temporal');
}

function noTemporal(failures: string[]): string {
  return [
    'There is no Temporal server to be had on this machine.',
    ...failures.map((failure) => `  - ${failure}`),
    'Remedy, any one of these, then again:',
    '  - macOS: brew install temporal. Elsewhere: install the Temporal CLI (docs.temporal.io/cli) so that `temporal --version` works',
    `  - install Go 1.24 or newer, so that this works: go install ${GO_PACKAGE}`,
    '  - name a copy that you have: TEMPORAL_CLI=/path/to/temporal',
    '  - use a server that runs elsewhere: TEMPORAL_ADDRESS=host:7233',
  ].join('\n');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error);
}
