/**
 * Webhooks next to bad neighbours, and their rate.
 *
 * Neighbours: 20 merchants with a working endpoint capture charges. Two times are measured: that of a
 * capture, and that from its answer to the arrival of its webhook. They are measured alone, alone again, and
 * next to a black hole (accepts connections, sends nothing) with 1,000 waiting events and a slow drip (one
 * header every 200 ms) with 200. The difference of the two times alone is the noise of the machine.
 *
 * Rate: webhooks that arrive per second, from deliveries that wait in the database, over workflows of two
 * local activities that do nothing on the same server. The service's two activities read and write the
 * database, sign and send.
 */
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { v7 } from 'uuid';
import { startWebhookReceiver } from '../simulators/webhook-receiver.ts';
import { startEngine } from './engine/engine.ts';
import type { Engine } from './engine/engine.ts';
import { createApi } from './people.ts';
import type { Api, Merchant } from './people.ts';
import { printTable } from './report.ts';
import { median, quantile } from './slices.ts';
import { withStack } from './stack.ts';
import type { BenchStack } from './stack.ts';

const HEALTHY = 20;
const CAPTURES = 100;
const HOLE_EVENTS = 1000;
const DRIP_EVENTS = 200;
const AT_ONCE = 8;
/** The most tries of a call that gets 503. */
const TRIES = 20;
/** The number of concurrent captures while they are timed. */
const CLIENTS = 2;
const FIRST_ATTEMPT_AIM = 3;
const MONEY_AIM = 1.2;

const ROUNDS = 7;
const WARM_UPS = 1;
const A_ROUND = 500;
const RATE_AIM = 0.9;
const PATIENCE_MS = 180_000;

/** The measurements of one phase, in milliseconds. */
interface Phase {
  readonly name: string;
  readonly captures: number[];
  readonly firstAttempts: number[];
}

process.exitCode = await withStack(async (stack) => {
  const api = createApi(stack);
  const arrivals = new Map<string, number>();
  let posts = 0;
  const receiver = await startWebhookReceiver({
    answer: (_, { rawBody, headers }) => {
      posts++;
      const { auth_id: authId } = JSON.parse(rawBody.toString('utf8')) as { auth_id: string };
      arrivals.set(`${String(headers['x-service-event'])} ${authId}`, performance.now());
      return {};
    },
  });
  stack.atEnd(() => receiver.stop());
  const shops = await Promise.all(Array.from({ length: HEALTHY }, () => api.merchant(receiver.url)));
  const database = new Client({ connectionString: stack.databaseUrl });
  await database.connect();
  stack.atEnd(() => database.end());
  const rates = await measureRates(stack, {
    database,
    shops,
    engine: await startEngine(stack),
    posts: () => posts,
  });
  const isFast = printRates(rates);
  return printPhases(await beside(stack, { api, database, shops, arrivals })) && isFast ? 0 : 1;
});

