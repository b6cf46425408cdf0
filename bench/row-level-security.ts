/**
 * What row-level security would cost a capture: its transaction as the worker runs it, through the store's own prepared
 * statements and the same triggers, with and without policies, by turns in short slices.
 *
 * One database, one merchant, a cart of two lines with cashback, and a webhook. The owner of the tables is not bound by
 * policies: that is the arm without, and, on a second connection, the control. A role that is bound captures in two ways:
 * the merchant named once for the connection, which is the price of the policies alone; and named anew within each
 * transaction (`set_config(…, true)`), which is how a service must do it that shares connections between merchants.
 *
 * What is compared is the processor time that PostgreSQL spends on a capture, as Linux counts it for the process that
 * serves the connection: other work on the machine, and the wait for the disk, are not in it. The further round trip that
 * naming the merchant takes is not in it either, and comes on top.
 *
 * Without `WITHIN` only the tables with an organization of their own are bound: that is the cheaper half.
 *
 * The aim is 1.10 for the last arm: above it, row-level security is not built (docs/decisions/0016).
 */
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { v7 as newId } from 'uuid';
import { createCheckoutActivities } from '../activities/checkout.ts';
import type { CheckoutActivities } from '../activities/checkout.ts';
import { decideCart } from '../src/domain/cart.ts';
import { withOverrides } from '../src/domain/monitoring.ts';
import { migrate } from '../src/migrations/migrate.ts';
import { insertCart } from '../src/store/checkouts.ts';
import { openDatabase } from '../src/store/database.ts';
import type { Database } from '../src/store/database.ts';
import { statement } from '../src/store/statement.ts';
import { postTopup } from '../src/store/wallets.ts';
import { DATA } from '../stack/places.ts';
import { startPostgresql } from '../stack/postgresql.ts';
import { stopAllChildren } from '../stack/processes.ts';
import { createProgress } from '../stack/progress.ts';
import { printComparisons } from './report.ts';
import type { Measured } from './slices.ts';

/** A deadline that no run reaches. */
const DEADLINE = Date.UTC(2999, 0);

const AIM = 1.1;
const ROUNDS = 60;
const WARM_UPS = 5;
const COUNT = 10;
const TOP_UP = 10 ** 12;
const HISTORY = 500;

const ITEM = { productId: 'A', displayName: 'Coffee', unitPrice: 1999, qty: 3, cashbackRate: 750, imageUrl: undefined, url: undefined };
const OFFER = {
  items: [ITEM, { ...ITEM, productId: 'B', unitPrice: 501, qty: 1, cashbackRate: 333 }],
  total: 7609,
  currency: 'USD',
  shippingAmount: 499,
  taxAmount: 612,
  expiresInSecs: undefined,
};

/**
 * Rows that name their merchant, by the column; and those that belong to such a row. These are judged only when they are read:
 * a capture writes them in one statement with what they belong to, which no policy sees yet.
 */
const OWN: Readonly<Record<string, string>> = {
  orgs: 'id',
  org_clocks: 'org_id',
  terminals: 'org_id',
  webhooks: 'org_id',
  webhook_periods: 'org_id',
  carts: 'org_id',
  checkouts: 'org_id',
  charges: 'org_id',
  events: 'org_id',
  deliveries: 'org_id',
  awards: 'org_id',
  returns: 'org_id',
  merchant_totals: 'org_id',
};
const WITHIN: Readonly<Record<string, string>> = {
  cart_lines: 'exists (select from carts c where c.id = cart_id)',
  captures: 'exists (select from charges c where c.id = charge_id)',
  capture_lines: 'exists (select from captures c where c.charge_id = capture_lines.charge_id)',
};
const POLICIES = `
create role bound login password 'bound';
grant usage on schema public to bound;
grant select, insert, update, delete on all tables in schema public to bound;
grant usage on all sequences in schema public to bound;
${[
  ...Object.entries(OWN).map(([table, column]) => [table, `using (${column} = current_setting('app.org')::uuid)`]),
  ...Object.entries(WITHIN).map(([table, rule]) => [table, `using (${rule}) with check (true)`]),
]
  .map(([table, rule]) => `alter table ${table} enable row level security; create policy own on ${table} to bound ${rule};`)
  .join('\n')}`;

const SET_ORG = `select set_config('app.org', :orgId, true)`;
const nameMerchant = statement<{ orgId: string }, unknown>('name_merchant', SET_ORG);

interface Shop {
  readonly orgId: string;
  readonly buyerId: string;
}

async function makeShop(database: Database): Promise<Shop> {
  const [orgId, buyerId] = [newId(), newId()];
  await database.pool.query(`insert into orgs (id, name, country_code) values ($1, 'Bench', 'US')`, [orgId]);
  await database.pool.query(`insert into users (id, email) values ($1, 'buyer@example.com')`, [buyerId]);
  await database.pool.query(`insert into webhooks (org_id, url, sealed_secret) values ($1, 'https://shop.example.com', 'sealed')`, [orgId]);
  await postTopup(database.pool, { journalId: newId(), userId: buyerId, currency: 'USD', amount: TOP_UP });
  return { orgId, buyerId };
}

function activitiesOf(database: Database): CheckoutActivities {
  const nothing = (): void => undefined;
  const thresholds = withOverrides({ sandbox: { windows: [] } });
  return createCheckoutActivities({ database, newId, thresholds, bankName: 'bank', deliver: nothing, land: nothing, reached: nothing });
}

