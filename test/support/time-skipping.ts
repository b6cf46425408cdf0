import { ENVIRONMENTS } from '../../src/domain/environment.ts';
import { RETENTION, THRESHOLDS } from './settings.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { InternalConnectionOptionsSymbol } from '@temporalio/client/lib/connection.js';
import type { InternalConnectionOptions } from '@temporalio/client/lib/connection.js';
import { msToTs, tsToMs } from '@temporalio/common/lib/time.js';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { WorkflowBundleOption } from '@temporalio/worker';
import pino from 'pino';
import { v7 } from 'uuid';
import { landDueAward } from '../../src/commands/award.ts';
import { createDispatcher } from '../../src/temporal/dispatcher.ts';
import {
  createActivities,
  createFirstAttempt,
  createMailActivities,
  createWebhookActivities,
} from '../../activities/index.ts';
import { DATA } from '../../stack/places.ts';
import { freePort } from '../../stack/ports.ts';
import { startChild, whenReady } from '../../stack/processes.ts';
import { createReconciliationActivities } from '../../activities/reconciliation.ts';
import { createSandboxClockActivities } from '../../activities/sandbox-clock.ts';
import { startMailInbox } from '../../simulators/mail-inbox.ts';
import { startWebhookReceiver } from '../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../simulators/webhook-receiver.ts';
import { decideCart } from '../../src/domain/cart.ts';
import type { CheckoutStatus } from '../../src/domain/checkout.ts';
import type { Environment } from '../../src/domain/environment.ts';
import { createWorkflows } from '../../src/temporal/commands.ts';
import type { Workflows } from '../../src/temporal/commands.ts';
import { createMailer } from '../../src/partners/mail.ts';
import { createReceiverGate } from '../../src/partners/receiver-gate.ts';
import { createWebhookSender } from '../../src/partners/webhook-sender.ts';
import type { WebhookSender } from '../../src/partners/webhook-sender.ts';
import { createSecrets, makeWebhookSecret } from '../../src/security/secrets.ts';
import type { Secrets } from '../../src/security/secrets.ts';
import { checkoutRow, insertCart } from '../../src/store/checkouts.ts';
import type { CheckoutRow } from '../../src/store/checkouts.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { Database } from '../../src/store/database.ts';
import { createOrg } from '../../src/commands/org.ts';
import { findOrMakeUser } from '../../src/store/users.ts';
import { listWallets, postTopup } from '../../src/store/wallets.ts';
import { putWebhook } from '../../src/store/webhooks.ts';
import { workflowBundle } from '../../src/temporal/workflow-bundle.ts';
import { taskQueues, workflowId } from '../../workflows/messages.ts';
import type { CheckoutInput, CheckoutRef, Clock } from '../../workflows/messages.ts';
import { commandBy, IN_TIME } from './commands.ts';
import { cloneDatabase } from './database.ts';
import { startPartners } from './partners.ts';
import type { Partners } from './partners.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const NAMESPACE = 'default';
/** Who gives the merchant's commands. */
const TILL = `api_key:${v7()}`;
const SERVER_START_MS = 60_000;
/** A skip that takes longer never ends: a task of some workflow keeps the server's clock locked. */
const SKIP_MS = 60_000;

/**
 * The Temporal server with skipped time, the real workers, and a database whose clock goes with the server's.
 */