/** Runs the three phases: alone, alone again, with the neighbours. */
async function beside(
  stack: BenchStack,
  {
    api,
    database,
    shops,
    arrivals,
  }: { api: Api; database: Client; shops: readonly Merchant[]; arrivals: ReadonlyMap<string, number> },
): Promise<Phase[]> {
  const [hole, drip] = await Promise.all([listening(() => undefined), listening(dripping)]);
  stack.atEnd(async () => [hole, drip].forEach(({ close }) => close()));
  const [swallowed, dripped] = await Promise.all([api.merchant(hole.url), api.merchant(drip.url)]);
  const buyers = await Promise.all(Array.from({ length: 4 }, () => api.shopper()));

  const phase = async (name: string): Promise<Phase> => {
    stack.progress.step(`${CAPTURES} captures by ${HEALTHY} merchants, ${name}`);
    const charges = Array.from({ length: CAPTURES }, (_, index) => ({
      shop: shops[index % HEALTHY] as Merchant,
      authId: '',
      index,
    }));
    await atOnce(charges, AT_ONCE, async (charge) => {
      const checkoutId = await patiently(() => api.createCheckout(charge.shop));
      charge.authId = await patiently(() =>
        api.authorize(checkoutId, buyers[charge.index % buyers.length] ?? {}),
      );
    });
    await holds(() => charges.every(({ authId }) => arrivals.has(`checkout.authorized ${authId}`)));
    const [captures, firstAttempts]: [number[], number[]] = [[], []];
    const answered = new Map<string, number>();
    await atOnce(charges, CLIENTS, async ({ authId, shop }) => {
      const began = performance.now();
      // A call that gets 503 is repeated, and its time counts.
      await patiently(() => api.capture(authId, shop));
      answered.set(authId, performance.now());
      captures.push(performance.now() - began);
    });
    await holds(() => charges.every(({ authId }) => arrivals.has(`charge.captured ${authId}`)));
    // A webhook that arrives before its capture is answered took no noticeable time.
    for (const [authId, at] of answered)
      firstAttempts.push(Math.max(0, (arrivals.get(`charge.captured ${authId}`) ?? NaN) - at));
    return { name, captures, firstAttempts };
  };
  await phase('to warm up');
  const [alone, again] = [await phase('alone'), await phase('alone again')];
  stack.progress.step(`${HOLE_EVENTS} events for a black hole and ${DRIP_EVENTS} for a slow drip`);
  await writeDeliveries(database, [swallowed], HOLE_EVENTS);
  await writeDeliveries(database, [dripped], DRIP_EVENTS);
  await holds(() => hole.most() > 0 && drip.most() > 0);
  const beset = await phase('beside them');
  const connections = `connections at once: black hole ${hole.most()}, slow drip ${drip.most()} (at most 4 each)`;
  console.log(`\n  ${connections}`);
  return [alone, again, beset];
}

/**
 * Starts an endpoint that handles each connection with `speak`. It counts its most concurrent connections.
 */
async function listening(
  speak: (socket: Socket) => void,
): Promise<{ url: string; most(): number; close(): void }> {
  const open = new Set<Socket>();
  let most = 0;
  const server: Server = createServer((socket) => {
    open.add(socket);
    most = Math.max(most, open.size);
    // Reads the input: otherwise it would not notice that the other side hangs up.
    socket
      .on('error', () => undefined)
      .on('close', () => open.delete(socket))
      .resume();
    speak(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, most: () => most, close };
}

function dripping(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket.write('x: y\r\n'), 200);
  socket.on('close', () => clearInterval(timer));
}

/** Prints the phases. Returns true if the neighbours' effect is within the aims. */
function printPhases([alone, again, beset]: readonly Phase[]): boolean {
  if (alone === undefined || again === undefined || beset === undefined)
    throw new Error('a phase was not measured');
  const row = (
    name: string,
    of: (phase: Phase) => readonly number[],
    aim: number,
  ): { cells: string[]; reached: boolean } => {
    const [first, second, beside] = [alone, again, beset].map((phase) => median(of(phase))) as [
      number,
      number,
      number,
    ];
    const ratio = beside / ((first + second) / 2);
    const tails = [alone, again, beset].map((phase) => quantile(of(phase), 0.99).toFixed(1)).join(' / ');
    const cells = [
      name,
      ...[first, second, beside].map((ms) => ms.toFixed(1)),
      ratio.toFixed(2),
      `<= ${aim}`,
      ratio <= aim ? 'reached' : 'missed',
    ];
    return { cells: [...cells, (second / first).toFixed(2), tails], reached: ratio <= aim };
  };
  const rows = [
    row('capture, ms', ({ captures }) => captures, MONEY_AIM),
    row('first attempt, ms after it', ({ firstAttempts }) => firstAttempts, FIRST_ATTEMPT_AIM),
  ];
  console.log(
    `\n${HEALTHY} healthy merchants beside a black hole with ${HOLE_EVENTS} events and a slow drip with ${DRIP_EVENTS} (medians of ${CAPTURES})\n`,
  );
  printTable(
    ['', 'alone', 'again', 'beside', 'ratio', 'aim', '', 'control', 'p99 of the three'],
    rows.map(({ cells }) => cells),
  );
  return rows.every(({ reached }) => reached);
}

interface Rates {
  readonly ours: number[];
  readonly bare: number[];
}

async function measureRates(
  stack: BenchStack,
  {
    database,
    shops,
    engine,
    posts,
  }: { database: Client; shops: readonly Merchant[]; engine: Engine; posts: () => number },
): Promise<Rates> {
  stack.progress.step(`${ROUNDS} rounds of ${A_ROUND} webhooks and as many bare workflows`);
  const rates: Rates = { ours: [], bare: [] };
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const [ours, bare] = [await webhookRate(database, shops, posts), await bareRate(engine)];
    if (round < 0) continue;
    rates.ours.push(ours);
    rates.bare.push(bare);
  }
  return rates;
}

