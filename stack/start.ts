import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMailInbox, type MailInbox } from '../simulators/mail-inbox.ts';
import { startWebhookReceiver } from '../simulators/webhook-receiver.ts';
import { migrate } from '../src/migrations/migrate.ts';
import { startTemporalCluster } from './cluster/temporal-cluster.ts';
import { makeFirstPayment, type FirstPayment } from './first-payment.ts';
import { keepRunning, keepTogether } from './keep-running.ts';
import { startCodec } from './codec.ts';
import { describeStack, openFirstPages, openInBrowser } from './pages.ts';
import { onNpmGone } from './parent-watch.ts';
import { stackOperators } from './operators.ts';
import { partnerSettings, startSimulators } from './partners.ts';
import { bundleProcesses, bundleWorkflows } from './bundles.ts';
import { CLUSTER_BOOKS, DATA, ROOT } from './places.ts';
import { openLastPorts, type LastPorts } from './last-ports.ts';
import { startPostgresql, type Postgresql } from './postgresql.ts';
import { stopAllChildren } from './processes.ts';
import { createProgress, type Progress } from './progress.ts';
import { claimRun, type Run, type StackFacts } from './run-lock.ts';
import { stackSecrets, type StackSecrets } from './secrets.ts';
import { oneOfEach, twoOfEach } from './service.ts';
import { demoBooks, noteDemoBooks } from './seed/books.ts';
import { ORG_ATTRIBUTE } from './org-attribute.ts';
import { startTemporalServer, type TemporalServer } from './temporal-server.ts';

const PORTS = {
  api: 3000,
  simulators: 1090,
  inbox: 1080,
  smtp: 1025,
  temporal: 7233,
  temporalUi: 8233,
  codec: 8081,
  postgresql: 54320,
};
const LOGS = join(DATA, 'logs');
/**
 * PostgreSQL's connections with `--cluster`: Temporal's eight servers open up to 110, two APIs and workers
 * the rest.
 */
const CLUSTER_CONNECTIONS = 400;
const USAGE = `npm start [-- --exit] [-- --no-payment] [-- --demo] [-- --open] [-- --cluster]
  --exit        stop after the first payment; code 0 only if all of it worked
  --no-payment  do not make a payment
  --demo        on books of their own, for npm run seed; npm run seed -- --erase removes them
  --open        open the console and a pay page in the browser
  --cluster     on Temporal's own server over PostgreSQL, two processes of each part; needs Go for the first start`;
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

/** State that the parts of one stack share. */
interface Stack {
  readonly run: Run;
  readonly secrets: StackSecrets;
  readonly ports: LastPorts;
  /** True with `--cluster`. */
  readonly isCluster: boolean;
  readonly codecPort: number;
  /** The directory of its data. */
  readonly books: string;
  /** The file with the bundled workflows. With it, a worker restarts in half the time. */
  readonly bundle: Promise<string>;
  /** The directory of the bundled API and worker. */
  readonly programs: Promise<string>;
  /** Adds a cleanup step. */
  readonly atEnd: (close: () => Promise<void>) => void;
  readonly progress: Progress;
}

interface Servers {
  readonly postgresql: Postgresql;
  readonly temporal: Pick<TemporalServer, 'address' | 'uiUrl'>;
  readonly inbox: MailInbox;
}

async function startServers(stack: Stack): Promise<Servers> {
  const { ports } = stack;
  const postgresql = await startBooks(stack);
  progress.step(
    `PostgreSQL answers on port ${postgresql.port}${postgresql.child === null ? ' (DATABASE_URL)' : ''}`,
  );
  const temporal = await (stack.isCluster ? startCluster(stack, postgresql) : startTemporal(stack));
  progress.step(
    `Temporal answers at ${temporal.address}${process.env['TEMPORAL_ADDRESS'] ? ' (TEMPORAL_ADDRESS)' : ''}`,
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
    ...(stack.isCluster ? { maxConnections: CLUSTER_CONNECTIONS } : {}),
    progress,
  };
  return keepRunning(stack, () => startPostgresql(options));
}

