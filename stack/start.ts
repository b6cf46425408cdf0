import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMailInbox, type MailInbox } from '../simulators/mail-inbox.ts';
import { startWebhookReceiver } from '../simulators/webhook-receiver.ts';
import { migrate } from '../src/migrations/migrate.ts';
import { startApi, startWorker } from './applications.ts';
import { makeFirstPayment, type FirstPayment } from './first-payment.ts';
import { onNpmGone } from './parent-watch.ts';
import { partnerSettings, startSimulators } from './partners.ts';
import { DATA, ROOT } from './places.ts';
import { openLastPorts, type LastPorts } from './last-ports.ts';
import { startPostgresql, type Postgresql } from './postgresql.ts';
import { stopAllChildren, type Child } from './processes.ts';
import { createProgress } from './progress.ts';
import { claimRun, type Run, type StackFacts } from './run-lock.ts';
import { stackSecrets, type StackSecrets } from './secrets.ts';
import { demoBooks, noteDemoBooks } from './seed/books.ts';
import { supervise } from './supervisor.ts';
import { runTool } from './tool-cache.ts';
import { startTemporalServer, type TemporalServer } from './temporal-server.ts';

const PORTS = {
  api: 3000,
  simulators: 1090,
  inbox: 1080,
  smtp: 1025,
  temporal: 7233,
  temporalUi: 8233,
  postgresql: 54320,
  metrics: 9464,
};
const LOGS = join(DATA, 'logs');
const USAGE =
  'npm start [-- --exit] [-- --no-payment] [-- --demo]\n  --exit        stop after the first payment; code 0 only if all of it worked\n  --no-payment  do not make a payment\n  --demo        on books of their own, for npm run seed; npm run seed -- --erase removes them';
/**
 * npm forwards Ctrl-C although the terminal has already delivered it. A second signal counts only after this
 * time.
 */
const SECOND_SIGNAL_MS = 1500;

const progress = createProgress();
/** The cleanup steps, in the order of starting. */
const closers: (() => Promise<void>)[] = [];
const atEnd = (close: () => Promise<void>): void => void closers.push(close);
let ending: Promise<never> | null = null;

/** Stops everything in the reverse order of starting, and ends this process. */
function end(code: number): Promise<never> {
  ending ??= (async () => {
    for (const close of closers.reverse())
      await close().catch((error: unknown) => console.error(messageOf(error)));
    process.exit(code);
  })();
  return ending;
}

function endOnSignals(): void {
  let first = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (first === 0) progress.step('stopping everything');
      else if (Date.now() - first > SECOND_SIGNAL_MS) process.exit(130); // The guard ends the children.
      first ||= Date.now();
      void end(0);
    });
  }
  // A closed output (`npm start | head`) must not end the stack.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** What the parts of one stack share. */
interface Stack {
  readonly run: Run;
  readonly secrets: StackSecrets;
  readonly ports: LastPorts;
  /** The directory of its data. */
  readonly books: string;
  /** The file with the bundled workflows. With it, a worker restarts in half the time. */
  readonly bundle: Promise<string>;
  /** Adds a cleanup step. */
  readonly atEnd: (close: () => Promise<void>) => void;
}

/**
 * Starts a server, and again whenever it ends: on the same ports, so that its addresses stay valid. A server
 * without a process is the user's own, and left alone.
 */
async function keepRunning<Server extends { readonly child: Child | null }>(
  { run, atEnd }: Stack,
  start: () => Promise<Server>,
): Promise<Server> {
  const server = await start();
  const { child } = server;
  if (child === null) return server;
  const supervisor = supervise({
    child,
    start: async () => (await start()).child ?? child,
    onRestart: ({ name, pid }) => run.note(name, pid),
    progress,
  });
  atEnd(() => supervisor.stop());
  run.note(child.name, child.pid);
  return server;
}

interface Servers {
  readonly postgresql: Postgresql;
  readonly temporal: TemporalServer;
  readonly inbox: MailInbox;
}