/** An authorized checkout's id. */
async function authorized({ pool }: Database, steps: CheckoutActivities, { orgId, buyerId }: Shop): Promise<string> {
  const checkoutId = newId();
  const cart = decideCart(OFFER);
  if (!cart.ok) throw new Error(cart.refusal.reason);
  const extras = { orderId: null, store: null, shipping: null, confirmationUrl: null, cancelUrl: null };
  await insertCart(pool, { id: checkoutId, orgId, env: 'sandbox', cart: cart.value, extras, actor: null });
  await steps.openCheckout({
    checkoutId,
    orgId,
    opening: { terminalId: null, newTerminalId: newId(), expiresInSecs: 86_400, deadline: DEADLINE },
  });
  const request = { consumerId: buyerId, newChargeId: newId(), attribution: [], deadline: DEADLINE };
  const { answer } = await steps.authorizeCheckout({ checkoutId, orgId, request });
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return checkoutId;
}

/** A way to capture: through a connection of its own, by the process that serves it. */
interface Arm {
  readonly name: string;
  readonly steps: CheckoutActivities;
  readonly server: number;
}

async function armOf(name: string, database: Database, { orgId }: Shop, isNamedEachTime = false): Promise<Arm> {
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const named: Database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        await nameMerchant(tx, { orgId });
        return work(tx);
      }),
  };
  return { name, steps: activitiesOf(isNamedEachTime ? named : database), server: rows[0]?.pid ?? 0 };
}

/** Milliseconds that a process has run so far. Linux only. */
async function processorTime(pid: number): Promise<number> {
  const [nanoseconds = ''] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1e6;
}

/** The processor time of a capture in each round, the arms by turns. */
async function measure(arms: readonly Arm[], shop: Shop, prepare: () => Promise<string>): Promise<Measured[]> {
  const medians = arms.map((): number[] => []);
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    for (let turn = 0; turn < arms.length; turn++) {
      const index = (turn + round + WARM_UPS) % arms.length;
      const { steps, server } = arms[index] as Arm;
      const waiting: string[] = [];
      while (waiting.length < COUNT) waiting.push(await prepare());
      const before = await processorTime(server);
      for (const checkoutId of waiting) await capture(steps, checkoutId, shop);
      if (round >= 0) medians[index]?.push(((await processorTime(server)) - before) / COUNT);
    }
  }
  return arms.map(({ name }, index) => ({ name, medians: medians[index] ?? [], rates: [], processorTime: null }));
}

async function capture(steps: CheckoutActivities, checkoutId: string, { orgId, buyerId }: Shop): Promise<void> {
  const { answer } = await steps.captureCharge({ checkoutId, orgId, commandId: newId(), actor: `user:${buyerId}`, deadline: DEADLINE });
  if (!answer.ok) throw new Error(answer.refusal.reason);
}

/** The same database for the role that is bound by the policies. */
async function bound(databaseUrl: string, orgId: string | null): Promise<Database> {
  const url = new URL(databaseUrl);
  [url.username, url.password] = ['bound', 'bound'];
  const database = await openDatabase({ url: url.href, poolSize: 1 });
  if (orgId !== null) await database.pool.query(`select set_config('app.org', $1, false)`, [orgId]);
  return database;
}

const progress = createProgress((line) => console.error(line));
const directory = join(DATA, `bench-${process.pid}`);
const server = await startPostgresql({ directory: join(directory, 'postgresql'), logDirectory: directory, durable: false, progress });
try {
  await migrate(server.url);
  const owner = await openDatabase({ url: server.url, poolSize: 1 });
  const shop = await makeShop(owner);
  const steps = activitiesOf(owner);
  const prepare = () => authorized(owner, steps, shop);
  progress.step(`${HISTORY} sales of before`);
  for (let sale = 0; sale < HISTORY; sale++) await capture(steps, await prepare(), shop);
  const admin = new Client({ connectionString: server.adminUrl.replace(/\/postgres$/, new URL(server.url).pathname) });
  await admin.connect();
  await admin.query(POLICIES);
  await admin.end();

  const open = () => openDatabase({ url: server.url, poolSize: 1 });
  const databases = [await open(), await open(), await bound(server.url, shop.orgId), await bound(server.url, null)] as const;
  const [first, second, policed, unnamed] = databases;
  const arms = [
    await armOf('without', first, shop),
    await armOf('without again', second, shop),
    await armOf('policies', policed, shop),
    await armOf('named', unnamed, shop, true),
  ];
  progress.step(`${ROUNDS} rounds of ${arms.length} x ${COUNT} captures`);
  const [limit, control, policies, whole] = await measure(arms, shop, prepare);
  if (limit === undefined || control === undefined || policies === undefined || whole === undefined)
    throw new Error('an arm was not measured');
  process.exitCode = printComparisons("PostgreSQL's processor time for a capture: under row-level security over without", [
    { name: 'policies alone', ours: policies, limit, control, aim: AIM },
    { name: 'policies, merchant named in each transaction', ours: whole, limit, control, aim: AIM },
  ]);
  await Promise.all([owner, ...databases].map((database) => database.close()));
} finally {
  await server.stop();
  await stopAllChildren();
  if (server.directory !== null) await rm(dirname(server.directory), { recursive: true, force: true });
  await rm(directory, { recursive: true, force: true });
}