export interface SkippedTime {
  readonly database: Database;
  readonly secrets: Secrets;
  /** Skips no time, whatever is awaited through it. */
  readonly client: Client;
  /** The commands as the API gives them. */
  readonly workflows: Workflows;
  readonly taskQueue: string;
  readonly workflowBundle: WorkflowBundleOption;
  readonly receiver: WebhookReceiver;
  readonly partners: Partners;
  /** Called after a webhook is sent, before its outcome is stored. If it throws, the attempt ends there. */
  afterSending: () => void;
  /** The server's clock, in milliseconds. */
  now(): Promise<number>;
  /**
   * Lets this many milliseconds pass. Whatever falls due meanwhile begins; wait for its effects. With
   * `booksAt` only the server's clock goes on: the database's clock is stopped at that time, as by
   * `stopBooksAt`.
   */
  skip(ms: number, options?: { readonly booksAt?: number }): Promise<void>;
  /** The same, until the server's clock reads `at`. */
  skipTo(at: number): Promise<void>;
  /**
   * Stops the database's clock at exactly `at` until time is skipped again. Requests are judged by this
   * clock: what happens at the very last millisecond can be asked without hurry while the server is held some
   * way before it.
   */
  stopBooksAt(at: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts all of it. One a test file; `name` names its database and task queue. With the address of a Temporal
 * server no other is started, and time cannot be skipped.
 */
export async function startSkippedTime(name: string, address?: string): Promise<SkippedTime> {
  quietRuntime();
  const [server, bundle, url, receiver, inbox, partners] = await Promise.all([
    address === undefined ? startTestServer(name) : existingServer(address),
    workflowBundle(process.env['TEST_WORKFLOW_BUNDLE']),
    cloneDatabase(`${name}_${process.pid}`),
    startWebhookReceiver(),
    startMailInbox(),
    startPartners(),
  ]);
  const database = await openDatabase({ url, poolSize: 10 });
  const secrets = createSecrets({
    encryption: [{ id: 'test', key: randomBytes(32) }],
    digest: randomBytes(32),
  });
  const client = new Client({ connection: server.connection, namespace: NAMESPACE });
  const workflows = createWorkflows({ address: server.address, namespace: NAMESPACE, taskQueue: name });
  const shared = {
    database,
    secrets,
    client,
    workflows,
    taskQueue: name,
    workflowBundle: bundle,
    receiver,
    partners,
  };
  const time: SkippedTime = {
    ...shared,
    ...createClocks(server, database),
    afterSending: () => undefined,
    stop,
  };
  const stopWorkers = await startWorkers(server.address, { time, smtpUrl: inbox.smtpUrl });
  await warmUp(time);

  async function stop(): Promise<void> {
    await stopWorkers();
    await Promise.all([workflows.close(), receiver.stop(), inbox.stop(), partners.stop(), database.close()]);
    await server.stop();
  }
  return time;
}

/** The first task of a worker takes longest, and a command's caller does not wait for long. */
async function warmUp({ client, taskQueue }: SkippedTime): Promise<void> {
  const codeId = v7();
  await client.workflow.execute('signInMail', {
    workflowId: workflowId.signInMail(codeId),
    taskQueue,
    args: [{ codeId }],
  });
}

/** Of Temporal's own messages the errors only. For everything that runs workflows in the test process. */
export function quietRuntime(): void {
  const logging = { filter: { core: 'ERROR', other: 'ERROR' } } as const;
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging }, shutdownSignals: [] });
}

interface TestServer {
  readonly address: string;
  readonly connection: Connection;
  stop(): Promise<void>;
}

function existingServer(address: string): TestServer {
  const connection = Connection.lazy({ address });
  return { address, connection, stop: () => connection.close() };
}

/**
 * Temporal's test server. The SDK starts it, too, but gives a Java that has to share its processor only five
 * seconds.
 */
async function startTestServer(name: string): Promise<TestServer> {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const logDirectory = join(DATA, 'test-logs', name);
  const child = await startChild({
    name: 'test-server',
    command: testServer(),
    args: [String(port)],
    logDirectory,
  });
  const options: InternalConnectionOptions = {
    address,
    [InternalConnectionOptionsSymbol]: { supportsTestService: true },
  };
  const connection = Connection.lazy(options);
  const answers = async (): Promise<boolean> => {
    await connection.withDeadline(
      Date.now() + 1000,
      () => connection.testService?.getCurrentTime({}) ?? Promise.reject(new Error('no test service')),
    );
    return true;
  };
  await whenReady(child, answers, SERVER_START_MS);
  return {
    address,
    connection,
    async stop() {
      await connection.close();
      await child.stop();
    },
  };
}