async function startServers(stack: Stack): Promise<Servers> {
  const { ports } = stack;
  const postgresql = await startBooks(stack);
  progress.step(
    `PostgreSQL answers on port ${postgresql.port}${postgresql.child === null ? ' (DATABASE_URL)' : ''}`,
  );
  const temporal = await startTemporal(stack);
  progress.step(
    `Temporal answers at ${temporal.address}${temporal.child === null ? ' (TEMPORAL_ADDRESS)' : ''}`,
  );
  const inbox = await startMailInbox({
    smtpPort: await ports.choose('smtp', PORTS.smtp),
    httpPort: await ports.choose('inbox', PORTS.inbox),
  });
  closers.push(() => inbox.stop());
  progress.step(`mail inbox takes mail at ${inbox.smtpUrl} and shows it at ${inbox.url}/messages`);
  return { postgresql, temporal, inbox };
}

async function startBooks(stack: Stack): Promise<Postgresql> {
  const { secrets, ports, books } = stack;
  const { DATABASE_URL: application, MIGRATION_DATABASE_URL: owner } = process.env;
  const existingUrl = owner || application || undefined;
  const options = {
    directory: join(books, 'postgresql'),
    logDirectory: LOGS,
    ...(existingUrl === undefined ? { port: await ports.choose('postgresql', PORTS.postgresql) } : {}),
    password: secrets.postgresql_password,
    applicationPassword: secrets.postgresql_application_password,
    existingUrl,
    existingApplicationUrl: application || undefined,
    progress,
  };
  return keepRunning(stack, () => startPostgresql(options));
}

async function startTemporal(stack: Stack): Promise<TemporalServer> {
  const { ports, books } = stack;
  const existingAddress = process.env['TEMPORAL_ADDRESS'] || undefined;
  const options = {
    logDirectory: LOGS,
    ...(existingAddress === undefined
      ? {
          port: await ports.choose('temporal', PORTS.temporal),
          uiPort: await ports.choose('temporalUi', PORTS.temporalUi),
        }
      : {}),
    databaseFile: join(books, 'temporal.db'),
    namespace: process.env['TEMPORAL_NAMESPACE'] || 'default',
    // The API stays below the server's default of 10 updates in flight. The tests run under that default; the
    // stack raises it.
    dynamicConfig: { 'history.maxInFlightUpdates': 1000 },
    existingAddress,
    progress,
  };
  return keepRunning(stack, () => startTemporalServer(options));
}

/**
 * The settings of API and worker. The caller's environment takes precedence over defaults, but not over the
 * stack's own values.
 */
function settings(
  servers: Servers,
  secrets: StackSecrets,
  { apiPort, simulatorUrl }: { apiPort: number; simulatorUrl: string },
): NodeJS.ProcessEnv & { OPERATOR_TOKEN: string; TASK_QUEUE: string } {
  const given = process.env;
  return {
    ...partnerSettings(secrets, { simulatorUrl, publicUrl: `http://127.0.0.1:${apiPort}` }),
    ...present(given),
    MIGRATION_DATABASE_URL: undefined,
    DATABASE_URL: servers.postgresql.applicationUrl,
    TEMPORAL_ADDRESS: servers.temporal.address,
    TEMPORAL_NAMESPACE: given['TEMPORAL_NAMESPACE'] || 'default',
    TEMPORAL_UI_URL: servers.temporal.uiUrl ?? undefined,
    TASK_QUEUE: given['TASK_QUEUE'] || 'payments',
    API_HOST: '127.0.0.1',
    API_PORT: String(apiPort),
    SMTP_URL: servers.inbox.smtpUrl,
    ENCRYPTION_KEYS: given['ENCRYPTION_KEYS'] || secrets.encryption_keys,
    DIGEST_KEY: given['DIGEST_KEY'] || secrets.digest_key,
    OPERATOR_TOKEN: given['OPERATOR_TOKEN'] || secrets.operator_token,
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    // Load tests sign in many shoppers from this machine.
    ADDRESS_LIMITS_SPARE_LOOPBACK: given['ADDRESS_LIMITS_SPARE_LOOPBACK'] || 'true',
    CALLS_PER_KEY: given['CALLS_PER_KEY'] || '1000000',
    CALLS_PER_SESSION: given['CALLS_PER_SESSION'] || '1000000',
    CLOCK_MOVES_PER_ORG: given['CLOCK_MOVES_PER_ORG'] || '1000000',
    OTP_MAILS_PER_HOUR: given['OTP_MAILS_PER_HOUR'] || '1000000',
    OTP_WRONG_TRIES_PER_HOUR: given['OTP_WRONG_TRIES_PER_HOUR'] || '1000000',
    LOG_LEVEL: given['LOG_LEVEL'] || 'info',
  };
}