/**
 * The API stays below the server's default of 10 updates in flight. The tests run under that default; the
 * stack raises it.
 */
const MORE_UPDATES = { 'history.maxInFlightUpdates': 1000 };

/** The namespaces of sandbox and live: one for both, or one for each, as a cluster has it. */
function namespaces({ isCluster }: Pick<Stack, 'isCluster'>): [sandbox: string, live: string] {
  const { TEMPORAL_NAMESPACE, TEMPORAL_LIVE_NAMESPACE } = process.env;
  const sandbox = TEMPORAL_NAMESPACE || 'default';
  return [sandbox, TEMPORAL_LIVE_NAMESPACE || (isCluster ? 'live' : sandbox)];
}

function startCluster(stack: Stack, { adminUrl }: Postgresql) {
  const { ports, books, secrets, codecPort } = stack;
  return startTemporalCluster({
    directory: join(books, 'temporal'),
    adminUrl,
    password: secrets.postgresql_temporal_password,
    namespaces: namespaces(stack),
    codecUrl: `http://127.0.0.1:${codecPort}`,
    dynamicConfig: MORE_UPDATES,
    portOf: (name, standard) => ports.choose(name, standard),
    keep: keepTogether(stack, LOGS),
    progress,
  });
}

async function startTemporal(stack: Stack): Promise<TemporalServer> {
  const { ports, books, codecPort } = stack;
  const existingAddress = process.env['TEMPORAL_ADDRESS'] || undefined;
  const options = {
    logDirectory: LOGS,
    ...(existingAddress === undefined
      ? {
          port: await ports.choose('temporal', PORTS.temporal),
          uiPort: await ports.choose('temporalUi', PORTS.temporalUi),
          codecUrl: `http://127.0.0.1:${codecPort}`,
        }
      : {}),
    databaseFile: join(books, 'temporal.db'),
    namespaces: namespaces(stack),
    dynamicConfig: MORE_UPDATES,
    existingAddress,
    progress,
  };
  return keepRunning(stack, () => startTemporalServer(options));
}

interface Places {
  readonly apiPort: number;
  readonly simulatorUrl: string;
  readonly namespaces: readonly [sandbox: string, live: string];
}

/**
 * The settings of API and worker. The caller's environment takes precedence over defaults, but not over the
 * stack's own values.
 */