/** The rate from the first arrival to the last. */
async function webhookRate(
  database: Client,
  shops: readonly Merchant[],
  posts: () => number,
): Promise<number> {
  const before = posts();
  await writeDeliveries(database, shops, A_ROUND);
  await holds(() => posts() > before, 1);
  const [first, begun] = [performance.now(), posts()];
  await holds(() => posts() >= before + A_ROUND, 1);
  return ((before + A_ROUND - begun) / (performance.now() - first)) * 1000;
}

/**
 * Writes test events of these merchants in turn, dated a minute ago, so that the dispatcher finds deliveries
 * that have not begun.
 */
async function writeDeliveries(database: Client, shops: readonly Merchant[], count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => ({
    event: v7(),
    delivery: v7(),
    orgId: shops[index % shops.length]?.orgId,
  }));
  await database.query(
    `update webhooks set created_at = created_at - interval '1 hour' where created_at > clock_timestamp() - interval '30 minutes'`,
  );
  await database.query(
    `with made as (insert into events (id, org_id, env, event, body, test, created_at)
       select e, o, 'sandbox', 'checkout.authorized', json_build_object('auth_id', e)::text, true, clock_timestamp()
       from unnest($1::uuid[], $2::uuid[]) as t(e, o) returning id, org_id, env, event, created_at)
     insert into deliveries (id, event_id, org_id, env, event, created_at, recorded_at)
     select d, id, org_id, env, event, created_at, clock_timestamp() - interval '1 minute' from made join unnest($1::uuid[], $3::uuid[]) as t(e, d) on e = id`,
    [ids.map(({ event }) => event), ids.map(({ orgId }) => orgId), ids.map(({ delivery }) => delivery)],
  );
}

async function bareRate(engine: Engine): Promise<number> {
  const before = await engine.delivered();
  const began = performance.now();
  await atOnce(Array.from({ length: A_ROUND }), AT_ONCE, () => engine.deliver(v7()));
  while ((await engine.delivered()) < before + A_ROUND) await sleep(10);
  return (A_ROUND / (performance.now() - began)) * 1000;
}

function printRates({ ours, bare }: Rates): boolean {
  const ratios = ours.map((rate, round) => rate / (bare[round] ?? NaN));
  const ratio = median(ratios);
  const spread = `[${quantile(ratios, 0.25).toFixed(2)}, ${quantile(ratios, 0.75).toFixed(2)}]`;
  console.log(
    `\nwebhooks a second over bare workflows (medians of ${ROUNDS} rounds, quartiles in brackets)\n`,
  );
  printTable(
    ['', 'ours', 'bare', 'ratio', 'aim', ''],
    [
      [
        'a second',
        median(ours).toFixed(0),
        median(bare).toFixed(0),
        `${ratio.toFixed(2)} ${spread}`,
        `>= ${RATE_AIM}`,
        ratio >= RATE_AIM ? 'reached' : 'missed',
      ],
    ],
  );
  return ratio >= RATE_AIM;
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !String(error).includes('answered 503')) throw error;
      await sleep(250);
    }
  }
}

/** Runs `work` for all items, `width` at once. */
async function atOnce<T>(all: readonly T[], width: number, work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const lane = async (): Promise<void> => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

async function holds(condition: () => boolean, everyMs = 5): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !condition(); await sleep(everyMs)) {
    if (performance.now() > end) throw new Error('what was waited for did not come');
  }
}
