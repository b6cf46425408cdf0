// Installs the locked packages if they are missing. Runs before `npm start` and `npm test`, so it needs only
// the Node that npm itself runs on: no TypeScript, no packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)));
const OLDEST_NODE = 20;

/** The packages of a lock file: place to version and integrity. */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/** The reason why the installed packages differ from the locked ones, or null when they are the same. */
function missing() {
  const record = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return 'the packages are not installed yet';
  const installed = lockedPackages(record);
  for (const [place, wanted] of Object.entries(lockedPackages(join(ROOT, 'package-lock.json')))) {
    if (place === '' || wanted.link) continue;
    const found = installed[place];
    // npm skips optional packages for other platforms.
    if (found === undefined && wanted.optional) continue;
    if (found?.version !== wanted.version || found?.integrity !== wanted.integrity) {
      return `package-lock.json has changed (${place.replace('node_modules/', '')})`;
    }
  }
  return existsSync(join(ROOT, 'node_modules', '.bin', 'node'))
    ? null
    : 'the Node runtime of the project is absent';
}

/**
 * The environment without the project's own Node on the path: npm must not run on the Node that it is about
 * to replace.
 */
function environmentForNpm() {
  const bin = join(realpathSync(ROOT), 'node_modules', '.bin');
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => resolve(part) !== bin && resolve(part) !== join(ROOT, 'node_modules', '.bin'));
  // One dependency sends install statistics to its publisher unless this turns them off.
  return {
    ...process.env,
    PATH: path.join(delimiter),
    SCARF_ANALYTICS: 'false',
    NPM_CONFIG_LOGLEVEL: process.env.NPM_CONFIG_LOGLEVEL ?? 'error',
  };
}

function npm(args) {
  return spawnSync('npm', [...args, '--include=dev', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    env: environmentForNpm(),
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
}

function install(reason) {
  const began = Date.now();
  console.log(`[  0.0 s] ${reason}: npm ci (half a minute to two minutes, once)`);
  const run = npm(['ci']);
  const seconds = ((Date.now() - began) / 1000).toFixed(1).padStart(5);
  const left = run.status === 0 ? missing() : null;
  if (run.status === 0 && left === null) {
    console.log(`[${seconds} s] packages installed`);
    return;
  }
  fail(
    run.error?.message ?? (run.status === 0 ? left : `npm ci ended with code ${run.status ?? run.signal}`),
    [
      'rm -rf node_modules && npm ci --include=dev --ignore-scripts=false',
      'If package.json and package-lock.json differ: npm install, and commit the lock.',
      'If npm cannot reach its registry: npm config get registry, and set HTTPS_PROXY or the registry of your network.',
    ],
  );
}

function fail(what, remedies) {
  console.error(
    `\nThe packages could not be installed: ${what}.\nRemedy:\n${remedies.map((line) => `  ${line}`).join('\n')}\n`,
  );
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`npm runs on Node ${process.versions.node}`, [
    `Install Node ${OLDEST_NODE} or newer; the project brings its own Node 24 for everything after that.`,
  ]);
}
const reason = missing();
if (reason !== null) install(reason);
