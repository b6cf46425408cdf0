/**
 * The cost of cashback awards.
 *
 * Life: the processor time of awards from their delayed starts until they have landed, over delayed starts of
 * a workflow with one local activity that does nothing, on the same server, by turns. The awards exist as
 * rows beforehand.
 *
 * Advance: the time of `POST /sandbox/clock/advance` over awards that all fall due, next to as many updates
 * that wake bare workflows, as many at once.
 *
 * Memory: of the worker and of Temporal, for each award that waits.
 */
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { v7 } from 'uuid';
import { delayedBy, startOf } from '../src/temporal/starts.ts';
import { taskQueues } from '../workflows/messages.ts';
import { startEngine } from './engine/engine.ts';
import type { Engine } from './engine/engine.ts';
import { createApi } from './people.ts';
import type { Api, Credential, Merchant } from './people.ts';
import { processorTimes } from './processor-time.ts';
import { printTable } from './report.ts';
import { median, quantile } from './slices.ts';
import { withStack } from './stack.ts';
import type { BenchStack } from './stack.ts';

const LIFE_AIM = 1.3;
const ADVANCE_AIM_S = 4;
const MEMORY_AIM_KB = 5;

/** The lines of one cart, each with one award. */
const LINES = 200;
const ROUNDS = 5;
const WARM_UPS = 1;
/** As long as the starts of a slice take, and more. */
const DELAY_MS = 3000;
const STARTS_AT_ONCE = 16;

const ADVANCES = 2;
const ADVANCED = 1000;
const FIRED_AT_ONCE = 25;
const DAYS_31 = 31 * 24 * 3600;

const WAITING = 2000;
const PATIENCE_MS = 300_000;

interface Shop {
  readonly merchant: Merchant;
  readonly buyer: Credential;
}

interface Bench {
  readonly stack: BenchStack;
  readonly api: Api;
  readonly engine: Engine;
  readonly database: Client;
}

/** `npm run bench:awards [life] [advance] [memory]`: these parts, or all. */
const PARTS = [
  { name: 'life', measure: lifeRow },
  { name: 'advance', measure: advanceRow },
  { name: 'memory', measure: memoryRow },
] as const;

process.exitCode = await withStack(async (stack) => {
  const database = new Client({ connectionString: stack.databaseUrl });
  await database.connect();
  stack.atEnd(() => database.end());
  const bench: Bench = { stack, api: createApi(stack), engine: await startEngine(stack), database };
  const parts = process.argv.slice(2);
  const asked = PARTS.filter(({ name }) => parts.length === 0 || parts.includes(name));
  const rows: string[][] = [];
  for (const { measure } of asked) rows.push(await measure(bench));
  console.log(`\ncashback awards (medians, quartiles in brackets; load ${loadavg()[0]?.toFixed(1)})\n`);
  printTable(['', 'ours', 'bare', 'ratio', 'aim', ''], rows);
  return rows.some((row) => row.includes('missed')) ? 1 : 0;
});

/** Figures of the service and of the bare engine, one for each round. */
interface Rounds {
  readonly ours: number[];
  readonly bare: number[];
}

function ratios({ ours, bare }: Rounds): number[] {
  return ours.map((value, round) => value / (bare[round] ?? NaN));
}

function shown(values: readonly number[]): string {
  return `${median(values).toFixed(2)} [${quantile(values, 0.25).toFixed(2)}, ${quantile(values, 0.75).toFixed(2)}]`;
}

function verdict(figure: number, aim: number): string {
  return figure <= aim ? 'reached' : 'missed';
}

async function lifeRow(bench: Bench): Promise<string[]> {
  const life = await measureLives(bench);
  const ratio = ratios(life);
  return [
    'processor time of a life, ms',
    shown(life.ours),
    shown(life.bare),
    shown(ratio),
    `<= ${LIFE_AIM}`,
    verdict(median(ratio), LIFE_AIM),
  ];
}

async function advanceRow(bench: Bench): Promise<string[]> {
  const seconds = await measureAdvances(bench);
  return [
    `advance over ${ADVANCED} awards, s`,
    shown(seconds.ours),
    shown(seconds.bare),
    shown(ratios(seconds)),
    `<= ${ADVANCE_AIM_S} s`,
    verdict(median(seconds.ours), ADVANCE_AIM_S),
  ];
}

async function memoryRow(bench: Bench): Promise<string[]> {
  const [worker = NaN, temporal = NaN] = await measureMemory(bench);
  return [
    'memory of one that waits, kB: worker (Temporal)',
    `${worker.toFixed(1)} (${temporal.toFixed(1)})`,
    '',
    '',
    `<= ${MEMORY_AIM_KB}`,
    verdict(worker, MEMORY_AIM_KB),
  ];
}

async function measureLives(bench: Bench): Promise<Rounds> {
  const { stack, engine } = bench;
  const settings = { queues: taskQueues('payments') };
  const processes = new Map([...stack.processes, ['engine worker', engine.pid], ['caller', process.pid]]);
  const shop = await openShop(bench);
  const lives: Rounds = { ours: [], bare: [] };
  const slice = async (type: string, start: (id: string) => Promise<unknown>, ids: string[]) => {
    const ended = async () =>
      (await stack.client.workflow.count(`WorkflowType = '${type}' and ExecutionStatus = 'Completed'`)).count;
    const [before, ran] = [await processorTimes(processes), await ended()];
    await atOnce(ids, STARTS_AT_ONCE, start);
    await until(async () => (await ended()) >= ran + ids.length);
    const after = await processorTimes(processes);
    return (
      [...(after ?? [])].reduce((ms, [name, time]) => ms + time - (before?.get(name) ?? 0), 0) / ids.length
    );
  };
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    stack.progress.step(`lives of ${LINES} awards and of ${LINES} bare workflows, round ${round}`);
    const turns = {
      ours: async () => {
        const ids = await awardsWithoutWorkflows(bench, shop);
        const due = await dueIn(bench, ids, DELAY_MS);
        const start = (awardId: string) => {
          const { orgId } = shop.merchant;
          const { type, options } = delayedBy(DELAY_MS, startOf('award', { awardId, orgId, due }, settings));
          return stack.client.workflow.start(type, options);
        };
        return slice('award', start, ids);
      },
      bare: () =>
        slice(
          'bareAward',
          (id) => engine.startAward(id, DELAY_MS),
          Array.from({ length: LINES }, () => v7()),
        ),
    };
    for (const arm of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
      const ms = await turns[arm]();
      if (round >= 0) lives[arm].push(ms);
    }
  }
  return lives;
}