/** The settings without empty ones, which count as absent. */
function present(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** The metrics ports of the API, the worker, and the worker's Temporal SDK. */
async function metricsPorts(ports: LastPorts) {
  return {
    API_METRICS_PORT: String(await ports.choose('apiMetrics', PORTS.metrics)),
    WORKER_METRICS_PORT: String(await ports.choose('workerMetrics', PORTS.metrics + 1)),
    WORKER_SDK_METRICS_PORT: String(await ports.choose('workerSdkMetrics', PORTS.metrics + 2)),
  };
}

async function startApplications(stack: Stack, servers: Servers): Promise<Omit<StackFacts, 'pids'>> {
  const { secrets, ports, books, bundle } = stack;
  const apiPort = await ports.choose('api', PORTS.api, Number(process.env['API_PORT']) || undefined);
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const port = await ports.choose('simulators', PORTS.simulators);
  const simulatorUrl = `http://127.0.0.1:${port}`;
  const stateDirectory = join(books, 'simulators');
  await keepRunning(stack, async () => ({
    child: await startSimulators({ port, secrets, publicUrl: apiUrl, stateDirectory, logDirectory: LOGS }),
  }));
  progress.step(
    `simulated partners (verification, bank, names of account holders) answer at ${simulatorUrl}`,
  );
  const metrics = await metricsPorts(ports);
  const environment = { ...settings(servers, secrets, { apiPort, simulatorUrl }), ...metrics };
  const options = { environment, logDirectory: LOGS };
  const launchWorker = async () =>
    startWorker({ ...options, environment: { WORKFLOW_BUNDLE: await bundle, ...environment } });
  const stops: (() => Promise<void>)[] = [];
  closers.push(async () => void (await Promise.all(stops.map((stop) => stop()))));
  const together = { ...stack, atEnd: (stop: () => Promise<void>) => void stops.push(stop) };
  await progress.during(
    'starting the API and the worker',
    Promise.all([
      keepRunning(together, async () => ({ child: await startApi(apiUrl, options) })),
      keepRunning(together, async () => ({ child: await launchWorker() })),
    ]),
  );
  progress.step(`API answers at ${apiUrl}, the worker polls for work`);
  return {
    api_url: apiUrl,
    inbox_url: servers.inbox.url,
    temporal_address: servers.temporal.address,
    temporal_ui_url: servers.temporal.uiUrl,
    simulator_url: simulatorUrl,
    database_url: servers.postgresql.url,
    operator_token: environment.OPERATOR_TOKEN,
    task_queue: environment.TASK_QUEUE,
    books,
    metrics_urls: Object.values(metrics).map((metricsPort) => `http://127.0.0.1:${metricsPort}/metrics`),
  };
}

/** Bundles the workflows beside the start of the servers. */
function bundleWorkflows(): Promise<string> {
  const file = join(DATA, 'workflows.js');
  const bundled = runTool(process.execPath, [join(ROOT, 'stack', 'bundle.ts'), file], ROOT).then(() => file);
  bundled.catch(() => undefined); // The start of the worker reports it.
  return bundled;
}

async function payOnce(facts: Omit<StackFacts, 'pids'>): Promise<FirstPayment | null> {
  const receiver = await startWebhookReceiver();
  closers.push(() => receiver.stop());
  progress.step('the first payment, through the public API:');
  try {
    const payment = await makeFirstPayment({
      apiUrl: facts.api_url,
      inboxUrl: facts.inbox_url,
      receiver,
      say: (line) => progress.step(`  ${line}`),
    });
    progress.step('the first payment worked');
    return payment;
  } catch (error) {
    console.error(`\nThe first payment FAILED: ${messageOf(error)}\nLogs: ${LOGS}\n`);
    return null;
  }
}

function describe(facts: Omit<StackFacts, 'pids'>, payment: FirstPayment | null): string {
  const key = payment?.apiKey;
  const cart =
    '{"items":[{"product_id":"A","display_name":"Coffee","unit_price":1999,"qty":1,"cashback_rate":750}],"total":1999}';
  return [
    '',
    `  API           ${facts.api_url}`,
    `  API docs      ${facts.api_url}/docs`,
    `  Mail inbox    ${facts.inbox_url}/messages`,
    `  Partners      ${facts.simulator_url} (simulated; docs/testing-in-the-sandbox.md)`,
    `  Temporal UI   ${facts.temporal_ui_url ?? `(of the server at ${facts.temporal_address})`}`,
    `  Database      ${facts.database_url}`,
    `  Metrics       ${facts.metrics_urls.join(', ')}`,
    `  Facts, logs   ${join(DATA, 'stack.json')}, ${LOGS}`,
    ...(key === undefined ? [] : [`  Sandbox key   ${key}`]),
    '',
    '  Try it:',
    key === undefined
      ? `  curl -s ${facts.api_url}/auth/otp/request -H 'content-type: application/json' -d '{"email":"you@example.com"}'`
      : `  curl -s ${facts.api_url}/checkouts -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '${cart}'`,
    '',
  ].join('\n');
}

async function main(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      exit: { type: 'boolean', default: false },
      'no-payment': { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
    },
  });
  if (process.platform === 'win32')
    throw new Error(
      'The stack does not run on Windows itself.\nRemedy: run it in WSL 2, or use docker compose up.',
    );
  const books = flags.demo ? demoBooks(process.env) : DATA;
  progress.step(`Node ${process.versions.node}, ${process.platform}-${process.arch}, data in ${books}`);
  const run = await claimRun(DATA, ROOT, progress);
  closers.push(() => run.release(), stopAllChildren);
  const secrets = await stackSecrets(DATA);
  const ports = await openLastPorts(join(DATA, 'ports.json'), progress);
  const stack = { run, secrets, ports, books, bundle: bundleWorkflows(), atEnd };
  const servers = await startServers(stack);
  if (flags.demo) await noteDemoBooks(servers.postgresql.directory);
  const ran = await migrate(servers.postgresql.url, servers.postgresql.applicationUrl);
  progress.step(ran.length === 0 ? 'the schema is up to date' : `migrations: ${ran.join(', ')}`);
  const facts = await startApplications(stack, servers);
  run.publish(facts);

  // A database of the demo holds only the demo's data.
  const pays = !flags['no-payment'] && !flags.demo;
  const payment = pays ? await payOnce(facts) : null;
  if (flags.exit) await end(payment === null && pays ? 1 : 0);
  console.log(describe(facts, payment));
  progress.step('the stack is up; Ctrl-C stops it');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

endOnSignals();
await onNpmGone(() => void end(0));
try {
  await main();
} catch (error) {
  if (ending === null) {
    const usage = String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS') ? `\n${USAGE}` : '';
    console.error(`\nnpm start failed: ${messageOf(error)}${usage}\n`);
  }
  await end(1);
}