function settings(
  servers: Servers,
  secrets: StackSecrets,
  { apiPort, simulatorUrl, namespaces: [sandbox, live] }: Places,
): NodeJS.ProcessEnv & { TASK_QUEUE: string } {
  const given = process.env;
  return {
    ...partnerSettings(secrets, { simulatorUrl, publicUrl: `http://127.0.0.1:${apiPort}` }),
    ...present(given),
    MIGRATION_DATABASE_URL: undefined,
    DATABASE_URL: servers.postgresql.applicationUrl,
    TEMPORAL_ADDRESS: servers.temporal.address,
    TEMPORAL_NAMESPACE: sandbox,
    TEMPORAL_LIVE_NAMESPACE: live,
    TEMPORAL_ORG_ATTRIBUTE: given['TEMPORAL_ORG_ATTRIBUTE'] || ownOrgAttribute(),
    TEMPORAL_UI_URL: servers.temporal.uiUrl ?? undefined,
    TASK_QUEUE: given['TASK_QUEUE'] || 'payments',
    API_HOST: '127.0.0.1',
    API_PORT: String(apiPort),
    SMTP_URL: servers.inbox.smtpUrl,
    ENCRYPTION_KEYS: given['ENCRYPTION_KEYS'] || secrets.encryption_keys,
    PAYLOAD_KEYS: given['PAYLOAD_KEYS'] || secrets.payload_keys,
    DIGEST_KEY: given['DIGEST_KEY'] || secrets.digest_key,
    OPERATOR_TOKENS: stackOperators(given, secrets).OPERATOR_TOKENS,
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

/** A server that was running before may not have the search attribute. */
function ownOrgAttribute(): string | undefined {
  return process.env['TEMPORAL_ADDRESS'] ? undefined : ORG_ATTRIBUTE;
}

/** The settings without empty ones, which count as absent. */
function present(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

async function startApplications(stack: Stack, servers: Servers): Promise<Omit<StackFacts, 'pids'>> {
  const { secrets, ports, books, isCluster } = stack;
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
  const [sandbox, live] = namespaces(stack);
  const places = { apiPort, simulatorUrl, namespaces: [sandbox, live] } as const;
  const environment = settings(servers, secrets, places);
  const service = await (isCluster ? twoOfEach : oneOfEach)({ ...stack, environment, apiPort });
  await progress.during(
    'starting the API and the worker',
    Promise.all(service.processes.map(keepTogether(stack, LOGS))),
  );
  progress.step(`API answers at ${apiUrl}, the worker polls for work`);
  await startCodecServer(stack, environment);
  const operators = stackOperators(process.env, secrets);
  return {
    api_url: apiUrl,
    inbox_url: servers.inbox.url,
    temporal_address: servers.temporal.address,
    temporal_namespace: sandbox,
    temporal_live_namespace: live,
    temporal_org_attribute: ownOrgAttribute() ?? '',
    temporal_ui_url: servers.temporal.uiUrl,
    simulator_url: simulatorUrl,
    database_url: servers.postgresql.url,
    operator_token: operators.operatorToken,
    operator_tokens: operators.tokens,
    task_queue: environment.TASK_QUEUE,
    books,
    metrics_urls: service.metricsUrls,
  };
}

/**
 * Starts the server that decrypts payloads for operators. Without a Web UI there is no page that would ask
 * it.
 */
async function startCodecServer(stack: Stack, environment: NodeJS.ProcessEnv): Promise<void> {
  if (environment['TEMPORAL_UI_URL'] === undefined) return;
  const url = `http://127.0.0.1:${stack.codecPort}`;
  const own = { ...environment, CODEC_HOST: '127.0.0.1', CODEC_PORT: String(stack.codecPort) };
  await keepRunning(stack, async () => ({
    child: await startCodec(url, { environment: own, logDirectory: LOGS }),
  }));
  progress.step(`codec server answers at ${url}: sign in there with an operator's token`);
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

async function main(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      exit: { type: 'boolean', default: false },
      'no-payment': { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
      open: { type: 'boolean', default: false },
      cluster: { type: 'boolean', default: false },
    },
  });
  if (process.platform === 'win32')
    throw new Error(
      'The stack does not run on Windows itself.\nRemedy: run it in WSL 2, or use docker compose up.',
    );
  const isCluster = flags.cluster;
  if (isCluster) requireOwnServers(flags.demo);
  const books = flags.demo ? demoBooks(process.env) : isCluster ? CLUSTER_BOOKS : DATA;
  progress.step(`Node ${process.versions.node}, ${process.platform}-${process.arch}, data in ${books}`);
  const run = await claimRun(DATA, ROOT, progress);
  closers.push(() => run.release(), stopAllChildren);
  const secrets = await stackSecrets(DATA);
  const ports = await openLastPorts(join(DATA, 'ports.json'), progress);
  const codecPort = await ports.choose('codec', PORTS.codec);
  const bundles = { bundle: bundleWorkflows(), programs: bundleProcesses() };
  const stack = { run, secrets, ports, codecPort, books, isCluster, ...bundles, atEnd, progress };
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
  const pages = await openFirstPages(facts.api_url, payment);
  console.log(describeStack(facts, { payment, pages, logs: LOGS }));
  if (flags.open) openInBrowser(pages);
  progress.step('the stack is up; Ctrl-C stops it');
}

/** A cluster needs the superuser of its PostgreSQL, and keeps its own data. */
function requireOwnServers(isDemo: boolean): void {
  const { DATABASE_URL: database, MIGRATION_DATABASE_URL: owner, TEMPORAL_ADDRESS: temporal } = process.env;
  if (database || owner || temporal || isDemo)
    throw new Error(
      '--cluster starts a PostgreSQL and a Temporal of its own.\n' +
        'Remedy: unset DATABASE_URL, MIGRATION_DATABASE_URL and TEMPORAL_ADDRESS, and leave out --demo.',
    );
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
