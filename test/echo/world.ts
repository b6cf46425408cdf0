import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { startMailInbox } from '../../simulators/mail-inbox.ts';
import type { MailInbox } from '../../simulators/mail-inbox.ts';
import { startPartnerSimulators } from '../../simulators/partners.ts';
import { startWebhookReceiver } from '../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../simulators/webhook-receiver.ts';
import { cloneDatabase } from '../support/database.ts';
import type { StepOrder } from './run-step.ts';
import { openSteps, runStep } from './steps.ts';
import type { OpenSteps, StepName, StepSettings } from './steps.ts';

/** The hash of all rows, by table. */
export type Snapshot = Readonly<Record<string, string>>;

/** A database that nothing else works on, with its clock stopped, and the partners that steps speak to. */
export interface World extends Omit<OpenSteps, 'close'> {
  readonly settings: StepSettings;
  readonly receiver: WebhookReceiver;
  readonly inbox: MailInbox;
  /** The time of the books, in milliseconds. It moves by `letTimePass` alone. */
  readonly now: number;
  /** Moves the clock of the books, by a second unless it is said by how many milliseconds. */
  letTimePass(ms?: number): Promise<void>;
  /**
   * Waits until a process is ready for the next step. Rows that are arranged afterwards are recent when the
   * step runs.
   */
  standBy(): Promise<void>;
  /**
   * Runs the step in a process that dies before it answers. Resolves to the lost answer; undefined if it died
   * earlier.
   */
  runAndKill(order: Omit<StepOrder, 'answerFile'>): Promise<unknown>;
  /** Runs the step in this process. */
  run(step: StepName, input: unknown): Promise<unknown>;
  snapshot(): Promise<Snapshot>;
  /** Makes something once and shares it among the cases. */
  shared<T>(make: (world: World) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Starts the world of one test file. `name` names its database and task queue. */
export async function startWorld(name: string): Promise<World> {
  const partnerToken = 'partner-token-of-the-tests';
  const [databaseUrl, receiver, inbox, partners, directory] = await Promise.all([
    cloneDatabase(`${name}_${process.pid}`),
    startWebhookReceiver({ answer: (_, { path }) => answerAskedFor(path) }),
    startMailInbox(),
    startPartnerSimulators({
      token: partnerToken,
      verificationSecret: 'verification-secret',
      bankSecret: 'bank-secret',
      serviceUrl: 'http://127.0.0.1:9',
      stateDirectory: null,
    }),
    mkdtemp(join(tmpdir(), 'echo-')),
  ]);
  const settings: StepSettings = {
    databaseUrl,
    key: randomBytes(32).toString('base64'),
    partnersUrl: partners.url,
    partnerToken,
    smtpUrl: inbox.smtpUrl,
    temporalAddress: process.env['TEST_TEMPORAL_ADDRESS'] ?? '',
    taskQueue: `${name}-${process.pid}`,
  };
  const open = await openSteps(settings);
  let now = Date.now();
  await stopBooks(open, now);
  const processes = createProcesses(settings, directory);
  const made = new Map<unknown, Promise<unknown>>();
  const world: World = {
    ...open,
    settings,
    receiver,
    inbox,
    get now() {
      return now;
    },
    letTimePass: (ms = 1000) => stopBooks(open, (now += ms)),
    standBy: () => processes.standBy(),
    runAndKill: (order) => processes.runAndKill(order),
    run: (step, input) => runStep(open.steps, step, input),
    snapshot: () => takeSnapshot(open),
    shared: <T>(make: (of: World) => Promise<T>) => {
      if (!made.has(make)) made.set(make, make(world));
      return made.get(make) as Promise<T>;
    },
    async stop() {
      await processes.stop();
      await Promise.all([
        open.close(),
        receiver.stop(),
        inbox.stop(),
        partners.stop(),
        rm(directory, { recursive: true }),
      ]);
    },
  };
  return world;
}

/**
 * The query of a webhook's address chooses its receiver's answer: `?status=500`, or `?status=none` to hang
 * up.
 */
function answerAskedFor(path: string): { status: number | null } {
  const status = new URL(path, 'http://receiver').searchParams.get('status');
  return { status: status === 'none' ? null : Number(status ?? 200) };
}

/** Stops the clock of the books, so that the time in answers is the same in every run. */
async function stopBooks({ database: { pool } }: OpenSteps, now: number): Promise<void> {
  await pool.query(
    `create or replace function real_ms() returns bigint language sql volatile as $$ select ${now}::bigint $$`,
  );
}

/** Hashes every table of the database: row by row as text, in the order of that text. */
/**
 * Tables of what was read from a partner: a second reading changes the time of the reading, and nothing else.
 */
const READINGS = ['bank_lines', 'bank_days'];

async function takeSnapshot({ database: { pool } }: OpenSteps): Promise<Snapshot> {
  const tables = await pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'integrity_passes'`,
  );
  const hashes = tables.rows.map(({ name }) => {
    const row = READINGS.includes(name) ? `(to_jsonb(r) - '{seen_at,compared_at}'::text[])` : 'r';
    return `select '${name}' as name, (select md5(string_agg(t, E'\\n' order by t)) from (select ${row}::text as t from ${name} r) s) as hash`;
  });
  const { rows } = await pool.query<{ name: string; hash: string | null }>(hashes.join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash ?? 'empty']));
}

interface StandingBy {
  readonly child: ChildProcess;
  readonly stderr: Promise<string>;
}

/** The number of processes that are ready or starting. */
const AHEAD = 2;

/** Processes for one step each. The next ones start while one works: starting takes longest. */
function createProcesses(settings: StepSettings, directory: string) {
  let count = 0;
  const ahead = Array.from({ length: AHEAD }, begin);

  function begin(): Promise<StandingBy> {
    const started = start();
    // A process that cannot start fails the test that needs it.
    started.catch(() => undefined);
    return started;
  }

  async function start(): Promise<StandingBy> {
    const child = spawn(process.execPath, [join(process.env['TEST_PROGRAMS'] ?? '', 'run-step.js')], {
      env: {
        PATH: process.env['PATH'],
        ECHO_SETTINGS: JSON.stringify(settings),
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        NODE_NO_WARNINGS: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stderr = text(child.stderr);
    const ready = once(createInterface({ input: child.stdout }), 'line');
    await Promise.race([
      ready,
      once(child, 'exit').then(async () => {
        throw new Error(`the process for the step did not start: ${await stderr}`);
      }),
    ]);
    return { child, stderr };
  }

  return {
    standBy: async () => void (await ahead[0]),
    async runAndKill({ step, input, diesAt }: Omit<StepOrder, 'answerFile'>): Promise<unknown> {
      const { child, stderr } = await (ahead.shift() as Promise<StandingBy>);
      ahead.push(begin());
      const answerFile = join(directory, `${++count}.json`);
      const exit = once(child, 'exit');
      child.stdin?.end(`${JSON.stringify({ step, input, answerFile, diesAt } satisfies StepOrder)}\n`);
      const [code, signal] = (await exit) as [number | null, string | null];
      if (signal !== 'SIGKILL')
        throw new Error(`${step} ended its process with ${code ?? signal}: ${await stderr}`);
      return diesAt === null ? (JSON.parse(await readFile(answerFile, 'utf8')) as unknown) : undefined;
    },
    async stop(): Promise<void> {
      for (const { child } of await Promise.all(ahead)) child.kill('SIGKILL');
    },
  };
}
