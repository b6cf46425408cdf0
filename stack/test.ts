import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startMailInbox } from '../simulators/mail-inbox.ts';
import { bundleWorkflows } from '../src/temporal/workflow-bundle.ts';
import { startTemporalCluster } from './cluster/temporal-cluster.ts';
import { onNpmGone } from './parent-watch.ts';
import { makePartnerSecrets, startSimulators } from './partners.ts';
import { COMPILE_CACHE, DATA, ROOT } from './places.ts';
import { freePort, steadyPort } from './ports.ts';
import { startPostgresql, type Postgresql } from './postgresql.ts';
import { livesAs, stopAllChildren } from './processes.ts';
import { bundlePrograms, PROGRAMS } from './programs.ts';
import { createProgress } from './progress.ts';
import { startTemporalServer } from './temporal-server.ts';
import { findTestServer } from './test-server.ts';
import { countsLine, readCounts, type TestCounts } from './test-report.ts';

/**
 * The time that Jest may run on after it has written the report. A Jest that runs longer has an open handle.
 */
const LINGER_MS = 20_000;
const LOOK_MS = 1000;

const progress = createProgress();
const directory = join(DATA, `test-${process.pid}`);
const report = join(directory, 'report.json');
const closers: (() => Promise<unknown>)[] = [
  () => rm(directory, { recursive: true, force: true }),
  stopAllChildren,
];
let jest: ChildProcess | null = null;
let interrupted = false;

/** Starts the servers that the tests share. Returns the settings that point to them. */
async function startShared(): Promise<NodeJS.ProcessEnv> {
  const logDirectory = join(directory, 'logs');
  const testServer = await findTestServer(progress);
  progress.step(`time-skipping test server: ${testServer}`);

  // The tests start processes hundreds of times. Each would spend seconds of processor time on bundling the
  // workflows and on loading a thousand files.
  const bundle = join(directory, 'workflows.js');
  await writeFile(bundle, (await bundleWorkflows()).code);
  // Not below `directory`: the compile cache finds a file of an earlier run by its path.
  const programs = join(DATA, 'test-programs');
  await bundlePrograms(programs, { ...PROGRAMS, 'run-step': 'test/echo/run-step.ts' });

  const postgresql = await startPostgresql({
    directory: join(directory, 'postgresql'),
    logDirectory,
    maxConnections: 500,
    durable: false,
    existingUrl: process.env['TEST_DATABASE_ADMIN_URL'] || undefined,
    progress,
  });
  closers.push(async () => {
    await postgresql.stop();
    if (postgresql.directory !== null)
      await rm(dirname(postgresql.directory), { recursive: true, force: true });
  });
  progress.step(`PostgreSQL answers on port ${postgresql.port}`);
  const temporalAddress = await startTemporal(logDirectory, postgresql);
  progress.step(`Temporal answers at ${temporalAddress}`);

  const inbox = await startMailInbox();
  closers.push(() => inbox.stop());

  const partnerSecrets = makePartnerSecrets();
  const simulatorPort = await freePort();
  // The tests' APIs pass their own callback URL with each case and transfer. Nothing listens on this default.
  const publicUrl = 'http://127.0.0.1:9';
  await startSimulators({
    port: simulatorPort,
    secrets: partnerSecrets,
    publicUrl,
    stateDirectory: null,
    logDirectory,
  });
  return {
    TEST_PARTNER_SECRETS: JSON.stringify(partnerSecrets),
    TEST_SIMULATOR_URL: `http://127.0.0.1:${simulatorPort}`,
    TEST_DATABASE_ADMIN_URL: postgresql.adminUrl,
    TEST_TEMPORAL_ADDRESS: temporalAddress,
    TEST_SMTP_URL: inbox.smtpUrl,
    TEST_INBOX_URL: inbox.url,
    TEMPORAL_TEST_SERVER: testServer,
    TEST_WORKFLOW_BUNDLE: bundle,
    TEST_PROGRAMS: programs,
  };
}

/** Starts Temporal's dev server, or with TEST_STACK=cluster its own servers. Returns the address. */
async function startTemporal(logDirectory: string, { adminUrl }: Postgresql): Promise<string> {
  const existingAddress = process.env['TEST_TEMPORAL_ADDRESS'] || undefined;
  if (process.env['TEST_STACK'] !== 'cluster' || existingAddress !== undefined)
    return (await startTemporalServer({ logDirectory, existingAddress, progress })).address;
  const cluster = await startTemporalCluster({
    directory: join(directory, 'temporal'),
    adminUrl,
    password: 'temporal',
    namespaces: ['default'],
    portOf: () => steadyPort(),
    keep: ({ launch }) => launch(logDirectory),
    progress,
  });
  return cluster.address;
}

/** Runs Jest on the terminal. Returns its exit code. */
async function runJest(addresses: NodeJS.ProcessEnv): Promise<number> {
  const program = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  jest = spawn(
    process.execPath,
    [...flags, program, '--json', `--outputFile=${report}`, ...process.argv.slice(2)],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'test', NODE_COMPILE_CACHE: COMPILE_CACHE, ...addresses },
    },
  );
  const timer = setInterval(() => void endWhenDone(), LOOK_MS);
  let doneSince: number | null = null;
  const endWhenDone = async () => {
    if (
      !(await access(report).then(
        () => true,
        () => false,
      ))
    )
      return;
    doneSince ??= Date.now();
    if (Date.now() - doneSince < LINGER_MS) return;
    progress.step('Jest reported its results but does not end (a test left something open): killing it');
    jest?.kill('SIGKILL');
  };
  const [code] = (await once(jest, 'exit')) as [number | null];
  clearInterval(timer);
  return code ?? 1;
}

/** Removes the files of killed test runs. */
async function sweep(): Promise<void> {
  for (const name of await readdir(DATA).catch(() => [])) {
    const pid = /^test-(\d+)$/.exec(name)?.[1];
    if (pid === undefined || (await livesAs(Number(pid), 'stack/test.ts'))) continue;
    await rm(join(DATA, name), { recursive: true, force: true });
  }
}

async function close(): Promise<void> {
  for (const undo of closers.reverse()) await undo().catch((error: unknown) => console.error(error));
}

async function main(): Promise<{ counts: TestCounts; code: number }> {
  await sweep();
  await mkdir(dirname(report), { recursive: true });
  const addresses = await startShared();
  progress.step('running the tests');
  const code = await runJest(addresses);
  return { counts: await readCounts(report), code };
}

/** Ends Jest. The shared servers are stopped afterwards. */
function interrupt(): void {
  interrupted = true;
  if (jest !== null) jest.kill('SIGTERM');
  else void close().finally(() => process.exit(130));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
await onNpmGone(interrupt);

let outcome = { counts: { passed: 0, failed: 0, skipped: 0 }, code: 1 };
try {
  outcome = await main();
} catch (error) {
  if (!interrupted)
    console.error(`\nnpm test failed: ${error instanceof Error ? error.message : String(error)}\n`);
}
await close();
const { counts, code } = outcome;
if (counts.passed + counts.failed === 0) console.error(interrupted ? 'interrupted' : 'no test ran');
console.log(countsLine(counts));
process.exit(code !== 0 || counts.failed > 0 || counts.passed === 0 ? code || 1 : 0);