function testServer(): string {
  const path = process.env['TEMPORAL_TEST_SERVER'];
  if (path === undefined) throw new Error('TEMPORAL_TEST_SERVER is not set: run the tests by `npm test`');
  return path;
}

function createClocks(
  { connection }: TestServer,
  { pool }: Database,
): Pick<SkippedTime, 'now' | 'skip' | 'skipTo' | 'stopBooksAt'> {
  const setRealMs = async (body: string): Promise<void> => {
    await pool.query(
      `create or replace function real_ms() returns bigint language sql volatile as $$ select ${body} $$`,
    );
  };
  const { testService } = connection;
  const now = async (): Promise<number> =>
    testService === undefined ? Date.now() : tsToMs((await testService.getCurrentTime({})).time);
  /** After the first skip the server runs ahead of the machine; the next row would be born overdue. */
  const agree = async (): Promise<void> => {
    const ahead = Math.round((await now()) - Date.now());
    await setRealMs(`floor(extract(epoch from clock_timestamp()) * 1000)::bigint + ${ahead}`);
  };
  const stopBooksAt = (at: number): Promise<void> => setRealMs(`${Math.round(at)}::bigint`);
  const skip = async (ms: number, { booksAt }: { readonly booksAt?: number } = {}): Promise<void> => {
    if (testService === undefined) throw new Error('only the time-skipping server skips time');
    if (ms < 0) throw new RangeError(`time goes forwards, not by ${ms} ms`);
    if (booksAt !== undefined) await stopBooksAt(booksAt);
    await connection.withDeadline(Date.now() + SKIP_MS, () =>
      testService.unlockTimeSkippingWithSleep({ duration: msToTs(ms) }),
    );
    if (booksAt === undefined) await agree();
  };
  return {
    now,
    skip,
    skipTo: async (at) => skip(at - (await now())),
    stopBooksAt,
  };
}

/** The workers of `worker.ts`, in this process. Answers how to stop them. */
async function startWorkers(address: string, { time, smtpUrl }: { time: SkippedTime; smtpUrl: string }) {
  const { database, secrets, workflowBundle } = time;
  const queues = taskQueues(time.taskQueue);
  const connection = await NativeConnection.connect({ address });
  const client = new Client({ connection, namespace: NAMESPACE });
  const sender = createWebhookSender({ allowLoopback: true });
  const interruptible: WebhookSender = {
    async send(request) {
      const answer = await sender.send(request);
      time.afterSending();
      return answer;
    },
  };
  const webhooks = {
    database,
    secrets,
    sender: interruptible,
    gate: createReceiverGate(),
    headerPrefix: 'x-service-',
    reached: () => undefined,
  };
  const log = pino({ level: 'silent' });
  const attempt = createFirstAttempt(webhooks);
  const dispatcher = createDispatcher({
    client,
    database,
    environments: ENVIRONMENTS,
    startSettings: { queues },
    landDueAward: (award) => landDueAward({ database, newId: () => v7() }, award),
    log,
    attempt,
  });
  const common = { connection, namespace: NAMESPACE };
  const workers = await Promise.all([
    Worker.create({
      ...common,
      taskQueue: queues.money,
      workflowBundle,
      activities: createActivities({
        database,
        secrets,
        newId: () => v7(),
        deliver: dispatcher.deliver,
        land: dispatcher.land,
        watchReturns: dispatcher.watchReturns,
        returnWindowDays: 3,
        reached: () => undefined,
        thresholds: THRESHOLDS,
        bankName: 'bank',
      }),
      enableNonLocalActivities: false,
    }),
    Worker.create({
      ...common,
      taskQueue: queues.webhooks,
      workflowBundle,
      activities: createWebhookActivities(webhooks),
    }),
    Worker.create({
      ...common,
      taskQueue: queues.mail,
      activities: createMailActivities({
        database,
        secrets,
        mailer: createMailer({ url: smtpUrl, from: 'Tests <tests@example.com>' }),
      }),
    }),
    Worker.create({ ...common, taskQueue: queues.partners, activities: time.partners.activities(time) }),
    Worker.create({
      ...common,
      taskQueue: queues.verification,
      activities: time.partners.verificationActivities(time),
    }),
    Worker.create({ ...common, taskQueue: queues.bank, activities: time.partners.bankActivities(time) }),
    Worker.create({
      ...common,
      taskQueue: queues.clock,
      activities: {
        ...createSandboxClockActivities(
          { client, database, environments: ENVIRONMENTS, startSettings: { queues }, newId: () => v7() },
          { passedOver: () => undefined },
        ),
        ...createReconciliationActivities(
          { client, database, environments: ENVIRONMENTS, startSettings: { queues }, retention: RETENTION },
          { reconciled: () => undefined, swept: () => undefined, checked: () => undefined },
        ),
      },
    }),
  ]);
  const running = Promise.all(workers.map((worker) => worker.run()));
  dispatcher.start();
  return async (): Promise<void> => {
    await dispatcher.stop();
    for (const worker of workers) worker.shutdown();
    await running;
    await connection.close();
  };
}