async function measureAdvances(bench: Bench): Promise<Rounds> {
  const { api, engine, stack } = bench;
  const seconds: Rounds = { ours: [], bare: [] };
  for (let round = 0; round < ADVANCES; round++) {
    stack.progress.step(`an advance over ${ADVANCED} awards, round ${round}`);
    const shop = await openShop(bench);
    const before = await runningAwards(stack);
    await pendingAwards(bench, shop, ADVANCED);
    seconds.ours.push(
      await secondsOf(async () => {
        const fired = await api.advance(shop.merchant, DAYS_31);
        if (fired !== ADVANCED) throw new Error(`${fired} awards landed`);
      }),
    );
    // The workflows are woken in the background, and end.
    await until(async () => (await runningAwards(stack)) <= before);
    const ids = Array.from({ length: ADVANCED }, () => v7());
    await atOnce(ids, STARTS_AT_ONCE, (id) => engine.startAward(id, DAYS_31 * 1000));
    seconds.bare.push(await secondsOf(() => atOnce(ids, FIRED_AT_ONCE, (id) => engine.fireAward(id))));
    stack.progress.step(
      `ours ${seconds.ours.at(-1)?.toFixed(1)} s, bare ${seconds.bare.at(-1)?.toFixed(1)} s`,
    );
  }
  return seconds;
}

/** The memory of the worker and of Temporal for one award that waits, in kB. */
async function measureMemory(bench: Bench): Promise<number[]> {
  bench.stack.progress.step(`opening ${WAITING} awards`);
  const pids = ['worker', 'temporal'].map((name) => bench.stack.processes.get(name) ?? 0);
  const shop = await openShop(bench);
  const before = await Promise.all(pids.map(memoryOf));
  await pendingAwards(bench, shop, WAITING);
  const after = await Promise.all(pids.map(memoryOf));
  return after.map((kb, index) => (kb - (before[index] ?? 0)) / WAITING);
}

/** The memory of a process in kB: its own, and its share of what it shares. */
async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? NaN);
}

/** A merchant whose product a shopper recommends, and a buyer. */
async function openShop({ api }: Bench): Promise<Shop> {
  const [merchant, buyer, friend] = await Promise.all([api.merchant(), api.shopper(), api.shopper()]);
  await api.recommend(friend, merchant);
  return { merchant, buyer };
}

async function runningAwards({ client }: BenchStack): Promise<number> {
  return (await client.workflow.count(`WorkflowType = 'award' and ExecutionStatus = 'Running'`)).count;
}

/** Captures carts until so many awards are pending and their workflows are started. Returns their charges. */
async function pendingAwards({ api, stack }: Bench, shop: Shop, count: number): Promise<string[]> {
  const line = { product_id: 'A', display_name: 'Beans', unit_price: 100, qty: 1, cashback_rate: 1000 };
  const cart = { currency: 'USD', items: Array.from({ length: LINES }, () => line), total: 100 * LINES };
  const before = await runningAwards(stack);
  const charges: string[] = [];
  for (let made = 0; made < count; made += LINES) {
    const authId = await api.authorize(await api.createCheckout(shop.merchant, cart), shop.buyer);
    await api.capture(authId, shop.merchant);
    charges.push(authId);
    // The worker starts a thousand workflows at once at most, and leaves the others to the reconciliation.
    await until(async () => (await runningAwards(stack)) >= before + made + LINES);
  }
  return charges;
}

/** Pending awards that Temporal does not know. Returns their ids. */
async function awardsWithoutWorkflows(bench: Bench, shop: Shop): Promise<string[]> {
  const [charge] = await pendingAwards(bench, shop, LINES);
  const { rows } = await bench.database.query<{ id: string }>(
    `select id from awards where charge_id = $1 and status = 'PENDING'`,
    [charge],
  );
  const ids = rows.map(({ id }) => id);
  await atOnce(ids, STARTS_AT_ONCE, (id) =>
    bench.stack.client.workflow.getHandle(`award:${id}`).terminate('the bench starts it again'),
  );
  return ids;
}

/** Makes the awards due so many milliseconds from now. Returns the due time. */
async function dueIn({ database }: Bench, ids: readonly string[], ms: number): Promise<number> {
  const { rows } = await database.query<{ due: Date }>(
    `update awards set pending_until = real_now() + $2 * interval '1 ms',
       pending_from = real_now() - interval '30 days'
     where id = any($1::uuid[]) returning pending_until as due`,
    [ids, ms],
  );
  return rows[0]?.due.getTime() ?? NaN;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Runs `work` for all items, `width` at once. */
async function atOnce<T>(
  all: readonly T[],
  width: number,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const left = all.values();
  const lane = async (): Promise<void> => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await condition()); await sleep(100)) {
    if (performance.now() > end) throw new Error('what was waited for did not come');
  }
}