export interface Shop {
  readonly orgId: string;
  readonly env: Environment;
  /** Of its webhook, which every event goes to. Null without one. */
  readonly secret: string | null;
}

/** A business, with a webhook at the world's receiver if wanted. */
export async function openShop(
  { database, secrets, receiver }: SkippedTime,
  { webhook = false, env = 'sandbox' as Environment } = {},
): Promise<Shop> {
  const orgId = v7();
  await createOrg({ database }, await newUser(database), {
    id: orgId,
    name: 'Corner shop',
    countryCode: 'US',
  });
  if (!webhook) return { orgId, env, secret: null };
  const secret = makeWebhookSecret();
  await putWebhook(database.pool, { orgId, url: receiver.url, sealedSecret: secrets.seal(secret, orgId) });
  return { orgId, env, secret };
}

/** A shopper with this much in their sandbox wallet. Answers their id. */
export async function newShopper({ database }: SkippedTime, funds = 1_000_000): Promise<string> {
  const userId = await newUser(database);
  const topup = { journalId: v7(), userId, currency: 'USD', amount: funds };
  if (funds > 0) await postTopup(database.pool, topup);
  return userId;
}

async function newUser({ pool }: Database): Promise<string> {
  const user = await findOrMakeUser(pool, { userId: v7(), email: `${randomUUID()}@example.com` });
  return user?.id ?? '';
}

export interface Opened extends CheckoutRef {
  readonly terminalId: string;
  /** In milliseconds. */
  readonly expiresAt: number;
}

export interface Offer {
  readonly total?: number;
  readonly expiresInSecs?: number;
  /** A reusable terminal; without it the checkout gets one of its own. */
  readonly terminalId?: string;
}

/** Stores a cart. Returns the workflow's input for the merchant's call. */
export async function offer(
  { database }: SkippedTime,
  shop: Shop,
  { total = 1000, expiresInSecs, terminalId }: Offer = {},
) {
  const cart = decideCart({
    items: [{ productId: 'tea', displayName: 'Tea', unitPrice: total, qty: 1, cashbackRate: 500 }],
    total,
    ...(expiresInSecs === undefined ? {} : { expiresInSecs }),
  });
  if (!cart.ok) throw new Error(cart.refusal.reason);
  const checkoutId = v7();
  const extras = { orderId: null, store: null, shipping: null, confirmationUrl: null, cancelUrl: null };
  await insertCart(database.pool, {
    id: checkoutId,
    orgId: shop.orgId,
    env: shop.env,
    cart: cart.value,
    extras,
    actor: TILL,
  });
  const opening = {
    terminalId: terminalId ?? null,
    newTerminalId: v7(),
    expiresInSecs: cart.value.expiresInSecs,
    deadline: IN_TIME,
  };
  return { checkoutId, orgId: shop.orgId, opening } satisfies CheckoutInput;
}

/** A checkout that waits for its shopper. */
export async function openCheckout(time: SkippedTime, shop: Shop, what: Offer = {}): Promise<Opened> {
  const input = await offer(time, shop, what);
  const answer = await time.workflows.openCheckout(input);
  if (!answer.ok) throw new Error(answer.refusal.reason);
  const { expiresAt } = await checkoutNow(time, input);
  return {
    checkoutId: input.checkoutId,
    orgId: shop.orgId,
    terminalId: answer.value.terminalId,
    expiresAt: expiresAt.getTime(),
  };
}

export interface Held extends Opened {
  readonly consumerId: string;
  readonly authId: string;
  /** In milliseconds. */
  readonly holdExpiresAt: number;
}

/** A checkout whose total is held on a shopper's wallet. */
export async function openHold(
  time: SkippedTime,
  shop: Shop,
  what: Offer & { consumerId?: string } = {},
): Promise<Held> {
  const consumerId = what.consumerId ?? (await newShopper(time));
  const opened = await openCheckout(time, shop, what);
  const answer = await time.workflows.authorize(opened, request(consumerId));
  if (!answer.ok) throw new Error(answer.refusal.reason);
  const { holdExpiresAt } = await checkoutNow(time, opened);
  return { ...opened, consumerId, authId: answer.value.authId, holdExpiresAt: holdExpiresAt?.getTime() ?? 0 };
}

/** Captures it as the merchant's till does. */
export const capture = ({ workflows }: SkippedTime, held: CheckoutRef) =>
  workflows.capture(held, commandBy(TILL));

/** Voids it as the merchant's till does. */
export const voidHold = ({ workflows }: SkippedTime, held: CheckoutRef) =>
  workflows.voidCharge(held, commandBy(TILL));

/** The workflow's input for a shopper's authorize. */
export const request = (consumerId: string) => ({
  consumerId,
  newChargeId: v7(),
  attribution: [],
  deadline: IN_TIME,
});

/** The checkout as the books have it, with the time that they tell. */
export async function checkoutNow(
  { database }: SkippedTime,
  { checkoutId }: Pick<CheckoutRef, 'checkoutId'>,
): Promise<CheckoutRow> {
  const row = await checkoutRow(database.pool, { checkoutId });
  if (row === null) throw new Error(`there is no checkout ${checkoutId}`);
  return row;
}

/** The balance and the held amount of the shopper's sandbox wallet, in US cents. */
export async function walletOf(
  { database }: SkippedTime,
  consumerId: string,
): Promise<{ balance: number; held: number }> {
  const [wallet] = await listWallets(database.pool, { userId: consumerId, env: 'sandbox', currency: 'USD' });
  return { balance: wallet?.balance ?? 0, held: wallet?.held ?? 0 };
}

/**
 * Moves the clock of a sandbox org to this moment, as far as the books go. Answers what its workflows are to
 * be told.
 */
export async function moveClock(
  { database }: SkippedTime,
  { orgId }: Pick<Shop, 'orgId'>,
  to: number,
): Promise<Clock> {
  const { rows } = await database.pool.query<{ offset: string }>(
    `insert into org_clocks (org_id, offset_ms) values ($1, $2 - real_ms())
     on conflict (org_id) do update set offset_ms = greatest(org_clocks.offset_ms, excluded.offset_ms) returning offset_ms as "offset"`,
    [orgId, to],
  );
  return { offset: Number(rows[0]?.offset), floor: to };
}

/** The result of the checkout's workflow. Waits for its end; skips no time. */
export function endOf(
  { client }: SkippedTime,
  { checkoutId }: Pick<CheckoutRef, 'checkoutId'>,
): Promise<CheckoutStatus | 'REFUSED'> {
  return client.workflow.getHandle(workflowId.checkout(checkoutId)).result() as Promise<
    CheckoutStatus | 'REFUSED'
  >;
}
